package io.github.stormlock.internal.lifecycle;

import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The threads that a factory runs itself. All are daemons. Thread-safe. */
public final class FactoryThreads {
    private static final long SENDER_IDLES_SECONDS = 5;
    private static final long NOTIFIER_IDLES_SECONDS = 1;

    private final ScheduledThreadPoolExecutor watchdog;
    private final ThreadPoolExecutor senders;
    private final ThreadPoolExecutor notifier;

    /** Creates the executors; begins no thread yet. */
    public FactoryThreads(String name) {
        this.watchdog = new ScheduledThreadPoolExecutor(1, daemon("storm-lock-watchdog-" + name));
        this.watchdog.setRemoveOnCancelPolicy(true);
        this.senders = new ThreadPoolExecutor(
                0,
                Integer.MAX_VALUE,
                SENDER_IDLES_SECONDS,
                TimeUnit.SECONDS,
                new SynchronousQueue<>(),
                daemon("storm-lock-renewals-" + name));
        ThreadFactory notifiers = daemon("storm-lock-notifier-" + name);
        // A listener may come after the end, and is told all the same.
        this.notifier = new ThreadPoolExecutor(
                1,
                1,
                NOTIFIER_IDLES_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                notifiers,
                (task, ended) -> notifiers.newThread(task).start());
        this.notifier.allowCoreThreadTimeOut(true);
    }

    private static ThreadFactory daemon(String name) {
        return task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        };
    }

    /** Returns an executor of one thread, which must never wait for an answer. */
    public ScheduledExecutorService watchdog() {
        return watchdog;
    }

    /** Returns an executor of as many threads as wait for answers to the watchdog, and to what the worker tells. */
    public Executor senders() {
        return senders;
    }

    /** Returns an executor of one thread, which runs the actions of users. */
    public Executor notifier() {
        return notifier;
    }

    /** Ends the threads. Actions that the notifier was given before are run. */
    public void end() {
        watchdog.shutdownNow();
        senders.shutdown();
        notifier.shutdown();
    }
}
