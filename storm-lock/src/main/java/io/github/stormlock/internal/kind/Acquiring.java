package io.github.stormlock.internal.kind;

import io.github.stormlock.internal.acquire.AcquireRequest;
import io.github.stormlock.internal.acquire.AcquireResult;
import io.github.stormlock.internal.acquire.HeldLease;
import io.github.stormlock.internal.protocol.Claimant;
import io.github.stormlock.internal.protocol.LockKeys;
import io.github.stormlock.internal.protocol.LockKind;
import io.github.stormlock.internal.protocol.Targets;
import io.github.stormlock.lock.LockCount;
import java.time.Duration;
import java.util.List;

/** Acquires leases of one lock, or of several that are taken together. Thread-safe. */
public final class Acquiring implements Acquirable {
    private final Shared shared;
    private final LockKind kind;
    private final Targets targets;
    private final Claimant claimant;

    /**
     * Creates it for the locks of these names.
     *
     * @param keys in their order
     * @param claimant the caller and the purpose, as tokens tell them
     */
    public Acquiring(Shared shared, LockKind kind, List<LockKeys> keys, Claimant claimant) {
        this.shared = shared;
        this.kind = kind;
        this.targets = new Targets(keys.stream().map(each -> each.of(kind)).toList(), List.of());
        this.claimant = claimant;
    }

    @Override
    public Identity identity() {
        return new Identity(
                kind.name(), targets.keys().stream().map(LockKeys::entry).toList());
    }

    @Override
    public Holds holds() {
        return shared.holds();
    }

    @Override
    public String name() {
        return targets.name();
    }

    @Override
    public String inWords(String holder) {
        return shared.locks().inWords(holder);
    }

    /** Acquires the lock, and makes no lease of the grant: for kinds that are never given back. */
    AcquireResult attempt(Duration wait) {
        long deadline = shared.locks().ticker().deadline(wait);
        shared.users().retain();
        try {
            AcquireResult outcome =
                    shared.locks().acquire(request(/* interruptible= */ true, /* owned= */ false), deadline);
            if (outcome instanceof AcquireResult.Busy && shared.users().areClosed()) {
                throw shared.users().closed();
            }
            return outcome;
        } finally {
            shared.users().letGo();
        }
    }

    @Override
    public Taken take(Duration wait, boolean owned, boolean interruptible) {
        long deadline = shared.locks().ticker().deadline(wait);
        AcquireRequest wanted = request(interruptible, owned);
        return Taken.whileOpen(shared.users(), () -> {
            AcquireResult outcome = shared.locks().acquire(wanted, deadline);
            return outcome instanceof AcquireResult.Grant grant
                    ? new Taken(new UserLease(shared.locks(), shared.users(), hold(wanted, grant)), "")
                    : new Taken(null, ((AcquireResult.Busy) outcome).shown(targets));
        });
    }

    /**
     * Returns a request for the lock.
     *
     * @param owned true if the calling thread is to own the lock, so that a wait for itself would be for ever
     */
    private AcquireRequest request(boolean interruptible, boolean owned) {
        return new AcquireRequest(
                kind,
                claimant,
                targets,
                shared.settings().lease().toMillis(),
                interruptible,
                shared.events(),
                AcquireRequest.SHORTEST_BUDGET_NANOS,
                busy -> busy(busy.index(), owned));
    }

    /** Refuses a wait of a thread for its own lease, where that is no way to pass the lease on. */
    private void busy(int index, boolean owned) {
        shared.events().tell(LockCount.CONTENDED);
        if (kind.sharesTheLockOfEntries() && (owned || kind.has(LockKind.Trait.WAITS_NOT_FOR_ITSELF))) {
            shared.locks().ownLeases().refuseSecond(kind, targets.keys().get(index));
        }
    }

    private HeldLease hold(AcquireRequest wanted, AcquireResult.Grant grant) {
        HeldLease held = shared.locks().hold(wanted, grant, shared.settings().holdMax());
        if (kind.sharesTheLockOfEntries()) {
            shared.locks().ownLeases().add(held);
        }
        return held;
    }

    @Override
    public String toString() {
        return kind + " " + name();
    }
}
