package io.github.stormlock.lock.internal.acquire;

import io.github.stormlock.lock.LockException;
import io.github.stormlock.lock.internal.protocol.AcquireReply;
import io.github.stormlock.lock.internal.protocol.Bytes;
import io.github.stormlock.lock.internal.protocol.LockCalls;
import io.github.stormlock.lock.internal.protocol.LockKeys;
import io.github.stormlock.lock.internal.protocol.ReadSpec;
import io.github.stormlock.lock.internal.protocol.SmallEntries;
import io.github.stormlock.lock.internal.protocol.Tokens.Acquisition;
import io.github.stormlock.redis.RedisPort;
import io.github.stormlock.redis.RedisRefusedException;
import io.github.stormlock.redis.RedisUnavailableException;
import io.github.stormlock.redis.ScriptCall;
import org.jspecify.annotations.Nullable;

/** Sends tries to take a lock, and gives back what a waiter was given without knowing it. Thread-safe. */
public final class AcquireCalls {
    private final RedisPort port;
    private final Ticker ticker;
    private final SmallEntries small = new SmallEntries();
    private final LatelyBusy busy;
    private final ScriptlessAcquire plain;
    private final Withdrawals withdrawals;

    public AcquireCalls(RedisPort port, Ticker ticker, Withdrawals withdrawals) {
        this.port = port;
        this.ticker = ticker;
        this.busy = new LatelyBusy(ticker);
        this.withdrawals = withdrawals;
        this.plain = new ScriptlessAcquire(port, ticker, small, busy);
    }

    /**
     * Makes the first try of a caller that would wait. It needs no script if {@link ScriptlessAcquire} suits; otherwise it is
     * sent as {@link #send} sends it, without a note.
     */
    AcquireResult first(AcquireRequest wanted, Acquisition acquisition, long budgetNanos) {
        if (!plain.suits(wanted)) {
            return send(wanted, acquisition, "", 0, "", budgetNanos);
        }
        AcquireResult outcome = plain.send(wanted, acquisition, budgetNanos);
        return outcome == null ? takeOver(wanted, acquisition, budgetNanos) : outcome;
    }

    private AcquireResult takeOver(AcquireRequest wanted, Acquisition acquisition, long budgetNanos) {
        try {
            return send(wanted, acquisition, "", 0, "", budgetNanos);
        } catch (RedisUnavailableException | LockException e) {
            // The plain try has taken the lock. The wait loop does not know that and would not withdraw it: no note
            // was left, and no answer is due.
            withdraw(wanted, acquisition, "");
            throw e;
        }
    }

    /**
     * Sends one try, under a token that was never sent before.
     *
     * @param note the note to leave if the lock is busy; empty for none
     * @param noteMillis how many milliseconds the note stands
     * @param oldNote the note to remove; empty for none
     * @throws io.github.stormlock.redis.RedisUnavailableException if it was not sent
     * @throws io.github.stormlock.redis.RedisAnswerLostException if no answer came
     * @throws LockException if the server or the entry refuses
     */
    AcquireResult send(
            AcquireRequest wanted,
            Acquisition acquisition,
            String note,
            long noteMillis,
            String oldNote,
            long budgetNanos) {
        String token = acquisition.token();
        ScriptCall call = call(wanted, token, note, noteMillis, oldNote);
        long sent = ticker.nanos();
        Object reply;
        try {
            reply = port.run(call, budgetNanos);
        } catch (RedisRefusedException e) {
            reply = e;
        }
        return answered(wanted, acquisition, token, sent, reply);
    }

    /** Returns a try without a note, to be sent together with others. */
    public ScriptCall call(AcquireRequest wanted, String token) {
        return call(wanted, token, "", 0, "");
    }

    /**
     * Returns the outcome of a try.
     *
     * @param reply the answer to it, or the refusal in its place
     */
    public AcquireResult answered(
            AcquireRequest wanted, Acquisition acquisition, String token, long sent, @Nullable Object reply) {
        if (reply instanceof RedisRefusedException e) {
            if (e.code().equals("TRYAGAIN")) {
                return AcquireResult.Busy.MIGRATING;
            }
            throw LockErrors.refused(wanted.keys(), e);
        }
        AcquireReply outcome = AcquireReply.of(Bytes.list(reply));
        if (outcome instanceof AcquireReply.Granted granted) {
            return granted(
                    wanted, new AcquireResult.Grant(acquisition, token, sent, granted.exists(), granted.answer()));
        } else if (outcome instanceof AcquireReply.Busy met) {
            busy.met(wanted.keys());
            return new AcquireResult.Busy(met.leftMillis(), met.holder());
        }
        throw LockErrors.notRead(wanted.keys(), wanted.read(), ((AcquireReply.NotRead) outcome).why());
    }

    public ScriptlessAcquire plain() {
        return plain;
    }

    /** Notes that the lock was left free for others. A plain try would not see that and could take it before them. */
    public void leftFree(LockKeys keys) {
        busy.met(keys);
    }

    private AcquireResult granted(AcquireRequest wanted, AcquireResult.Grant grant) {
        ReadSpec read = wanted.read();
        if (read != null && read.isLimited()) {
            small.seen(wanted.keys().entry(), read.isSmall(read.sizeOf(grant.answer())));
        }
        return grant;
    }

    /** Removes a note, and passes on a grant or a gift that the waiter does not want any more. Never throws. */
    void withdraw(AcquireRequest wanted, Acquisition acquisition, String note) {
        withdrawals.now(withdrawals.of(wanted, acquisition, note));
    }

    /** Withdraws as {@link #withdraw} does, but in the background, since the server did not answer. */
    void withdrawLater(AcquireRequest wanted, Acquisition acquisition, String note) {
        withdrawals.later(withdrawals.of(wanted, acquisition, note));
    }

    /** Returns a withdrawal without a note, to be sent together with others. */
    public Withdrawal withdrawal(AcquireRequest wanted, Acquisition acquisition) {
        return withdrawals.of(wanted, acquisition, "");
    }

    private static ScriptCall call(AcquireRequest wanted, String token, String note, long noteMillis, String oldNote) {
        return LockCalls.acquire(
                wanted.kind(), wanted.keys(), token, wanted.leaseMillis(), note, noteMillis, oldNote, wanted.read());
    }
}
