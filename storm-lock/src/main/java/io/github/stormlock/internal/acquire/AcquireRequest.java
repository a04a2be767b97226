package io.github.stormlock.internal.acquire;

import io.github.stormlock.internal.figures.SafeLockEvents;
import io.github.stormlock.internal.protocol.Bytes;
import io.github.stormlock.internal.protocol.Claimant;
import io.github.stormlock.internal.protocol.LockErrors;
import io.github.stormlock.internal.protocol.LockKind;
import io.github.stormlock.internal.protocol.Targets;
import io.github.stormlock.lock.LockException;
import io.github.stormlock.lock.LockInterruptedException;
import io.github.stormlock.redis.RedisException;
import java.util.function.Consumer;

/**
 * A request for locks, mostly for one.
 *
 * @param claimant the caller and the purpose, as the token tells them
 * @param targets the locks, and how to read the entries in the same step
 * @param leaseMillis how many milliseconds the lease stands unless it is renewed
 * @param interruptible true if an interrupt ends the wait
 * @param leastBudgetNanos how long a command may take at least, although the wait is over sooner: a caller that will
 *     retry does not cut off an answer that is on its way
 * @param busyAt told which lock is waited for, and who has it, each time that it is another one than before
 */
public record AcquireRequest(
        LockKind kind,
        Claimant claimant,
        Targets targets,
        long leaseMillis,
        boolean interruptible,
        SafeLockEvents events,
        long leastBudgetNanos,
        Consumer<AcquireResult.Busy> busyAt) {
    public static final long SHORTEST_BUDGET_NANOS = 1_000_000;

    /**
     * The first answer is awaited for this time at least, however short the wait, unless the command time-out is
     * shorter.
     */
    static final long FIRST_BUDGET_NANOS = 100_000_000;

    /**
     * Returns true if an answer was not awaited any longer because the wait was over. A socket counts in
     * milliseconds.
     */
    public static boolean cutOff(long tookNanos, long budgetNanos) {
        return tookNanos >= budgetNanos - 1_000_000;
    }

    /**
     * Returns the line in which the waiters of this JVM stand; a name that no line has for several locks: who waits for
     * several has a line of its own, since it may wait at any of them.
     */
    String line() {
        return targets.isOne() ? Bytes.text(targets.first().lockKey()) : "";
    }

    /** Returns true if a waiter for this can have it next from another of this JVM, without a try of its own. */
    boolean canBePassedWithin() {
        return targets.reads().isEmpty() && kind.has(LockKind.Trait.PASSED_WITHIN);
    }

    /** Returns the name of the lock, or the names of all, as shown to people. */
    public String name() {
        return targets.name();
    }

    /** Returns the name of one of the locks, or of all if it is none of them. */
    public String name(int index) {
        return targets.name(index);
    }

    private boolean isOfEntry() {
        return claimant.isUpdate();
    }

    RuntimeException failure(RedisException e) {
        return isOfEntry() ? LockErrors.of(name(), e) : LockErrors.ofLock(name(), e);
    }

    LockException unanswered() {
        return LockErrors.unanswered(name(), isOfEntry());
    }

    LockException interrupted() {
        return isOfEntry() ? LockInterruptedException.ofEntry(name()) : new LockInterruptedException(name());
    }

    public long leaseNanos() {
        return leaseMillis * 1_000_000;
    }
}
