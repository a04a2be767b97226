package io.github.stormlock.test;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.time.Duration;

/** Threads that keep no JVM alive and are waited for when their owner closes. */
final class DaemonThread {
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private DaemonThread() {}

    @CanIgnoreReturnValue
    static Thread start(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    /** Gives up after five seconds, or when interrupted; the interrupt is kept. Returns at once on the thread itself. */
    static void awaitEnd(Thread thread) {
        if (thread == Thread.currentThread()) {
            return;
        }
        try {
            thread.join(PATIENCE.toMillis());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}
