package io.github.stormlock.lock.internal.acquire;

import io.github.stormlock.lock.internal.acquire.Unanswered.Owed;
import io.github.stormlock.lock.internal.protocol.LockCalls;
import io.github.stormlock.lock.internal.protocol.Tokens.Acquisition;
import io.github.stormlock.redis.RedisException;
import io.github.stormlock.redis.RedisPort;
import io.github.stormlock.redis.ScriptCall;

/**
 * Withdraws waiters that have gone without holding up anybody: where Redis does not answer soon, the watchdog sends it until
 * the note or the lease that may stand has ended. A second copy of a withdrawal finds nothing to do. Thread-safe.
 */
public final class Withdrawals {
    /** A server that answers at all answers within this time; nobody who gives up waits longer. */
    private static final long PATIENCE_NANOS = 100_000_000L;

    private static final long NOTE_NANOS = 10_000_000_000L;

    private final RedisPort port;
    private final Watchdog watchdog;
    private final Ticker ticker;

    public Withdrawals(RedisPort port, Watchdog watchdog, Ticker ticker) {
        this.port = port;
        this.watchdog = watchdog;
        this.ticker = ticker;
    }

    /**
     * A withdrawal of one acquisition, not sent yet.
     *
     * @param note of the waiter; empty for none
     */
    Withdrawal of(Acquiring wanted, Acquisition acquisition, String note) {
        ScriptCall call = LockCalls.withdraw(wanted.kind(), wanted.keys(), acquisition.token(), note);
        return new Withdrawal(wanted, call, this::later);
    }

    /** Sends it now if all before it were answered, and later if Redis does not answer. Never throws. */
    void now(Withdrawal withdrawal) {
        if (!watchdog.unanswered().isEmpty()) {
            later(withdrawal);
            return;
        }
        try {
            withdrawal.answered(port.run(withdrawal.call(), PATIENCE_NANOS));
        } catch (RedisException e) {
            withdrawal.answered(e);
        }
    }

    /** Has the watchdog send it until it is answered. Never throws. */
    void later(Withdrawal withdrawal) {
        Acquiring wanted = withdrawal.wanted();
        long standing = Math.max(wanted.leaseNanos(), NOTE_NANOS);
        watchdog.owe(new Owed(withdrawal.call(), wanted.keys(), ticker.nanos() + standing, wanted.events()));
    }
}
