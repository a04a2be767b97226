package io.github.stormlock.internal.update;

import com.google.errorprone.annotations.CheckReturnValue;
import io.github.stormlock.internal.draft.GroupTargets;
import io.github.stormlock.internal.protocol.AttemptCall;
import io.github.stormlock.internal.protocol.AttemptReply;
import io.github.stormlock.internal.protocol.Holder;
import io.github.stormlock.internal.protocol.LockErrors;
import io.github.stormlock.lock.LockUnavailableException;
import io.github.stormlock.lock.OutcomeUnknownException;
import io.github.stormlock.redis.RedisAnswerLostException;
import io.github.stormlock.redis.RedisException;
import io.github.stormlock.redis.RedisNotReplicatedException;
import io.github.stormlock.redis.RedisRefusedException;
import io.github.stormlock.redis.ScriptCall;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Follows one attempt to write a group of updates without the lock, until its outcome is known, or is known to be
 * unknown. It sends nothing itself: it names the copy to send next, and is told each answer. Used by one thread,
 * once.
 *
 * <p>Each copy carries a deadline by the server's clock. A copy that reaches the server later writes nothing. So once
 * the deadline of a copy is past, it has been written or never will be. Before that, a copy whose answer was lost may
 * still come and write.
 *
 * <ul>
 *   <li>The first copy is answered: that is the outcome. If it came too late, it has told the server's time, and goes
 *       out once more with a new deadline.
 *   <li>The answer to the first copy is lost, and the updates have no event ids. A second copy could write twice, so
 *       none is sent. The outcome is unknown, and the callers are told so after the deadline: from then on it is
 *       final.
 *   <li>The answer is lost, and the updates have event ids. A second copy goes out at once. It cannot write twice,
 *       since it finds the marks of the first one. If it answers that it was written, or that an event was applied
 *       before, that is final at once: the first copy then finds those marks itself and cannot write any more.
 *   <li>Each other answer to the second copy, such as busy or a miss, tells only what stood when it ran. The first
 *       copy may still write afterwards. So such an answer counts only if the second copy was sent after the first
 *       one's deadline. Otherwise a third copy is sent after that deadline, and its answer is final.
 *   <li>If the answer to the second or the third copy is lost too, or the third one came too late, the outcome is
 *       unknown. The callers are told once the deadlines of all copies are past.
 *   <li>A later copy that is refused, or that finds events applied and the entry too large to read, does not tell
 *       what stands: the outcome is unknown, too. A late answer to the second copy, or a refusal before it ran, never
 *       counts.
 * </ul>
 *
 * <p>The group is sealed all this time: nobody may give up while a copy may still be written.
 *
 * <p>Some refusals come before a script runs, such as of a server that is loading. Such a copy has written nothing. Any
 * other error in place of an answer is no answer: a proxy between here and the server may have sent it after the script
 * ran, or before. If its code is one that servers send, that copy has ended, and its deadline is not awaited.
 */
public final class GroupAttempt {
    private final UpdateRuntime runtime;
    private final GroupTargets targets;
    private final PendingUpdate<?> own;
    private final List<PendingUpdate<?>> group;
    private final List<AttemptCall.Seen> entries;
    private final String token;
    private final boolean givesBack;
    private Step step = Step.FIRST;
    private boolean wasLate;
    private long sentNanos;
    private long notBeforeNanos;
    private @Nullable Lost lost;
    private boolean sentBehindLost;
    private @Nullable AttemptReply reply;
    private @Nullable Throwable failure;

    /** The copy that comes next, or was sent last. */
    private enum Step {
        FIRST,
        /** Asks what became of the first copy, whose answer was lost. */
        SECOND,
        /** Asks again after the deadline of the first copy. */
        THIRD,
        DONE
    }

    /**
     * The first copy, if its answer was lost.
     *
     * @param reason the lost answer, or the error in its place
     * @param overNanos the time by our clock from which on this copy does not write
     */
    private record Lost(RedisException reason, long overNanos) {
        String shown() {
            return reason instanceof RedisRefusedException
                    ? String.valueOf(reason.getMessage())
                    : "Redis did not answer";
        }
    }

