package io.github.stormlock.lock;

import io.github.stormlock.config.LockSettings;
import io.github.stormlock.lock.internal.acquire.AcquireRequest;
import io.github.stormlock.lock.internal.acquire.AcquireResult;
import io.github.stormlock.lock.internal.acquire.HeldLease;
import io.github.stormlock.lock.internal.acquire.SafeLockEvents;
import io.github.stormlock.lock.internal.protocol.Claimant;
import io.github.stormlock.lock.internal.protocol.LockKeys;
import io.github.stormlock.lock.internal.protocol.LockKind;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.Nullable;

/** A mutex of one factory. */
final class Mutex implements DistributedLock {
    private final Engine engine;
    private final LockSettings settings;
    private final LockKeys keys;
    private final int caller;
    private final SafeLockEvents events;

    Mutex(Engine engine, LockSettings settings, LockKeys keys, int caller, SafeLockEvents events) {
        this.engine = engine;
        this.settings = settings;
        this.keys = keys;
        this.caller = caller;
        this.events = events;
    }

    @Override
    public String name() {
        return keys.entry();
    }

    @Override
    public Optional<Lease> tryAcquire(Duration wait) {
        return take(engine.locks().deadline(wait), null, true) instanceof HeldLease held
                ? Optional.of(new MutexLease(engine, held))
                : Optional.empty();
    }

    @Override
    public Lease acquire(Duration wait) {
        Object taken = take(engine.locks().deadline(wait), null, true);
        if (taken instanceof HeldLease held) {
            return new MutexLease(engine, held);
        }
        throw new LockTimeoutException(keys.entry(), wait, ((AcquireResult.Busy) taken).shown(keys));
    }

    @Override
    public Lock asLock() {
        return new ThreadOwnedLock(this, engine.holds());
    }

    /**
     * Acquires a lease for the calling thread; the lease ends when the thread dies. Returns {@code null} if it was
     * not granted in time.
     */
    @Nullable
    MutexLease take(long deadlineNanos, boolean interruptible) {
        return take(deadlineNanos, Thread.currentThread(), interruptible) instanceof HeldLease held
                ? new MutexLease(engine, held)
                : null;
    }

    long deadline(Duration wait) {
        return engine.locks().deadline(wait);
    }

    private Object take(long deadlineNanos, @Nullable Thread owner, boolean interruptible) {
        AcquireRequest wanted = new AcquireRequest(
                LockKind.MUTEX,
                Claimant.ofMutex(caller),
                keys,
                null,
                settings.lease().toMillis(),
                interruptible,
                events,
                AcquireRequest.SHORTEST_BUDGET_NANOS,
                () -> events.tell(LockEvents::contended));
        engine.retain();
        try {
            AcquireResult outcome = engine.locks().acquire(wanted, deadlineNanos);
            if (!(outcome instanceof AcquireResult.Grant grant)) {
                return outcome;
            }
            HeldLease lease = engine.locks().hold(wanted, grant, settings.holdMax(), owner);
            engine.locks().ownLeases().add(lease);
            return lease;
        } finally {
            engine.letGo();
        }
    }

    @Override
    public String toString() {
        return "mutex " + keys.entry();
    }
}
