package io.github.stormlock.lock.internal.update;

import io.github.stormlock.entry.EntryCommand;
import io.github.stormlock.lock.LockException;
import io.github.stormlock.lock.OutcomeUnknownException;
import io.github.stormlock.lock.internal.acquire.Acquiring;
import io.github.stormlock.lock.internal.acquire.HeldLease;
import io.github.stormlock.lock.internal.acquire.Troubles;
import io.github.stormlock.lock.internal.acquire.Withdrawal;
import io.github.stormlock.lock.internal.protocol.Bytes;
import io.github.stormlock.lock.internal.protocol.CommitCall;
import io.github.stormlock.lock.internal.protocol.LockKeys;
import io.github.stormlock.lock.internal.protocol.Settlement;
import io.github.stormlock.redis.RedisAnswerLostException;
import io.github.stormlock.redis.RedisException;
import io.github.stormlock.redis.RedisNotReplicatedException;
import io.github.stormlock.redis.RedisPort;
import io.github.stormlock.redis.RedisRefusedException;
import io.github.stormlock.redis.ScriptCall;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One commit of a group of updates: the same copy, sent again if its answer was lost, or was an error, which does not tell
 * whether something between here and the server sent it after the commit was written. Behind the second copy, in the same
 * pipeline, go a withdrawal, which passes the lock on whatever became of the two, and a third copy. So an outcome is known,
 * or known to be unknown, after two command time-outs. Used by one thread.
 *
 * <p>A second copy under the same token cannot write twice, because the first one replaces the token, or gives it back,
 * when it writes. So the second is written if the first was not, is told so if the first was written and kept the lease,
 * and is refused if the first was written and gave it back or the lease has ended; which of the two, each update's own
 * event id tells, if it has one.
 *
 * <p>If the second is not written although the token stands, the first may still come and write. So the third is asked, which
 * comes when the token is gone: nobody sets it again, and what is so from then on stays so.
 */
public final class Commit {
    /** Gives the lease back. */
    static final String NO_NEXT_TOKEN = "";

    /** How many calls {@link #again} names. */
    public static final int SENT_AGAIN = 3;

    /** No entry is of this type: what was read cannot stand, so that nothing can be written. */
    private static final String NO_TYPE = "nothing";

    private final RedisPort port;
    private final LockKeys keys;
    private final ScriptCall call;
    private final boolean writes;
    private final Supplier<Withdrawal> ending;
    private @Nullable RedisException first;
    private @Nullable Withdrawal withdrawal;

    private Commit(RedisPort port, LockKeys keys, ScriptCall call, boolean writes, Supplier<Withdrawal> ending) {
        this.port = port;
        this.keys = keys;
        this.call = call;
        this.writes = writes;
        this.ending = ending;
    }

    /**
     * Of updates that have all been applied to one view.
     *
     * @param readType the type of the entry as read, or empty if there was none
     * @param next the token under which the lease goes on, or {@link #NO_NEXT_TOKEN}
     * @param ending counts the lease as given back, and tells how to do so
     */
    static <V> Commit of(
            RedisPort port,
            HeldLease lease,
            Supplier<Withdrawal> ending,
            String readType,
            List<PendingUpdate<V>> group,
            String next,
            List<EntryCommand> changes) {
        Acquiring wanted = lease.wanted();
        CommitCall call = new CommitCall(
                wanted.kind(),
                lease.keys(),
                lease.token(),
                readType,
                group.get(0).plan().timeToLive(),
                group.size(),
                PendingUpdate.eventsOf(group),
                next,
                wanted.leaseMillis(),
                changes);
        return new Commit(port, lease.keys(), call.toScriptCall(), !readType.equals(NO_TYPE), ending);
    }

    /**
     * Writes nothing, and tells whether the update's event is remembered; if it is, the lease is given back.
     *
     * @return what is answered {@link Settlement.Replayed} for an event that was applied before
     */
    static <V> Commit question(RedisPort port, HeldLease lease, Supplier<Withdrawal> ending, PendingUpdate<V> update) {
        return of(port, lease, ending, NO_TYPE, List.of(update), NO_NEXT_TOKEN, List.of());
    }

