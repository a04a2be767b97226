package io.github.stormlock.internal.update;

import io.github.stormlock.internal.acquire.LockRuntime;
import io.github.stormlock.internal.draft.GroupSnapshot;
import io.github.stormlock.internal.protocol.CommitResult;
import io.github.stormlock.internal.protocol.LockErrors;
import io.github.stormlock.lock.LockCount;
import io.github.stormlock.lock.LockException;
import io.github.stormlock.lock.OutcomeUnknownException;
import java.util.List;

/**
 * Settles an update that threw under the lock. An update that finds its own work done may well throw; then it is a
 * replay and no failure. Used by one thread, once.
 */
public final class ReplayProbe {
    private final LockRuntime locks;
    private final LeaderState lead;
    private final GroupSnapshot snapshot;
    private final PendingUpdate<?> own;

    public ReplayProbe(LockRuntime locks, LeaderState lead, GroupSnapshot snapshot) {
        this.locks = locks;
        this.lead = lead;
        this.snapshot = snapshot;
        this.own = lead.own();
    }

    /**
     * Throws what was thrown, unless the event was applied before. Then the update is settled; or the lease is gone,
     * if only a fresh read tells what the entry became.
     */
    public void settle(Throwable thrown) {
        CommitResult settlement = LockErrors.isFatal(thrown) || !own.hasEventId() ? null : ask(thrown);
        if (settlement instanceof CommitResult.Replayed) {
            lead.givenBack();
            replayed();
        } else if (settlement instanceof CommitResult.Lost lost && !lost.seen().isEmpty()) {
            own.wasAppliedBefore();
            lead.givenBack();
        } else if (settlement instanceof CommitResult.Refused refused
                && !refused.seen().isEmpty()) {
            own.wasAppliedBefore();
            lead.lost();
        } else {
            throw LockErrors.<RuntimeException>sneak(thrown);
        }
    }

    /**
     * Settles an update whose event is remembered. Its outcome shows the entry as it was read after that was known,
     * or under the lease in which that was found out.
     */
    public void replayed() {
        own.succeeded(/* replay= */ true, snapshot.open().settled());
        lead.settled(List.of(own));
    }

    private CommitResult ask(Throwable thrown) {
        try {
            return Commit.question(locks.port(), lead.live().lease(), lead::withdrawal, lead.targets(), own)
                    .send();
        } catch (LockException e) {
            if (e instanceof OutcomeUnknownException) {
                own.events().tell(LockCount.UNKNOWN);
            }
            e.addSuppressed(thrown);
            throw e;
        }
    }
}
