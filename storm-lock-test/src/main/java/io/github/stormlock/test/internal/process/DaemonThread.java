package io.github.stormlock.test.internal.process;

import java.time.Duration;

/** Starts threads that do not keep the JVM alive; their owner waits for them when it closes. */
public final class DaemonThread {
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(5);

    private DaemonThread() {}

    public static Thread start(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    /**
     * Waits until the thread has ended, 5 s at most or until interrupted; the interrupt is kept. Returns at once on the
     * thread itself.
     */
    public static void awaitEnd(Thread thread) {
        if (thread == Thread.currentThread()) {
            return;
        }
        try {
            thread.join(LONGEST_WAIT.toMillis());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}
