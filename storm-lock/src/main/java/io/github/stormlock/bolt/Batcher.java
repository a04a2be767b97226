package io.github.stormlock.bolt;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Gathers tuples until there are enough, or until the first of them has lingered long enough: then a thread of its own
 * passes them on, not the executor's. Batches go one after the other, in order. Thread-safe.
 */
final class Batcher<V> {
    private final int size;
    private final long lingerNanos;
    private final Consumer<List<Work<V>>> pass;
    private final ScheduledThreadPoolExecutor timer;
    private final ReentrantLock passing = new ReentrantLock();
    private List<Work<V>> gathered = new ArrayList<>();
    private long round;

    /** @param pass settles a batch; on the executor's thread, or on the timer's */
    Batcher(int size, long lingerNanos, String component, Consumer<List<Work<V>>> pass) {
        this.size = size;
        this.lingerNanos = lingerNanos;
        this.pass = pass;
        this.timer = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, "storm-lock-linger-" + component);
            thread.setDaemon(true);
            return thread;
        });
        timer.setRemoveOnCancelPolicy(true);
    }

    void add(Work<V> work) {
        if (gather(work)) {
            passOn(null);
        }
    }

    private synchronized boolean gather(Work<V> work) {
        gathered.add(work);
        if (gathered.size() == 1 && size > 1 && !timer.isShutdown()) {
            long own = round;
            var unused = timer.schedule(() -> lingered(own), lingerNanos, TimeUnit.NANOSECONDS);
        }
        return gathered.size() >= size;
    }

    private void lingered(long ofRound) {
        try {
            passOn(ofRound);
        } catch (VirtualMachineError e) {
            // Kept in the future of the timer, it would be seen by nobody, and the JVM go on in doubt.
            Thread thread = Thread.currentThread();
            thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
        }
    }

    /** @param ofRound only if the batch of this round is still gathering; {@code null} for any */
    private void passOn(@Nullable Long ofRound) {
        // Taken under the lock, so that a later batch never overtakes an earlier one.
        passing.lock();
        try {
            List<Work<V>> batch = take(ofRound);
            if (!batch.isEmpty()) {
                pass.accept(batch);
            }
        } finally {
            passing.unlock();
        }
    }

    private synchronized List<Work<V>> take(@Nullable Long ofRound) {
        if (ofRound != null && ofRound != round) {
            return List.of();
        }
        List<Work<V>> batch = gathered;
        gathered = new ArrayList<>(size);
        round++;
        return batch;
    }

    /** Stops lingering; returns what was gathered and not passed on. */
    List<Work<V>> drain() {
        List<Runnable> unused = timer.shutdownNow();
        return take(null);
    }
}
