package io.github.stormlock.internal.update;

import com.google.errorprone.annotations.CheckReturnValue;
import io.github.stormlock.internal.acquire.AcquireRequest;
import io.github.stormlock.internal.acquire.HeldLease;
import io.github.stormlock.internal.acquire.Withdrawal;
import io.github.stormlock.internal.draft.EntryTarget;
import io.github.stormlock.internal.draft.GroupTargets;
import io.github.stormlock.internal.draft.LockedDraft;
import io.github.stormlock.internal.protocol.Bytes;
import io.github.stormlock.internal.protocol.CommitCall;
import io.github.stormlock.internal.protocol.CommitResult;
import io.github.stormlock.internal.protocol.LockErrors;
import io.github.stormlock.lock.LockException;
import io.github.stormlock.lock.OutcomeUnknownException;
import io.github.stormlock.redis.RedisAnswerLostException;
import io.github.stormlock.redis.RedisException;
import io.github.stormlock.redis.RedisNotReplicatedException;
import io.github.stormlock.redis.RedisPort;
import io.github.stormlock.redis.RedisRefusedException;
import io.github.stormlock.redis.ScriptCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Sends one commit of a group of updates, and finds out what became of it. If the answer is lost, or is an error, it
 * sends the same call again. An error is no answer, since a proxy may have sent it after the commit was written, unless
 * it is one that comes before a script runs: then nothing is written.
 * Behind the second copy, in the same pipeline, go a withdrawal and a third copy. The withdrawal passes the lock on,
 * whether or not the copies before it were written. So an outcome is known, or is known to be unknown, after two
 * command time-outs. If the second copy is answered by an error too, the commit counts as refused. Used by one thread.
 *
 * <p>A second copy under the same token cannot write twice: when the first one writes, it replaces the token or gives
 * it back.
 *
 * <ul>
 *   <li>If the first was not written, the second is written.
 *   <li>If the first was written and kept the lease, the second finds the next token and tells so.
 *   <li>If the first was written and gave the lease back, the second is refused. It is refused too if the lease has
 *       ended. Each update's own event id tells which of the two it was, if it has one.
 *   <li>If the second is not written although the token stands, because the server refuses it or the entry is gone,
 *       then the first may still come and write. So the third copy is asked. The withdrawal before it has taken the
 *       token away. Nobody sets a token a second time, so what the third copy tells stays so.
 * </ul>
 */
public final class Commit {
    /** The next token of a commit that gives the lease back. */
    static final String NO_NEXT_TOKEN = "";

    /** The number of calls that {@link #again} returns. */
    public static final int SENT_AGAIN = 3;

    /** The type that no entry has. What was read cannot stand then, so that nothing can be written. */
    private static final String NO_TYPE = "nothing";

    private final RedisPort port;
    private final String name;
    private final ScriptCall call;
    private final boolean writes;
    private final Supplier<Withdrawal> ending;
    private @Nullable RedisException first;
    private @Nullable Withdrawal withdrawal;

    private Commit(RedisPort port, String name, ScriptCall call, boolean writes, Supplier<Withdrawal> ending) {
        this.port = port;
        this.name = name;
        this.call = call;
        this.writes = writes;
        this.ending = ending;
    }

    /**
     * Creates a commit of updates that were all applied to the same views.
     *
     * @param ending counts the lease as given back, and tells how to do so
     * @param next the token under which the lease goes on, or {@link #NO_NEXT_TOKEN}
     */
    static Commit of(
            RedisPort port,
            HeldLease lease,
            Supplier<Withdrawal> ending,
            List<PendingUpdate<?>> group,
            LockedDraft draft,
            String next) {
        List<CommitCall.Changed> entries = new ArrayList<>(draft.entries().size());
        for (LockedDraft.EntryDraft<?> entry : draft.entries()) {
            entries.add(new CommitCall.Changed(
                    entry.target().keys(),
                    entry.readType(),
                    entry.target().guard().timeToLive(),
                    entry.changes()));
        }
        return of(port, lease, ending, entries, group, next, /* writes= */ true);
    }

    /**
     * Creates a commit that writes nothing and asks whether the update's event is remembered. If it is, the lease is
     * given back.
     *
     * @param targets the entries whose locks the lease is of
     * @return a commit that is answered {@link CommitResult.Replayed} for an event that was applied before
     */
    static Commit question(
            RedisPort port,
            HeldLease lease,
            Supplier<Withdrawal> ending,
            GroupTargets targets,
            PendingUpdate<?> update) {
        List<CommitCall.Changed> entries = new ArrayList<>(targets.size());
        for (EntryTarget<?> target : targets.all()) {
            entries.add(new CommitCall.Changed(target.keys(), NO_TYPE, Duration.ZERO, List.of()));
        }
        return of(port, lease, ending, entries, List.of(update), NO_NEXT_TOKEN, /* writes= */ false);
    }

