package io.github.stormlock.quorum;

import io.github.stormlock.internal.acquire.AcquireRequest;
import io.github.stormlock.internal.figures.SafeLockEvents;
import io.github.stormlock.internal.kind.Acquirable;
import io.github.stormlock.internal.kind.Holds;
import io.github.stormlock.internal.protocol.Callers;
import io.github.stormlock.internal.protocol.Claimant;
import io.github.stormlock.internal.protocol.LockKeys;
import io.github.stormlock.internal.protocol.LockKind;
import io.github.stormlock.internal.protocol.Targets;
import io.github.stormlock.internal.usercode.UserCode;
import io.github.stormlock.lock.LockCount;
import io.github.stormlock.lock.LockTime;
import java.time.Duration;
import java.util.List;

/** A lock of one name at a quorum. {@link RedisQuorum#mutex} says what it promises. */
record QuorumMutex(QuorumRuntime quorum, LockKeys keys, SafeLockEvents events) implements Acquirable {
    private static final Claimant CLAIMANT = Claimant.ofMutex(Callers.NOBODY);

    @Override
    public String name() {
        return keys.entry();
    }

    @Override
    public Identity identity() {
        return new Identity("quorum lock", List.of(keys.entry()));
    }

    @Override
    public Holds holds() {
        return quorum.holds();
    }

    @Override
    public Taken take(Duration wait, boolean owned, boolean interruptible) {
        long deadline = quorum.ticker().deadline(wait);
        UserCode.refuse("acquire", keys.entry());
        AcquireRequest wanted = new AcquireRequest(
                LockKind.MUTEX,
                CLAIMANT,
                Targets.lock(keys),
                quorum.settings().lease().toMillis(),
                interruptible,
                events,
                AcquireRequest.SHORTEST_BUDGET_NANOS,
                index -> {});
        return Taken.whileOpen(quorum.users(), () -> take(wanted, deadline));
    }

    private Taken take(AcquireRequest wanted, long deadlineNanos) {
        long started = quorum.ticker().nanos();
        String holder = "";
        try (WaitInterrupts interrupts = new WaitInterrupts(wanted.interruptible())) {
            Object outcome = new QuorumWait(quorum, wanted, deadlineNanos, interrupts).run();
            if (outcome instanceof QuorumGrant grant) {
                events.took(LockTime.WAIT, quorum.ticker().nanos() - started);
                return new Taken(new QuorumLease(quorum, quorum.hold(wanted, grant), grant.fence()), "");
            }
            holder = ((Votes) outcome).holder();
            events.tell(LockCount.TIMED_OUT);
            return new Taken(null, holder);
        } finally {
            waited(started, holder);
        }
    }

    /** @param holder who has it at the end; empty if it was granted, or that is not known */
    private void waited(long started, String holder) {
        long now = quorum.ticker().nanos();
        events.waited(name(), now - started, holder.isEmpty() ? null : () -> holder, now);
    }

    @Override
    public String toString() {
        return "lock " + keys.entry() + " at a quorum of "
                + quorum.masters().all().size() + " servers";
    }
}
