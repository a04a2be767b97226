package io.github.stormlock.lock.internal.mutex;

import io.github.stormlock.lock.LeaseLostException;
import io.github.stormlock.lock.LockInterruptedException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;

/**
 * A mutex as a {@link Lock}. Locking it again costs nothing: the count is kept in the JVM, shared by all lock objects
 * of one name and factory. Each thread sees its own holds only, so the count needs no guard.
 */
public final class ThreadOwnedLock implements Lock {
    private static final Duration ENDLESS = Duration.ofDays(36_500);

    private final Mutex mutex;
    private final ThreadLocal<Map<String, Hold>> holds;

    /**
     * Wraps a mutex.
     *
     * @param holds the holds of each thread, by the name of the lock; they go when the thread goes
     */
    public ThreadOwnedLock(Mutex mutex, ThreadLocal<Map<String, Hold>> holds) {
        this.mutex = mutex;
        this.holds = holds;
    }

    /** The lease of a thread, with a count of how often the thread has locked it. */
    public static final class Hold {
        private final MutexLease lease;
        private int count = 1;

        private Hold(MutexLease lease) {
            this.lease = lease;
        }
    }

    @Override
    public void lock() {
        boolean locked = take(mutex.deadline(ENDLESS), /* interruptible= */ false);
        if (!locked) {
            throw new IllegalStateException("lock " + mutex.name() + " was not granted in a hundred years");
        }
    }

    @Override
    public void lockInterruptibly() throws InterruptedException {
        boolean unused = tryLock(ENDLESS.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public boolean tryLock() {
        return take(mutex.deadline(Duration.ZERO), /* interruptible= */ false);
    }

    @Override
    public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
        try {
            return take(mutex.deadline(Duration.ofNanos(Math.max(0, unit.toNanos(time)))), /* interruptible= */ true);
        } catch (LockInterruptedException e) {
            // A method that throws InterruptedException clears the flag, as all of java.util.concurrent does.
            boolean unused = Thread.interrupted();
            throw new InterruptedException(e.getMessage());
        }
    }

    private boolean take(long deadlineNanos, boolean interruptible) {
        if (interruptible && Thread.currentThread().isInterrupted()) {
            throw new LockInterruptedException(mutex.name());
        }
        Hold hold = holds.get().get(mutex.name());
        if (hold != null) {
            // Another may hold the lock by now: one more section under it would run beside the other's.
            hold.lease.requireStanding();
            hold.count++;
            return true;
        }
        MutexLease lease = mutex.take(deadlineNanos, interruptible);
        if (lease == null) {
            return false;
        }
        holds.get().put(mutex.name(), new Hold(lease));
        return true;
    }

    @Override
    public void unlock() {
        Hold hold = holds.get().get(mutex.name());
        if (hold == null) {
            throw new IllegalMonitorStateException("lock " + mutex.name() + " is not held by "
                    + Thread.currentThread().getName());
        }
        if (--hold.count > 0) {
            return;
        }
        holds.get().remove(mutex.name());
        if (!hold.lease.giveBack()) {
            throw new LeaseLostException(mutex.name(), "it ended before it was unlocked");
        }
    }

    @Override
    public Condition newCondition() {
        throw new UnsupportedOperationException("lock " + mutex.name() + " is distributed and has no conditions");
    }

    @Override
    public String toString() {
        return mutex + " owned by threads";
    }
}
