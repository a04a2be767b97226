package io.github.stormlock.internal.update;

import java.time.Duration;
import java.util.List;

/**
 * Waits for the lock of an entry that is held outside of this JVM, and makes updates of that entry, one leader after the
 * other. Each waits until its own deadline. Those that read the same are written together. Used by one thread, once.
 */
public final class LockWait implements Turn {
    private final UpdateRuntime runtime;
    private final List<PendingUpdate<?>> updates;
    private final Runnable ended;

    /**
     * @param updates in their order, of one entry; or one of several entries
     * @param ended called when one more has led, and is settled or has failed, maybe with others. Those that are left may
     *     wait for longer
     */
    public LockWait(UpdateRuntime runtime, List<PendingUpdate<?>> updates, Runnable ended) {
        this.runtime = runtime;
        this.updates = updates;
        this.ended = ended;
    }

    /** Returns when each update is settled or has failed. */
    public void run() {
        for (PendingUpdate<?> own : updates) {
            if (own.isSettled()) {
                continue;
            }
            try {
                make(own);
            } catch (Throwable t) {
                // A fatal error too fails this one alone: nobody else makes the updates behind it.
                own.failed(t);
            }
            ended.run();
        }
    }

    private void make(PendingUpdate<?> own) {
        // It leads already if a lease was passed on to it.
        boolean unused = own.lead(own.tenure());
        Duration wait = own.guard().settings().waitMax();
        long since = own.sinceNanos();
        long deadline = since + wait.toNanos();
        (own.isJoint()
                        ? LeaderLoop.locking(runtime, ALONE, own, since, deadline, wait)
                        : LeaderLoop.of(runtime, this, own, since, deadline, wait))
                .run();
    }

    @Override
    public List<PendingUpdate<?>> along() {
        return updates;
    }

    @Override
    public boolean passOn(Tenure live) {
        for (PendingUpdate<?> next : updates) {
            if (next.lead(live)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void end() {}
}
