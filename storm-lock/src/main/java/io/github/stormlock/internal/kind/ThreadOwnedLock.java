package io.github.stormlock.internal.kind;

import com.google.errorprone.annotations.CheckReturnValue;
import io.github.stormlock.lock.LeaseLostException;
import io.github.stormlock.lock.LockInterruptedException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.Nullable;

/**
 * A lock as a {@link Lock}. Locking it again costs nothing: the count is kept in the JVM, shared by all lock objects of
 * one name and factory. Thread-safe.
 */
class ThreadOwnedLock implements Lock {
    private static final Duration ENDLESS = Duration.ofDays(36_500);

    private final Acquirable lock;

    ThreadOwnedLock(Acquirable lock) {
        this.lock = lock;
    }

    /** Returns a lease for a thread that has none of this lock; {@code null} if it was not granted in time. */
    @Nullable
    OwnLease acquire(Duration wait, boolean interruptible) {
        return lock.take(wait, true, interruptible).lease();
    }

    /** Takes the lock for the calling thread, or counts one more. Returns false if it was not granted in time. */
    @CheckReturnValue
    private boolean take(Duration wait, boolean interruptible) {
        Holds.Hold hold = lock.holds().of(lock);
        if (hold != null) {
            hold.again();
            return true;
        }
        OwnLease lease = acquire(wait, interruptible);
        if (lease != null) {
            lock.holds().begin(lock, lease);
        }
        return lease != null;
    }

    @Override
    public void lock() {
        boolean locked = take(ENDLESS, /* interruptible= */ false);
        if (!locked) {
            throw new IllegalStateException(lock + " was not granted in a hundred years");
        }
    }

    @Override
    public void lockInterruptibly() throws InterruptedException {
        tryLock(ENDLESS.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public boolean tryLock() {
        return take(Duration.ZERO, /* interruptible= */ false);
    }

    @Override
    public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
        try {
            if (Thread.currentThread().isInterrupted()) {
                throw new LockInterruptedException(lock.name());
            }
            return take(Duration.ofNanos(Math.max(0, unit.toNanos(time))), /* interruptible= */ true);
        } catch (LockInterruptedException e) {
            // A method that throws InterruptedException clears the flag, as all of java.util.concurrent does.
            Thread.interrupted();
            throw new InterruptedException(e.getMessage());
        }
    }

    @Override
    public void unlock() {
        OwnLease lease = lock.holds().end(lock);
        if (lease != null && !lease.giveBack()) {
            throw new LeaseLostException(lock.name(), "it ended before it was unlocked");
        }
    }

    @Override
    public Condition newCondition() {
        throw new UnsupportedOperationException(lock + " is distributed and has no conditions");
    }

    @Override
    public String toString() {
        return lock + " owned by threads";
    }
}
