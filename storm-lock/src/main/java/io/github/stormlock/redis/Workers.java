package io.github.stormlock.redis;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Daemon threads for what must not hold up a caller: learning a topology, and the second node and on of a batch. None
 * exist while there is no such work, and never any in standalone mode. Thread-safe.
 */
final class Workers {
    private static final AtomicInteger COUNT = new AtomicInteger();

    private final ThreadPoolExecutor threads = new ThreadPoolExecutor(
            0, Integer.MAX_VALUE, 1, TimeUnit.SECONDS, new SynchronousQueue<>(), Workers::thread);

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

    void close() {
        threads.shutdown();
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "storm-lock-redis-" + COUNT.incrementAndGet());
        thread.setDaemon(true);
        return thread;
    }
}
