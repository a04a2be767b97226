package io.github.stormlock.lock.internal.mutex;

import io.github.stormlock.config.LockSettings;
import io.github.stormlock.lock.DistributedLock;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.LockEvents;
import io.github.stormlock.lock.LockTimeoutException;
import io.github.stormlock.lock.internal.acquire.AcquireRequest;
import io.github.stormlock.lock.internal.acquire.AcquireResult;
import io.github.stormlock.lock.internal.acquire.HeldLease;
import io.github.stormlock.lock.internal.acquire.LockRuntime;
import io.github.stormlock.lock.internal.acquire.SafeLockEvents;
import io.github.stormlock.lock.internal.acquire.Users;
import io.github.stormlock.lock.internal.protocol.Claimant;
import io.github.stormlock.lock.internal.protocol.LockKeys;
import io.github.stormlock.lock.internal.protocol.LockKind;
import io.github.stormlock.lock.internal.protocol.Targets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.Nullable;

/** A lock of one factory, of any kind that one holds alone. */
public final class Mutex implements DistributedLock {
    private static final SafeLockEvents EVENTS = SafeLockEvents.around(LockEvents.NONE);

    private final LockRuntime locks;
    private final Users users;
    private final ThreadLocal<Map<String, ThreadOwnedLock.Hold>> holds;
    private final LockSettings settings;
    private final LockKind kind;
    private final LockKeys keys;
    private final Targets targets;
    private final int caller;

    /**
     * Creates the lock of a name.
     *
     * @param users those of the connection; an acquisition under way is one
     * @param holds the holds of each thread, for the mutex as a {@link Lock}
     * @param caller the number by which the tokens name the caller
     */
    public Mutex(
            LockRuntime locks,
            Users users,
            ThreadLocal<Map<String, ThreadOwnedLock.Hold>> holds,
            LockSettings settings,
            LockKind kind,
            LockKeys keys,
            int caller) {
        this.locks = locks;
        this.users = users;
        this.holds = holds;
        this.settings = settings;
        this.kind = kind;
        this.keys = keys;
        this.targets = Targets.lock(keys);
        this.caller = caller;
    }

    @Override
    public String name() {
        return keys.entry();
    }

    @Override
    public Optional<Lease> tryAcquire(Duration wait) {
        return take(locks.deadline(wait), null, true) instanceof HeldLease held
                ? Optional.of(new MutexLease(locks, users, held))
                : Optional.empty();
    }

    @Override
    public Lease acquire(Duration wait) {
        Object taken = take(locks.deadline(wait), null, true);
        if (taken instanceof HeldLease held) {
            return new MutexLease(locks, users, held);
        }
        throw new LockTimeoutException(keys.entry(), wait, ((AcquireResult.Busy) taken).shown(targets));
    }

    @Override
    public Lock asLock() {
        return new ThreadOwnedLock(this, holds);
    }

    /**
     * Acquires a lease for the calling thread; the lease ends when the thread dies. Returns {@code null} if it was
     * not granted in time.
     */
    @Nullable
    public MutexLease take(long deadlineNanos, boolean interruptible) {
        return take(deadlineNanos, Thread.currentThread(), interruptible) instanceof HeldLease held
                ? new MutexLease(locks, users, held)
                : null;
    }

    public long deadline(Duration wait) {
        return locks.deadline(wait);
    }

    private Object take(long deadlineNanos, @Nullable Thread owner, boolean interruptible) {
        AcquireRequest wanted = new AcquireRequest(
                kind,
                Claimant.ofMutex(caller),
                targets,
                settings.lease().toMillis(),
                interruptible,
                EVENTS,
                AcquireRequest.SHORTEST_BUDGET_NANOS,
                index -> EVENTS.tell(LockEvents::contended));
        users.retain();
        try {
            AcquireResult outcome = locks.acquire(wanted, deadlineNanos);
            if (!(outcome instanceof AcquireResult.Grant grant)) {
                return outcome;
            }
            HeldLease lease = locks.hold(wanted, grant, settings.holdMax(), owner);
            locks.ownLeases().add(lease);
            return lease;
        } finally {
            users.letGo();
        }
    }

    @Override
    public String toString() {
        return kind + " " + keys.entry();
    }
}
