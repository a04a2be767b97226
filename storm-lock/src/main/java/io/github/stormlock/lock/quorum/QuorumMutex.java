package io.github.stormlock.lock.quorum;

import io.github.stormlock.lock.LockEvents;
import io.github.stormlock.lock.UserCode;
import io.github.stormlock.lock.internal.acquire.AcquireRequest;
import io.github.stormlock.lock.internal.acquire.SafeLockEvents;
import io.github.stormlock.lock.internal.kind.Acquirable;
import io.github.stormlock.lock.internal.kind.Holds;
import io.github.stormlock.lock.internal.protocol.Callers;
import io.github.stormlock.lock.internal.protocol.Claimant;
import io.github.stormlock.lock.internal.protocol.LockKeys;
import io.github.stormlock.lock.internal.protocol.LockKind;
import io.github.stormlock.lock.internal.protocol.Targets;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A lock of one name at a quorum. {@link RedisQuorum#mutex} says what it promises. */
final class QuorumMutex implements Acquirable {
    private static final SafeLockEvents EVENTS = SafeLockEvents.around(LockEvents.NONE);
    private static final Claimant CLAIMANT = Claimant.ofMutex(Callers.NOBODY);

    private final QuorumRuntime quorum;
    private final LockKeys keys;

    QuorumMutex(QuorumRuntime quorum, LockKeys keys) {
        this.quorum = quorum;
        this.keys = keys;
    }

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
    public long deadline(Duration wait) {
        return quorum.ticker().deadline(wait);
    }

    @Override
    public Taken take(long deadlineNanos, @Nullable Thread owner, boolean interruptible) {
        UserCode.refuse("acquire", keys.entry());
        AcquireRequest wanted = new AcquireRequest(
                LockKind.MUTEX,
                CLAIMANT,
                Targets.lock(keys),
                quorum.settings().lease().toMillis(),
                interruptible,
                EVENTS,
                AcquireRequest.SHORTEST_BUDGET_NANOS,
                index -> {});
        quorum.users().retain();
        try (WaitInterrupts interrupts = new WaitInterrupts(interruptible)) {
            Object outcome = new QuorumWait(
                            quorum.masters(),
                            quorum.ticker(),
                            keys,
                            quorum.tokens().next(CLAIMANT),
                            wanted.leaseMillis(),
                            deadlineNanos,
                            interrupts)
                    .run();
            return outcome instanceof QuorumGrant grant
                    ? new Taken(new QuorumLease(quorum, quorum.hold(wanted, grant, owner), grant.fence()), "")
                    : new Taken(null, ((Votes) outcome).holder());
        } finally {
            quorum.users().letGo();
        }
    }

    @Override
    public String toString() {
        return "lock " + keys.entry() + " at a quorum of "
                + quorum.masters().all().size() + " servers";
    }
}
