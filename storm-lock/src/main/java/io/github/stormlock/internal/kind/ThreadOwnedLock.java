package io.github.stormlock.internal.kind;

import io.github.stormlock.lock.LockInterruptedException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;

/**
 * A lock as a {@link Lock}. Locking it again costs nothing: the count is kept in the JVM, shared by all lock objects of
 * one name and factory.
 */
final class ThreadOwnedLock implements Lock {
    private static final Duration ENDLESS = Duration.ofDays(36_500);

    private final Owned owned;

    ThreadOwnedLock(Owned owned) {
        this.owned = owned;
    }

    @Override
    public void lock() {
        boolean locked = owned.take(deadline(ENDLESS), /* interruptible= */ false);
        if (!locked) {
            throw new IllegalStateException(owned.lock() + " was not granted in a hundred years");
        }
    }

    @Override
    public void lockInterruptibly() throws InterruptedException {
        tryLock(ENDLESS.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public boolean tryLock() {
        return owned.take(deadline(Duration.ZERO), /* interruptible= */ false);
    }

    @Override
    public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
        try {
            if (Thread.currentThread().isInterrupted()) {
                throw new LockInterruptedException(owned.lock().name());
            }
            return owned.take(deadline(Duration.ofNanos(Math.max(0, unit.toNanos(time)))), /* interruptible= */ true);
        } catch (LockInterruptedException e) {
            // A method that throws InterruptedException clears the flag, as all of java.util.concurrent does.
            Thread.interrupted();
            throw new InterruptedException(e.getMessage());
        }
    }

    private long deadline(Duration wait) {
        return owned.lock().deadline(wait);
    }

    @Override
    public void unlock() {
        owned.leave();
    }

    @Override
    public Condition newCondition() {
        throw new UnsupportedOperationException(owned.lock() + " is distributed and has no conditions");
    }

    @Override
    public String toString() {
        return owned.lock() + " owned by threads";
    }
}