    /**
     * Creates an attempt that is not sent yet.
     *
     * @param entries what the group saw and made of its entries
     * @param token the token of the holder of their locks, or {@link AttemptCall#FREE}
     * @param givesBack true if it gives the locks back once it has written
     */
    GroupAttempt(
            UpdateRuntime runtime, LeaderState lead, List<AttemptCall.Seen> entries, String token, boolean givesBack) {
        this.runtime = runtime;
        this.targets = lead.targets();
        this.own = lead.own();
        this.group = lead.group();
        this.entries = entries;
        this.token = token;
        this.givesBack = givesBack;
        this.notBeforeNanos = runtime.ticker().nanos();
    }

    /** Returns true if {@link #next} has to be sent now. */
    boolean isDue() {
        return step != Step.DONE && isPast(notBeforeNanos);
    }

    /** Returns true if {@link #reply} tells the outcome. */
    public boolean isFinal() {
        return step == Step.DONE && isPast(notBeforeNanos);
    }

    /** Returns the time by our clock before which this is neither due nor final. */
    long notBeforeNanos() {
        return notBeforeNanos;
    }

    /** Returns the next copy. It is to be sent now, and its answer awaited for one command time-out at most. */
    @CheckReturnValue
    ScriptCall next() {
        sentNanos = runtime.ticker().nanos();
        sentBehindLost = lost != null && sentNanos - lost.overNanos() >= 0;
        AttemptCall call = new AttemptCall(
                entries,
                PendingUpdate.eventsOf(group),
                runtime.clock().deadlineMicros(targets.home(), sentNanos, runtime.commandTimeoutNanos()),
                !token.equals(AttemptCall.FREE) || AttemptCall.drawCounting(),
                token);
        return givesBack ? call.toCommit() : call.toScriptCall();
    }

    /**
     * Takes the answer to the copy that was sent last. Throws nothing: {@link #reply} throws what is wrong.
     *
     * @param answer the script's answer, or the {@link RedisException} in its place
     */
    void answered(@Nullable Object answer) {
        try {
            reply = switch (step) {
                case FIRST -> first(answer);
                case SECOND -> second(answer, Objects.requireNonNull(lost));
                case THIRD -> third(answer, Objects.requireNonNull(lost));
                case DONE -> throw new IllegalStateException("nothing was sent");
            };
        } catch (Throwable t) {
            failure = t;
        }
        if (reply != null || failure != null) {
            step = Step.DONE;
        }
    }

    /**
     * Returns the outcome, once it {@link #isFinal}.
     *
     * @throws OutcomeUnknownException if it cannot be told whether it was written
     * @throws LockUnavailableException if it was not sent, or refused before it ran
     */
    AttemptReply reply() {
        if (failure != null) {
            throw LockErrors.<RuntimeException>sneak(failure);
        }
        return Objects.requireNonNull(reply);
    }

    private @Nullable AttemptReply first(@Nullable Object answer) {
        if (isAnswered(answer)) {
            AttemptReply told = settle(answer);
            // A late copy has written nothing and never will, and has told the server's time. So the same attempt is
            // sent once more.
            boolean onceMore = told instanceof AttemptReply.Late && !wasLate;
            wasLate = true;
            return onceMore ? null : told;
        } else if (answer instanceof RedisException reason && isUntold(reason)) {
            lose(new Lost(reason, overNanos(answer)));
            return null;
        }
        return settle(answer);
    }

    /** Returns true if the last answer was that the server refuses. Others like it may follow as fast as it answers. */
    boolean isRefused() {
        return reply instanceof AttemptReply.Refused refused && !LockErrors.isOfEntry(refused.error());
    }

    private void lose(Lost first) {
        if (!own.hasEventId()) {
            notBeforeNanos = first.overNanos();
            throw unknown(first.shown() + ", and an update without an event id is not sent again", first.reason());
        }
        lost = first;
        step = Step.SECOND;
    }

    /**
     * Judges the answer to the second copy. Two answers are final at once: it was written, or one of its events was
     * applied before. Then the lost copy cannot write any more. Any other answer counts only if this copy was sent
     * after the deadline of the lost one.
     */
    private @Nullable AttemptReply second(@Nullable Object answer, Lost first) {
        // A slot that moves, or whatever else kept the script from running, may be over by the time of the third copy.
        if (!isBeforeScript(answer)) {
            AttemptReply told = told(answer, first);
            if (tellsOfEarlierCopies(told) || (sentBehindLost && !(told instanceof AttemptReply.Late))) {
                return shown(told, first);
            }
        }
        notBeforeNanos = first.overNanos();
        step = Step.THIRD;
        return null;
    }

