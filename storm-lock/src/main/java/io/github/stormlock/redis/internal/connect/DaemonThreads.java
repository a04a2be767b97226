package io.github.stormlock.redis.internal.connect;

import com.google.errorprone.annotations.CheckReturnValue;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Daemon threads for what must not hold up a caller: learning a topology, all nodes of a batch but one, and ending what
 * takes too long. None exist while there is no such work. Thread-safe.
 */
public final class DaemonThreads {
    private static final AtomicInteger COUNT = new AtomicInteger();

    private final ThreadPoolExecutor threads = new ThreadPoolExecutor(
            0, Integer.MAX_VALUE, 1, TimeUnit.SECONDS, new SynchronousQueue<>(), DaemonThreads::thread);
    private final ScheduledThreadPoolExecutor timer = timer();

    /** Runs the work on one of these threads, or on the caller's if this is closed. */
    public void executeOrRun(Runnable work) {
        if (!tryExecute(work)) {
            work.run();
        }
    }

    /**
     * Runs the work on one of these threads.
     *
     * @return false if closed: then it is not run
     */
    @CheckReturnValue
    public boolean tryExecute(Runnable work) {
        try {
            threads.execute(work);
            return true;
        } catch (RejectedExecutionException e) {
            return false;
        }
    }

    /**
     * Runs the work after a while, unless this is closed before.
     *
     * @return the handle to cancel it by; {@code null} if closed
     */
    @Nullable
    public Future<?> after(long nanos, Runnable work) {
        try {
            return timer.schedule(work, nanos, TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            return null;
        }
    }

    /** Takes no more work, and drops the tasks that were to run later. */
    public void close() {
        threads.shutdown();
        timer.shutdown();
    }

    private static ScheduledThreadPoolExecutor timer() {
        ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, DaemonThreads::thread);
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
