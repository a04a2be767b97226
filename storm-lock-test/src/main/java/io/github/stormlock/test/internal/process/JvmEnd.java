package io.github.stormlock.test.internal.process;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** Runs tasks when the JVM ends, last registered first. Thread-safe. */
public final class JvmEnd {
    private static final Deque<Runnable> TASKS = new ArrayDeque<>();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(JvmEnd::runAll, "storm-lock-test-end"));
    }

    private JvmEnd() {}

    public static void then(Runnable task) {
        synchronized (TASKS) {
            TASKS.push(task);
        }
    }

    public static void forget(Runnable task) {
        synchronized (TASKS) {
            TASKS.remove(task);
        }
    }

    private static void runAll() {
        for (Runnable task = next(); task != null; task = next()) {
            try {
                task.run();
            } catch (RuntimeException goOn) {
                // The JVM is ending: the other tasks matter more than the report of this failure.
            }
        }
    }

    private static @Nullable Runnable next() {
        synchronized (TASKS) {
            return TASKS.poll();
        }
    }
}
