package io.github.stormlock.lock;

import io.github.stormlock.entry.EntryCommand;
import io.github.stormlock.lock.Tokens.Acquisition;
import io.github.stormlock.redis.RedisPort;
import io.github.stormlock.redis.RedisRefusedException;
import io.github.stormlock.redis.RedisUnavailableException;
import io.github.stormlock.redis.ScriptCall;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Sends tries to take a lock, and gives back what a waiter was given without knowing. Thread-safe. */
final class Attempts {
    private static final long NO_EXPIRY = -1;

    /** The holder that a script names while the lock is left to strangers. */
    private static final String LEFT_FREE = Tokens.PREFIX + "left-free";

    private final RedisPort port;
    private final Ticker ticker;
    private final SmallEntries small = new SmallEntries();
    private final LatelyBusy busy;
    private final PlainTry plain;
    private final Withdrawals withdrawals;

    Attempts(RedisPort port, Ticker ticker, Withdrawals withdrawals) {
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
    ScriptCall call(Acquiring wanted, String token) {
        return call(wanted, token, "", 0, "");
    }

    /**
     * What a try came to.
     *
     * @param reply to it, or the refusal in its place
     */
    Try answered(Acquiring wanted, Acquisition acquisition, String token, long sent, @Nullable Object reply) {
        if (reply instanceof RedisRefusedException e) {
            if (e.code().equals("TRYAGAIN")) {
                return Try.Busy.MIGRATING;
            }
            throw Troubles.refused(wanted.keys(), e);
        }
        List<?> parts = Bytes.list(reply);
        return switch ((int) Bytes.number(parts.get(0))) {
            case 1 ->
                granted(
                        wanted,
                        new Try.Grant(
                                acquisition,
                                token,
                                sent,
                                Bytes.number(parts.get(1)) == 1,
                                parts.size() > 2 ? parts.get(2) : null));
            case 0 -> busy(wanted.keys(), Bytes.number(parts.get(1)), Shown.name(Bytes.text(parts.get(2))));
            case -2 -> throw Troubles.tooLarge(wanted, Bytes.number(parts.get(1)));
            default -> throw Troubles.refused(wanted.keys(), Bytes.text(parts.get(1)));
        };
    }

    private Try busy(LockKeys keys, long leftMillis, String holder) {
        busy.met(keys);
        if (holder.equals(LEFT_FREE)) {
            return Try.Busy.leftFree(leftMillis);
        }
        return new Try.Busy(
                leftMillis,
                leftMillis == NO_EXPIRY
                        ? holder + " under the key " + Shown.name(Bytes.text(keys.lockKey()))
                                + ", which never expires: delete that key if no program holds the lock any more"
                        : holder);
    }

    PlainTry plain() {
        return plain;
    }

    /** It was left free for others: they are not to be forestalled by a plain try. */
    void leftFree(LockKeys keys) {
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
    Withdrawal withdrawal(Acquiring wanted, Acquisition acquisition) {
        return withdrawals.of(wanted, acquisition, "");
    }

    private static ScriptCall call(Acquiring wanted, String token, String note, long noteMillis, String oldNote) {
        LockKeys keys = wanted.keys();
        ReadSpec read = wanted.read();
        List<byte[]> args = new ArrayList<>(
                read == null ? 5 : 8 + read.command().arguments().size());
        args.add(Bytes.of(token));
        args.add(Bytes.of(wanted.leaseMillis()));
        args.add(Bytes.of(note));
        args.add(Bytes.of(noteMillis));
        args.add(Bytes.of(oldNote));
        if (read == null) {
            return new ScriptCall(wanted.kind().acquire(), List.of(keys.lockKey(), keys.waitingKey()), args);
        }
        EntryCommand command = read.command();
        args.add(Bytes.of(read.most()));
        args.add(Bytes.of(read.sizeCommand()));
        args.add(Bytes.of(command.name()));
        args.addAll(command.arguments());
        return new ScriptCall(
                wanted.kind().acquire(), List.of(keys.lockKey(), keys.waitingKey(), keys.entryKey()), args);
    }
}
