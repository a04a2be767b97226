package io.github.stormlock.lock.internal.update;

import io.github.stormlock.lock.LockUnavailableException;
import io.github.stormlock.lock.OutcomeUnknownException;
import io.github.stormlock.lock.internal.acquire.Troubles;
import io.github.stormlock.lock.internal.protocol.AttemptCall;
import io.github.stormlock.lock.internal.protocol.AttemptReply;
import io.github.stormlock.lock.internal.protocol.Holder;
import io.github.stormlock.redis.RedisAnswerLostException;
import io.github.stormlock.redis.RedisException;
import io.github.stormlock.redis.RedisNotReplicatedException;
import io.github.stormlock.redis.RedisRefusedException;
import io.github.stormlock.redis.ScriptCall;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An attempt to write a group of updates without the lock, on its way until the outcome is known, or known to be unknown. It
 * sends nothing: it names the copy that is to be sent next, and is told each answer. Used by one thread, once.
 *
 * <p>Each copy has a deadline by the server's clock. A copy whose answer was lost has been written by then, or never will
 * be; so nothing is said of it before, unless a later copy tells that it was written. Updates with event ids are attempted
 * once more, or twice: their own marks tell whether the first copy was written, and nobody may give up in between. Updates
 * without ids are unknown, for good.
 *
 * <p>An error in place of an answer is no answer: something between here and the server may have sent it after the script ran,
 * or before. An error whose code servers send ends that copy: then its deadline is not awaited.
 */
public final class GroupAttempt<V> {
    /** A proxy that gives up a request, which may still be on its way, says so by other codes. */
    private static final Set<String> CODES_OF_SERVERS = Set.of(
            "BUSY",
            "CLUSTERDOWN",
            "LOADING",
            "MASTERDOWN",
            "MISCONF",
            "NOAUTH",
            "NOPERM",
            "NOREPLICAS",
            "OOM",
            "READONLY");

