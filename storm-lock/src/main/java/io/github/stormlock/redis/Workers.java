package io.github.stormlock.redis;

import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Daemon threads for what must not hold up a caller: learning a topology, the second node and on of a batch, and ending
 * what takes too long. None exist while there is no such work. Thread-safe.
 */
final class Workers {
    private static final AtomicInteger COUNT = new AtomicInteger();

    private final ThreadPoolExecutor threads = new ThreadPoolExecutor(
            0, Integer.MAX_VALUE, 1, TimeUnit.SECONDS, new SynchronousQueue<>(), Workers::thread);
    private final ScheduledThreadPoolExecutor timer = timer();

    /**
     * Runs the work on a thread of ours.
     *
     * @throws RedisUnavailableException if closed
     */
    void execute(Runnable work) {
        if (!tryExecute(work)) {
            throw new RedisUnavailableException("the port is closed", null);
        }
    }

    /** On a thread of ours if there still are any, else on the caller's. */
    void executeOrRun(Runnable work) {
        if (!tryExecute(work)) {
            work.run();
        }
    }

    boolean tryExecute(Runnable work) {
        try {
            threads.execute(work);
            return true;
        } catch (RejectedExecutionException e) {
            return false;
        }
    }

    /**
     * Runs the work after a while, unless closed before.
     *
     * @return by which to cancel it; {@code null} if closed
     */
    @Nullable
    Future<?> after(long nanos, Runnable work) {
        try {
            return timer.schedule(work, nanos, TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            return null;
        }
    }

    /** Drops the tasks that were to run later. */
    void close() {
        threads.shutdown();
        timer.shutdown();
    }

    private static ScheduledThreadPoolExecutor timer() {
        ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, Workers::thread);
        timer.setKeepAliveTime(1, TimeUnit.SECONDS);
        timer.allowCoreThreadTimeOut(true);
        timer.setRemoveOnCancelPolicy(true);
        timer.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        return timer;
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "storm-lock-redis-" + COUNT.incrementAndGet());
        thread.setDaemon(true);
        return thread;
    }
}
