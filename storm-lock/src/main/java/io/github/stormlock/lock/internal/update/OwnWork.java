package io.github.stormlock.lock.internal.update;

import io.github.stormlock.lock.LockEvents;
import io.github.stormlock.lock.LockException;
import io.github.stormlock.lock.OutcomeUnknownException;
import io.github.stormlock.lock.internal.acquire.LockRuntime;
import io.github.stormlock.lock.internal.acquire.Troubles;
import io.github.stormlock.lock.internal.protocol.Settlement;
import java.util.List;

/**
 * Settles an update that threw: one that finds its own work done may well throw, and then it is a replay and no failure.
 * Used by one thread, once.
 */
public final class OwnWork<V> {
    private final LockRuntime locks;
    private final Lead<V> lead;
    private final Memory<V> memory;
    private final PendingUpdate<V> own;

    public OwnWork(LockRuntime locks, Lead<V> lead, Memory<V> memory) {
        this.locks = locks;
        this.lead = lead;
        this.memory = memory;
        this.own = lead.own();
    }

    /**
     * Throws what was thrown, unless the event was applied before. Then the update is settled, or, where only a fresh read
     * tells what the entry became, the lease is gone.
     */
    public void settle(Throwable thrown) {
        Settlement settlement = Troubles.isFatal(thrown) || !own.isNamed() ? null : ask(thrown);
        if (settlement instanceof Settlement.Replayed) {
            lead.givenBack(/* leftFree= */ false);
            replayed();
        } else if (settlement instanceof Settlement.Lost lost && !lost.seen().isEmpty()) {
            own.wasAppliedBefore();
            lead.givenBack(/* leftFree= */ false);
        } else if (settlement instanceof Settlement.Refused refused
                && !refused.seen().isEmpty()) {
            own.wasAppliedBefore();
            lead.lost();
        } else {
            throw Troubles.<RuntimeException>sneak(thrown);
        }
    }

    /** Settles an update whose event is remembered, with the entry as it was read after that was known, or while it was. */
    public void replayed() {
        own.succeeded(/* replay= */ true, own.plan().kind().settled(memory.open(own.plan())));
        lead.settled(List.of(own));
    }

    private Settlement ask(Throwable thrown) {
        try {
            return Commit.question(locks.port(), lead.live().lease(), lead::withdrawal, own)
                    .send();
        } catch (LockException e) {
            if (e instanceof OutcomeUnknownException) {
                own.events().tell(LockEvents::outcomeUnknown);
            }
            e.addSuppressed(thrown);
            throw e;
        }
    }
}