    /**
     * Sends it, and sees to it that its outcome is known.
     *
     * @return a {@link Settlement.Lost} if only the events can tell
     * @throws OutcomeUnknownException if it cannot be known
     * @throws LockException if the server refuses, or cannot be reached before anything was sent
     */
    Settlement send() {
        // Half a commit is no way to react to an interrupt: the flag is put aside until the outcome is known.
        boolean interrupted = Thread.interrupted();
        try {
            Object answer = answer();
            return settle(needsSecond(answer) ? secondAnswer() : answer);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private @Nullable Object answer() {
        try {
            return port.run(call, Long.MAX_VALUE);
        } catch (RedisException e) {
            return e;
        }
    }

    private @Nullable Object secondAnswer() {
        try {
            return second(port.runAll(again(), Long.MAX_VALUE));
        } catch (RedisException e) {
            return e;
        }
    }

    /** The first copy, for whoever sends it together with others. */
    public ScriptCall call() {
        return call;
    }

    /**
     * Whether a second copy must be sent, after which {@link #settle} takes the answer to that.
     *
     * @param answer to the first copy, or the {@link RedisException} in its place
     */
    public boolean needsSecond(@Nullable Object answer) {
        boolean untold = answer instanceof RedisAnswerLostException || answer instanceof RedisRefusedException;
        first = untold ? (RedisException) answer : null;
        return untold;
    }

    /** The second copy, the withdrawal that passes the lock on, and the third copy, to be sent in this order. */
    public List<ScriptCall> again() {
        Withdrawal last = ending.get();
        withdrawal = last;
        return List.of(call, last.call(), call);
    }

    /** Of the answers to {@link #again}, the one to the copy that tells what came of the commit. */
    @Nullable
    public Object second(List<@Nullable Object> answers) {
        Objects.requireNonNull(withdrawal).answered(answers.get(1));
        Object second = answers.get(0);
        boolean stays = second instanceof RedisException || !mayYetBeWritten(Settlement.of(Bytes.list(second)));
        return stays ? second : answers.get(2);
    }

    private boolean mayYetBeWritten(Settlement settlement) {
        return writes && settlement.leavesTheToken();
    }

    /**
     * As {@link #send}, for copies that were sent together with others.
     *
     * @param answer to the last copy, or the {@link RedisException} in its place
     */
    Settlement settle(@Nullable Object answer) {
        if (first != null) {
            return resolve(first, answer);
        } else if (answer instanceof RedisNotReplicatedException missing) {
            return notReplicated(missing);
        } else if (answer instanceof RedisException failure) {
            throw Troubles.unavailable(keys, failure);
        }
        return Settlement.of(Bytes.list(answer));
    }

    /** What was written, now or before, may yet be lost; anything else stands without a replica. */
    private Settlement notReplicated(RedisNotReplicatedException missing) {
        Settlement settlement = Settlement.of(Bytes.list(missing.answer()));
        if (settlement instanceof Settlement.Written || settlement instanceof Settlement.Replayed) {
            throw new OutcomeUnknownException(keys.entry(), String.valueOf(missing.getMessage()), missing);
        }
        return settlement;
    }

    private Settlement resolve(RedisException first, @Nullable Object second) {
        if (first instanceof RedisRefusedException refused && second instanceof RedisRefusedException) {
            throw Troubles.refused(keys, refused);
        } else if (second instanceof RedisException e) {
            first.addSuppressed(e);
            throw new OutcomeUnknownException(
                    keys.entry(), "Redis did not answer, and could not be asked again", first);
        }
        Settlement settlement = Settlement.of(Bytes.list(second));
        if (mayYetBeWritten(settlement)) {
            throw new OutcomeUnknownException(
                    keys.entry(), "Redis did not answer, and its token could not be taken back", first);
        }
        return settlement instanceof Settlement.Refused refused
                ? new Settlement.Lost(refused.seen(), first)
                : settlement;
    }
}