    private static Commit of(
            RedisPort port,
            HeldLease lease,
            Supplier<Withdrawal> ending,
            List<CommitCall.Changed> entries,
            List<PendingUpdate<?>> group,
            String next,
            boolean writes) {
        AcquireRequest wanted = lease.wanted();
        CommitCall call = new CommitCall(
                entries, lease.token(), group.size(), PendingUpdate.eventsOf(group), next, wanted.leaseMillis());
        return new Commit(port, wanted.name(), call.toScriptCall(), writes, ending);
    }

    /**
     * Sends the commit, and again if need be, until its outcome is known.
     *
     * @return a {@link CommitResult.Lost} if only the events can tell
     * @throws OutcomeUnknownException if the outcome cannot be known
     * @throws LockException if the server refuses, or cannot be reached before anything was sent
     */
    @CheckReturnValue
    CommitResult send() {
        // An interrupt must not stop a commit halfway: the flag is put aside until the outcome is known.
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

    /** Returns the first copy, to be sent together with others. */
    public ScriptCall call() {
        return call;
    }

    /**
     * Returns true if the answer to the first copy was lost, or is an error that may have come after it ran. Then the
     * calls of {@link #again} must be sent, and {@link #settle} takes the answer to those.
     *
     * @param answer the answer to the first copy, or the {@link RedisException} in its place
     */
    public boolean needsSecond(@Nullable Object answer) {
        boolean untold = answer instanceof RedisAnswerLostException
                || (answer instanceof RedisRefusedException refused && !refused.isBeforeScript());
        first = untold ? (RedisException) answer : null;
        return untold;
    }

    /**
     * Returns the second copy, the withdrawal that passes the lock on, and the third copy, to be sent in this order.
     */
    public List<ScriptCall> again() {
        Withdrawal last = ending.get();
        withdrawal = last;
        return List.of(call, last.call(), call);
    }

    /** Returns, of the answers to {@link #again}, the one that tells what came of the commit. */
    @Nullable
    public Object second(List<@Nullable Object> answers) {
        Objects.requireNonNull(withdrawal).answered(answers.get(1));
        Object second = answers.get(0);
        boolean stays = second instanceof RedisException || !mayYetBeWritten(CommitResult.of(Bytes.list(second)));
        return stays ? second : answers.get(2);
    }

    private boolean mayYetBeWritten(CommitResult settlement) {
        return writes && settlement.leavesTheToken();
    }

    /**
     * Judges the answer as {@link #send} does, for copies that were sent together with others.
     *
     * @param answer the answer to the copy that was sent last, or the {@link RedisException} in its place
     */
    CommitResult settle(@Nullable Object answer) {
        if (first != null) {
            return resolve(first, answer);
        } else if (answer instanceof RedisNotReplicatedException missing) {
            return notReplicated(missing);
        } else if (answer instanceof RedisRefusedException refused) {
            throw LockErrors.refused(name, refused);
        } else if (answer instanceof RedisException failure) {
            throw LockErrors.unavailable(name, failure);
        }
        return CommitResult.of(Bytes.list(answer));
    }

    /**
     * Judges an answer that too few replicas confirmed. What was written, now or before, may yet be lost. Any other
     * answer holds without a replica.
     */
    private CommitResult notReplicated(RedisNotReplicatedException missing) {
        CommitResult settlement = CommitResult.of(Bytes.list(missing.answer()));
        if (settlement instanceof CommitResult.Written || settlement instanceof CommitResult.Replayed) {
            throw new OutcomeUnknownException(name, String.valueOf(missing.getMessage()), missing);
        }
        return settlement;
    }

    private CommitResult resolve(RedisException first, @Nullable Object second) {
        if (first instanceof RedisRefusedException refused && second instanceof RedisRefusedException) {
            throw LockErrors.refused(name, refused);
        } else if (second instanceof RedisException e) {
            first.addSuppressed(e);
            throw new OutcomeUnknownException(name, "Redis did not answer, and could not be asked again", first);
        }
        CommitResult settlement = CommitResult.of(Bytes.list(second));
        if (mayYetBeWritten(settlement)) {
            throw new OutcomeUnknownException(
                    name, "Redis did not answer, and its token could not be taken back", first);
        }
        return settlement instanceof CommitResult.Refused refused
                ? new CommitResult.Lost(refused.seen(), first)
                : settlement;
    }
}
