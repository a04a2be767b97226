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

/** Sends tries to take a lock, and gives back what a waiter was given without knowing. Thread-safe. */
public final class Attempts {
    private final RedisPort port;
    private final Ticker ticker;
    private final SmallEntries small = new SmallEntries();
    private final LatelyBusy busy;
    private final PlainTry plain;
    private final Withdrawals withdrawals;

    public Attempts(RedisPort port, Ticker ticker, Withdrawals withdrawals) {
        this.port = port;
        this.ticker = ticker;
        this.busy = new LatelyBusy(ticker);
        this.withdrawals = withdrawals;
        this.plain = new PlainTry(port, ticker, small, busy);
    }

    /**
     * A first try by a caller that would wait: without a script where that will do, otherwise as {@link #send} without a
     * note.
     */
    Try first(Acquiring wanted, Acquisition acquisition, long budgetNanos) {
        if (!plain.suits(wanted)) {
            return send(wanted, acquisition, "", 0, "", budgetNanos);
        }
        Try outcome = plain.send(wanted, acquisition, budgetNanos);
        return outcome == null ? takeOver(wanted, acquisition, budgetNanos) : outcome;
    }

    private Try takeOver(Acquiring wanted, Acquisition acquisition, long budgetNanos) {
        try {
            return send(wanted, acquisition, "", 0, "", budgetNanos);
        } catch (RedisUnavailableException | LockException e) {
            // The lock is ours by the plain try, and nobody else knows: no note was left, and no answer is due.
            withdraw(wanted, acquisition, "");
            throw e;
        }
    }

    /**
     * One try, under a token that was never sent before.
     *
     * @param note leaves this note, where it is not empty, if the lock is busy
     * @param noteMillis how long the note stands
     * @param oldNote removes this note
     * @throws io.github.stormlock.redis.RedisUnavailableException if it was not sent
     * @throws io.github.stormlock.redis.RedisAnswerLostException if no answer came
     * @throws LockException if the server or the entry refuses
     */
    Try send(
            Acquiring wanted, Acquisition acquisition, String note, long noteMillis, String oldNote, long budgetNanos) {
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

    /** A try without a note, for whoever sends it together with others. */
    public ScriptCall call(Acquiring wanted, String token) {
        return call(wanted, token, "", 0, "");
    }

    /**
     * What a try came to.
     *
     * @param reply to it, or the refusal in its place
     */
    public Try answered(Acquiring wanted, Acquisition acquisition, String token, long sent, @Nullable Object reply) {
        if (reply instanceof RedisRefusedException e) {
            if (e.code().equals("TRYAGAIN")) {
                return Try.Busy.MIGRATING;
            }
            throw Troubles.refused(wanted.keys(), e);
        }
        AcquireReply outcome = AcquireReply.of(Bytes.list(reply));
        if (outcome instanceof AcquireReply.Granted granted) {
            return granted(wanted, new Try.Grant(acquisition, token, sent, granted.exists(), granted.answer()));
        } else if (outcome instanceof AcquireReply.Busy met) {
            busy.met(wanted.keys());
            return new Try.Busy(met.leftMillis(), met.holder());
        } else if (outcome instanceof AcquireReply.TooLarge large) {
            throw Troubles.tooLarge(wanted, large.size());
        }
        throw Troubles.refused(wanted.keys(), ((AcquireReply.Refused) outcome).error());
    }

    public PlainTry plain() {
        return plain;
    }

    /** It was left free for others: they are not to be forestalled by a plain try. */
    public void leftFree(LockKeys keys) {
        busy.met(keys);
    }

    private Try granted(Acquiring wanted, Try.Grant grant) {
        ReadSpec read = wanted.read();
        if (read != null && read.most() > 0) {
            small.seen(wanted.keys().entry(), read.isSmall(read.sizeOf(grant.answer())));
        }
        return grant;
    }

    /** Removes a note and passes on a grant or a gift that the waiter does not want any more. Never throws. */
    void withdraw(Acquiring wanted, Acquisition acquisition, String note) {
        withdrawals.now(withdrawals.of(wanted, acquisition, note));
    }

    /** As {@link #withdraw}, where the server was silent: behind the caller's back. */
    void withdrawLater(Acquiring wanted, Acquisition acquisition, String note) {
        withdrawals.later(withdrawals.of(wanted, acquisition, note));
    }

    /** A withdrawal without a note, to be sent together with others. */
    public Withdrawal withdrawal(Acquiring wanted, Acquisition acquisition) {
        return withdrawals.of(wanted, acquisition, "");
    }

    private static ScriptCall call(Acquiring wanted, String token, String note, long noteMillis, String oldNote) {
        return LockCalls.acquire(
                wanted.kind(), wanted.keys(), token, wanted.leaseMillis(), note, noteMillis, oldNote, wanted.read());
    }
}
