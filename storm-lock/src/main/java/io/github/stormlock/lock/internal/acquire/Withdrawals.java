package io.github.stormlock.lock.internal.acquire;

import io.github.stormlock.lock.internal.acquire.Unanswered.Owed;
import io.github.stormlock.lock.internal.protocol.LockCalls;
import io.github.stormlock.lock.internal.protocol.Tokens.Acquisition;
import io.github.stormlock.redis.RedisException;
import io.github.stormlock.redis.RedisPort;
import io.github.stormlock.redis.ScriptCall;

/**
 * Withdraws waiters that have given up, without delaying anybody. If Redis does not answer soon, the watchdog sends
 * the withdrawal again, until the note or the lease that may stand has ended. A second copy of a withdrawal finds
 * nothing to do. Thread-safe.
 */
public record Withdrawals(RedisPort port, Watchdog watchdog, Ticker ticker) {
    /**
     * The longest time that a caller who gives up waits for the answer. A server that answers at all answers within
     * it.
     */
    private static final long LONGEST_WAIT_NANOS = 100_000_000L;

    private static final long NOTE_NANOS = 10_000_000_000L;

    /**
     * Returns a withdrawal of one acquisition, not sent yet.
     *
     * @param note the waiter's note; empty for none
     */
    Withdrawal of(AcquireRequest wanted, Acquisition acquisition, String note) {
        ScriptCall call = LockCalls.withdraw(wanted.kind(), wanted.targets().keys(), acquisition.token(), note);
        return new Withdrawal(wanted, call, this::later);
    }

    /** Sends a withdrawal now, if all before it were answered. What Redis does not answer is sent later. Never throws. */
    void now(Withdrawal one) {
        if (!watchdog.unanswered().isEmpty()) {
            later(one);
            return;
        }
        Object answer;
        try {
            answer = port.run(one.call(), LONGEST_WAIT_NANOS);
        } catch (RedisException e) {
            answer = e;
        }
        one.answered(answer);
    }

    /** Has the watchdog send a withdrawal until it is answered. Never throws. */
    void later(Withdrawal withdrawal) {
        AcquireRequest wanted = withdrawal.wanted();
        long standing = Math.max(wanted.leaseNanos(), NOTE_NANOS);
        watchdog.owe(new Owed(withdrawal.call(), wanted.name(), ticker.nanos() + standing, wanted.events()));
    }
}