    private AttemptReply third(@Nullable Object answer, Lost first) {
        AttemptReply told = told(answer, first);
        if (told instanceof AttemptReply.Late) {
            throw unknown("Redis did not answer, and answered later copies too late", first.reason());
        }
        return shown(told, first);
    }

    private AttemptReply told(@Nullable Object answer, Lost first) {
        if (isAnswered(answer)) {
            return settle(answer);
        }
        // An unknown outcome has to be final: so it is told after the deadlines of both copies.
        long over = overNanos(answer);
        notBeforeNanos = over - first.overNanos() >= 0 ? over : first.overNanos();
        if (answer instanceof RedisException again) {
            first.reason().addSuppressed(again);
        }
        throw unknown(first.shown() + ", and told nothing when asked again", first.reason());
    }

    /** Returns the time by our clock from which on the copy that was sent last does not write. */
    private long overNanos(@Nullable Object answer) {
        // Only a server sends such codes. A proxy uses others when it gives up a request that may still be on its way.
        if (answer instanceof RedisRefusedException refused
                && (refused.isBeforeScript()
                        || refused.isOfWrites()
                        || refused.code().equals("NOPERM"))) {
            return runtime.ticker().nanos();
        }
        // The copy's own deadline is earlier, so that a server's clock that runs a little slower does no harm.
        return sentNanos + runtime.commandTimeoutNanos();
    }

    private boolean isPast(long nanos) {
        return runtime.ticker().nanos() - nanos >= 0;
    }

    private static boolean isAnswered(@Nullable Object answer) {
        return !(answer instanceof RedisException) || answer instanceof RedisNotReplicatedException;
    }

    /** Returns true if the answer does not tell whether the script ran. */
    private static boolean isUntold(RedisException answer) {
        return answer instanceof RedisAnswerLostException
                || (answer instanceof RedisRefusedException && !isBeforeScript(answer));
    }

    private static boolean isBeforeScript(@Nullable Object answer) {
        return answer instanceof RedisRefusedException refused && refused.isBeforeScript();
    }

    private static boolean tellsOfEarlierCopies(AttemptReply told) {
        return told instanceof AttemptReply.Written || told instanceof AttemptReply.Replayed;
    }

    /**
     * Returns the answer if it tells what stands. Updates that were applied, but whose entry is too large to be read,
     * were not refused. A refusal may come before the script looked at the marks, and then it tells nothing of the
     * lost copy. In both cases the outcome is unknown.
     */
    private AttemptReply shown(AttemptReply told, Lost first) {
        boolean large =
                told instanceof AttemptReply.TooLarge found && !found.seen().isEmpty();
        if (large || told instanceof AttemptReply.Refused) {
            throw unknown(
                    "Redis did not answer, and its answer to a later copy does not tell what stands: " + told,
                    first.reason());
        }
        return told;
    }

    private AttemptReply settle(@Nullable Object answer) {
        if (answer instanceof RedisNotReplicatedException missing) {
            return notReplicated(missing);
        } else if (answer instanceof RedisRefusedException refused
                && refused.code().equals("TRYAGAIN")) {
            return new AttemptReply.Busy(0, 0, -1, Holder.MIGRATING);
        } else if (answer instanceof RedisException failed) {
            throw LockErrors.of(targets.name(), failed);
        }
        return read(answer);
    }

    /**
     * Judges an answer that too few replicas confirmed. What was written, now or before, may yet be lost. Any other
     * answer holds without a replica.
     */
    private AttemptReply notReplicated(RedisNotReplicatedException missing) {
        AttemptReply told = read(missing.answer());
        if (told instanceof AttemptReply.Written || told instanceof AttemptReply.Replayed) {
            throw unknown(String.valueOf(missing.getMessage()), missing);
        }
        return told;
    }

    private AttemptReply read(@Nullable Object answer) {
        AttemptReply told = AttemptReply.of(answer, targets.size());
        runtime.clock()
                .told(targets.home(), told.serverMicros(), runtime.ticker().nanos());
        return told;
    }

    private OutcomeUnknownException unknown(String why, RedisException cause) {
        return new OutcomeUnknownException(targets.name(), why, cause);
    }
}
