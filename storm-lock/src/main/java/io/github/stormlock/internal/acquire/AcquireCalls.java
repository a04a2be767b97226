package io.github.stormlock.internal.acquire;

import com.google.errorprone.annotations.CheckReturnValue;
import io.github.stormlock.internal.acquire.Unanswered.Owed;
import io.github.stormlock.internal.lifecycle.Ticker;
import io.github.stormlock.internal.protocol.Bytes;
import io.github.stormlock.internal.protocol.Holder;
import io.github.stormlock.internal.protocol.LockCalls;
import io.github.stormlock.internal.protocol.LockCalls.Note;
import io.github.stormlock.internal.protocol.LockErrors;
import io.github.stormlock.internal.protocol.ReadReply;
import io.github.stormlock.internal.protocol.ReadSpec;
import io.github.stormlock.internal.protocol.Tokens.Acquisition;
import io.github.stormlock.lock.LockException;
import io.github.stormlock.lock.LockUnavailableException;
import io.github.stormlock.redis.RedisException;
import io.github.stormlock.redis.RedisPort;
import io.github.stormlock.redis.RedisRefusedException;
import io.github.stormlock.redis.ScriptCall;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Sends tries to take a lock, and gives back what a waiter was given without knowing it. Thread-safe. */
public final class AcquireCalls {
    /** A caller who gives up waits no longer for the answer. A server that answers at all answers within it. */
    private static final long LONGEST_WITHDRAWAL_NANOS = 100_000_000L;

    private static final long NOTE_NANOS = 10_000_000_000L;

    private final RedisPort port;
    private final Ticker ticker;
    private final Watchdog watchdog;

    public AcquireCalls(RedisPort port, Ticker ticker, Watchdog watchdog) {
        this.port = port;
        this.ticker = ticker;
        this.watchdog = watchdog;
    }

    /**
     * Sends one try, under a token that was never sent before.
     *
     * @param note the note to leave if a lock is busy, and the one to remove
     * @throws io.github.stormlock.redis.RedisUnavailableException if it was not sent
     * @throws io.github.stormlock.redis.RedisAnswerLostException if no answer came
     * @throws LockException if the server or an entry refuses
     */
    @CheckReturnValue
    AcquireResult send(AcquireRequest wanted, Acquisition acquisition, Note note, long budgetNanos) {
        String token = acquisition.token();
        ScriptCall call = call(wanted, token, note);
        long sent = ticker.nanos();
        Object reply;
        try {
            reply = port.run(call, budgetNanos);
        } catch (RedisRefusedException e) {
            reply = e;
        }
        try {
            return answered(wanted, acquisition, token, sent, reply);
        } catch (LockUnavailableException e) {
            if (!(reply instanceof RedisRefusedException)) {
                port.pace(budgetNanos);
            }
            throw e;
        }
    }

    /** Returns a try without a note, to be sent together with others. */
    public ScriptCall call(AcquireRequest wanted, String token) {
        return call(wanted, token, Note.NONE);
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
            throw wanted.failure(e);
        }
        List<?> parts = Bytes.list(reply);
        long code = Bytes.number(parts.get(0));
        if (code == 1) {
            return new AcquireResult.Grant(acquisition, token, sent, ReadReply.found(parts, 1, (parts.size() - 1) / 2));
        }
        int index = Bytes.index(parts, 1);
        if (code == 0) {
            return new AcquireResult.Busy(index, Bytes.number(parts.get(2)), Holder.of(Bytes.text(parts.get(3))));
        }
        List<ReadSpec> reads = wanted.targets().reads();
        throw LockErrors.notRead(
                wanted.name(index), reads.isEmpty() ? null : reads.get(index), ReadReply.notRead(code, parts.get(2)));
    }

    /**
     * Removes a note, and passes on a grant or a gift that the waiter does not want any more, without delaying anybody. If
     * Redis does not answer soon, or owes an answer, the watchdog sends it. Never throws.
     */
    void withdraw(AcquireRequest wanted, Acquisition acquisition, String note) {
        Owed one = withdrawal(wanted, acquisition, note);
        if (!watchdog.unanswered().isEmpty()) {
            later(one);
            return;
        }
        Object answer;
        try {
            answer = port.run(one.call(), LONGEST_WITHDRAWAL_NANOS);
        } catch (RedisException e) {
            answer = e;
        }
        settle(one, answer);
    }

    /** Withdraws as {@link #withdraw} does, but in the background, since the server did not answer. */
    void withdrawLater(AcquireRequest wanted, Acquisition acquisition, String note) {
        later(withdrawal(wanted, acquisition, note));
    }

    /** Returns a withdrawal without a note, to be sent together with others. */
    public Owed withdrawal(AcquireRequest wanted, Acquisition acquisition) {
        return withdrawal(wanted, acquisition, "");
    }

    private Owed withdrawal(AcquireRequest wanted, Acquisition acquisition, String note) {
        ScriptCall call = LockCalls.withdraw(wanted.kind(), wanted.targets().keys(), acquisition.token(), note);
        long standing = Math.max(wanted.leaseNanos(), NOTE_NANOS);
        return new Owed(call, wanted.name(), ticker.nanos() + standing, wanted.events());
    }

    /**
     * Takes the answer to a withdrawal. Without an answer, it goes on in the background. Never throws.
     *
     * @param answer the script's answer, or the {@link RedisException} in its place
     */
    public void settle(Owed withdrawal, @Nullable Object answer) {
        if (!withdrawal.isAnsweredBy(answer)) {
            later(withdrawal);
        }
    }

    /**
     * Has the watchdog send a withdrawal until it is answered, or the note or the lease that may stand has ended. A second
     * copy finds nothing to do. Never throws, does not block.
     */
    public void later(Owed withdrawal) {
        watchdog.owe(withdrawal);
    }

    private static ScriptCall call(AcquireRequest wanted, String token, Note note) {
        return LockCalls.acquire(wanted.kind(), wanted.targets(), token, wanted.leaseMillis(), note);
    }
}
