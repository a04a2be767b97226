package io.github.stormlock.internal.lifecycle;

import com.google.errorprone.annotations.CheckReturnValue;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts those who use a connection: its owners, and the operations under way. Once the last owner is gone no operation
 * begins. The connection ends when the last one under way is done. So closing a factory never pulls the connection from
 * under an update, and updates that follow each other do not keep it open. Thread-safe.
 */
public final class Users {
    private static final long ENDED = 0;
    /** The owners are counted in the upper half, the operations in the lower one: both change in one step. */
    private static final long OWNER = 1L << 32;

    private final AtomicLong count = new AtomicLong(OWNER);
    private final CountDownLatch ended = new CountDownLatch(1);
    private final String what;
    private final Runnable refuseWaiters;
    private final Runnable end;

    /**
     * Begins with one owner, the caller.
     *
     * @param what the name of the type that is used, for messages
     * @param refuseWaiters ends the waits for locks; run once, when the last owner has gone
     * @param end ends everything; run once, by the last user
     */
    public Users(String what, Runnable refuseWaiters, Runnable end) {
        this.what = what;
        this.refuseWaiters = refuseWaiters;
        this.end = end;
    }

    /** Counts one more owner. Returns false if the last one is gone. */
    @CheckReturnValue
    public boolean tryOwn() {
        return !isClosed(count.getAndUpdate(users -> isClosed(users) ? users : users + OWNER));
    }

    /**
     * Counts one more operation.
     *
     * @throws IllegalStateException if the last owner is gone
     */
    public void retain() {
        if (isClosed(count.getAndUpdate(users -> isClosed(users) ? users : users + 1))) {
            throw closed();
        }
    }

    /** Counts what belongs to an earlier operation, such as the end of a lease. Returns false if all has ended. */
    @CheckReturnValue
    public boolean tryGoOn() {
        return count.getAndUpdate(users -> users == ENDED ? ENDED : users + 1) != ENDED;
    }

    /** Returns the error of a call after the end. */
    public IllegalStateException closed() {
        return new IllegalStateException("this " + what + " is closed: keep one open until the program ends");
    }

    /** Returns true if the last owner is gone. */
    public boolean areClosed() {
        return isClosed(count.get());
    }

    private static boolean isClosed(long users) {
        return users < OWNER;
    }

    /** Counts one operation less; the last user ends everything. */
    public void letGo() {
        endIf(count.decrementAndGet() == ENDED);
    }

    /** Counts one owner less. The last one refuses those who wait for a lock, and all who come from here on. */
    public void close() {
        long left = count.addAndGet(-OWNER);
        if (isClosed(left) && left != ENDED) {
            refuseWaiters.run();
        }
        endIf(left == ENDED);
    }

    private void endIf(boolean last) {
        if (!last) {
            return;
        }
        // The last user may be an interrupted executor, and what is closed here may swallow its interrupt.
        boolean interrupted = Thread.interrupted();
        try {
            end.run();
        } finally {
            ended.countDown();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    public boolean haveEnded() {
        return count.get() == ENDED;
    }

    /**
     * Waits until all has ended, if the last owner is gone. An interrupt ends the wait.
     *
     * @return true if nothing is under way any more, or others own the connection
     */
    public boolean awaitEnd(Duration wait) {
        try {
            return !areClosed() || ended.await(wait.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