    private final UpdateRuntime runtime;
    private final PendingUpdate<V> own;
    private final List<PendingUpdate<V>> group;
    private final GroupDraft<V> draft;
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
        /** Asks what became of the first one, whose answer was lost. */
        SECOND,
        /** Asks again, from behind the deadline of the first one. */
        THIRD,
        DONE
    }

    /**
     * The first copy, if its answer was lost.
     *
     * @param reason or the error in place of its answer
     * @param overNanos the time by our clock from which on it does not write
     */
    private record Lost(RedisException reason, long overNanos) {
        String shown() {
            return reason instanceof RedisRefusedException
                    ? String.valueOf(reason.getMessage())
                    : "Redis did not answer";
        }
    }

    GroupAttempt(UpdateRuntime runtime, Lead<V> lead, GroupDraft<V> draft) {
        this.runtime = runtime;
        this.own = lead.own();
        this.group = lead.group();
        this.draft = draft;
        this.notBeforeNanos = runtime.ticker().nanos();
    }

    /** Whether {@link #next} may be sent, and has to be. */
    boolean isDue() {
        return step != Step.DONE && isPast(notBeforeNanos);
    }

    /** Whether {@link #reply} tells what stands. */
    public boolean isFinal() {
        return step == Step.DONE && isPast(notBeforeNanos);
    }

    /** The time by our clock before which it is neither due nor final. */
    long notBeforeNanos() {
        return notBeforeNanos;
    }

    /** The next copy, which is to be sent now, for a command time-out at most. */
    ScriptCall next() {
        sentNanos = runtime.ticker().nanos();
        sentBehindLost = lost != null && sentNanos - lost.overNanos() >= 0;
        return new AttemptCall(
                        own.keys(),
                        own.plan().read(),
                        Objects.requireNonNull(draft.attempted()),
                        PendingUpdate.eventsOf(group),
                        own.plan().timeToLive(),
                        runtime.clock().deadlineMicros(own.keys(), sentNanos, runtime.commandTimeoutNanos()),
                        AttemptCall.drawCounting())
                .toScriptCall();
    }

    /**
     * Takes what came of the copy. Throws nothing: what is wrong is thrown by {@link #reply}.
     *
     * @param answer the script's, or the {@link RedisException} in its place
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
     * The outcome, once it {@link #isFinal}.
     *
     * @throws OutcomeUnknownException if it cannot be told whether it was written
     * @throws LockUnavailableException if it was not sent
     */
    AttemptReply reply() {
        if (failure != null) {
            throw Troubles.<RuntimeException>sneak(failure);
        }
        return Objects.requireNonNull(reply);
    }

    private @Nullable AttemptReply first(@Nullable Object answer) {
        if (isAnswered(answer)) {
            AttemptReply told = settle(answer);
            // It has written nothing and never will, and told the server's time: so once more, as it is.
            boolean onceMore = told instanceof AttemptReply.Late && !wasLate;
            wasLate = true;
            return onceMore ? null : told;
        } else if (answer instanceof RedisException reason && isUntold(reason)) {
            lose(new Lost(reason, overNanos(answer)));
            return null;
        }
        return settle(answer);
    }

    private void lose(Lost first) {
        if (!own.isNamed()) {
            notBeforeNanos = first.overNanos();
            throw unknown(first.shown() + ", and an update without an event id is not sent again", first.reason());
        }
        lost = first;
        step = Step.SECOND;
    }

    /**
     * That it was written is final at once, and so is that one of its events was applied elsewhere: then the lost copy
     * cannot write. Any other answer counts only if it comes from behind that copy's deadline.
     */
    private @Nullable AttemptReply second(@Nullable Object answer, Lost first) {
        // A slot that moves tells nothing yet: it may have moved by the third copy.
        if (!isOfAMovingSlot(answer)) {
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
        // Unknown is to be final.
        long over = overNanos(answer);
        notBeforeNanos = over - first.overNanos() >= 0 ? over : first.overNanos();
        if (answer instanceof RedisException again) {
            first.reason().addSuppressed(again);
        }
        throw unknown(first.shown() + ", and told nothing when asked again", first.reason());
    }

    /** The time by our clock from which on the copy that was sent last does not write. */
    private long overNanos(@Nullable Object answer) {
        if (answer instanceof RedisRefusedException refused && CODES_OF_SERVERS.contains(refused.code())) {
            return runtime.ticker().nanos();
        }
        // The deadline is earlier, so that a server's clock that runs a little slower does no harm.
        return sentNanos + runtime.commandTimeoutNanos();
    }

    private boolean isPast(long nanos) {
        return runtime.ticker().nanos() - nanos >= 0;
    }

    private static boolean isAnswered(@Nullable Object answer) {
        return !(answer instanceof RedisException) || answer instanceof RedisNotReplicatedException;
    }

    /** Not of a slot that moves: there the server says that it has not run it. */
    private static boolean isUntold(RedisException answer) {
        return answer instanceof RedisAnswerLostException
                || (answer instanceof RedisRefusedException refused
                        && !refused.code().equals("TRYAGAIN"));
    }

    private static boolean isOfAMovingSlot(@Nullable Object answer) {
        return answer instanceof RedisRefusedException refused && !isUntold(refused);
    }

    private static boolean tellsOfEarlierCopies(AttemptReply told) {
        return told instanceof AttemptReply.Written || told instanceof AttemptReply.Replayed;
    }

    /**
     * An update that was written and cannot be read is not refused. A refusal may come before the marks were looked at:
     * then it tells nothing of the lost copy.
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
        } else if (answer instanceof RedisRefusedException) {
            return new AttemptReply.Busy(0, -1, Holder.MIGRATING);
        } else if (answer instanceof RedisException failed) {
            throw Troubles.unavailable(own.keys(), failed);
        }
        return read(answer);
    }

    /** An update that was written, now or before, may yet be lost; anything else stands without a replica. */
    private AttemptReply notReplicated(RedisNotReplicatedException missing) {
        AttemptReply told = read(missing.answer());
        if (told instanceof AttemptReply.Written || told instanceof AttemptReply.Replayed) {
            throw unknown(String.valueOf(missing.getMessage()), missing);
        }
        return told;
    }

    private AttemptReply read(@Nullable Object answer) {
        AttemptReply told = AttemptReply.of(answer);
        runtime.clock().told(own.keys(), told.serverMicros(), runtime.ticker().nanos());
        return told;
    }

    private OutcomeUnknownException unknown(String why, RedisException cause) {
        return new OutcomeUnknownException(own.keys().entry(), why, cause);
    }
}
