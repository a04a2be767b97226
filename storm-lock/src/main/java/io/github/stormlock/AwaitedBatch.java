package io.github.stormlock;

import io.github.stormlock.internal.lines.Owner;
import io.github.stormlock.internal.protocol.LockErrors;
import io.github.stormlock.internal.update.PendingUpdate;
import io.github.stormlock.internal.update.Submitted;
import io.github.stormlock.lock.LockInterruptedException;
import io.github.stormlock.lock.LockUnavailableException;
import io.github.stormlock.redis.RedisAnswerLostException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/**
 * Makes some updates for a caller that waits for all of them. Its own thread makes what need not wait. Threads of the
 * factory make the rest, each update once its entry is free. Used by one thread, once.
 */
final class AwaitedBatch {
    private final FactoryRuntime runtime;
    private final List<PendingUpdate<?>> updates;
    private final Owner<PendingUpdate<?>> owner;
    private final CountDownLatch open;
    private volatile @Nullable Throwable serverAway;
    private volatile boolean interrupted;
    /** What ended a round, if no update was at fault. */
    private @Nullable Throwable failure;

    AwaitedBatch(FactoryRuntime runtime, List<PendingUpdate<?>> updates) {
        this.runtime = runtime;
        this.updates = updates;
        this.owner = runtime.runners().batch();
        this.open = new CountDownLatch(updates.size());
    }

    /** Returns when each has its outcome or its failure. An interrupt fails those that have not begun. */
    void run() {
        try {
            long now = System.nanoTime();
            updates.forEach(update -> update.submittedBy(new Told(update), now));
            if (!owner.submit(updates, 0)) {
                throw runtime.users().closed();
            }
            runtime.runners().runAtOnce(owner, this::failIfAway);
            await();
            if (failure != null) {
                throw LockErrors.<RuntimeException>sneak(failure);
            }
        } finally {
            owner.close();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void await() {
        boolean over = false;
        while (!over) {
            try {
                open.await();
                over = true;
            } catch (InterruptedException e) {
                interrupted = true;
                owner.close();
            }
        }
    }

    /** Fails updates whose server has made none of a round. Each further round would wait for it as long. */
    private void failIfAway(List<PendingUpdate<?>> made, @Nullable Throwable thrown) {
        failure = thrown == null ? failure : thrown;
        PendingUpdate<?> failed = null;
        for (PendingUpdate<?> update : made) {
            Throwable reason = update.failure();
            if (update.outcome() != null) {
                return;
            } else if (LockErrors.isOfServer(reason) && !isCut(reason)) {
                failed = update;
            }
        }
        if (failed == null) {
            return;
        }
        serverAway = failed.failure();
        String away = node(failed);
        runtime.updates().lines().drop(owner, update -> node(update).equals(away));
    }

    /** Returns true if a connection was lost. The server may well answer over another, and otherwise refuses that at once. */
    private static boolean isCut(@Nullable Throwable failure) {
        return failure != null && failure.getCause() instanceof RedisAnswerLostException lost && !lost.isTimeout();
    }

    private String node(PendingUpdate<?> update) {
        return runtime.runners().node(update.entry());
    }

    private final class Told implements Submitted {
        private final PendingUpdate<?> update;

        private Told(PendingUpdate<?> update) {
            this.update = update;
        }

        @Override
        public boolean isWanted() {
            return true;
        }

        @Override
        public void setAside() {}

        @Override
        public void settled() {
            open.countDown();
        }

        @Override
        public void drop() {
            update.failed(
                    interrupted
                            ? LockInterruptedException.ofEntry(update.name())
                            : LockUnavailableException.ofEntry(
                                    update.name(), "its server has failed other updates of the batch", serverAway));
            open.countDown();
        }
    }
}
