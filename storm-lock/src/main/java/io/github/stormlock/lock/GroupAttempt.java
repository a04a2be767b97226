package io.github.stormlock.lock;

import io.github.stormlock.redis.RedisAnswerLostException;
import io.github.stormlock.redis.RedisException;
import io.github.stormlock.redis.RedisNotReplicatedException;
import io.github.stormlock.redis.RedisRefusedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Sends what a group of updates made of an entry without its lock, and sees to it that the outcome is known, or known to be
 * unknown. Used by one thread, once.
 *
 * <p>Each copy has a deadline by the server's clock. A copy whose answer was lost has been written by then, or never will
 * be; so nothing is said of it before, unless a later copy tells that it was written. Updates with event ids are attempted
 * once more, or twice: their own marks tell whether the first copy was written, and nobody may give up in between. Updates
 * without ids are unknown, for good.
 *
 * <p>An error in place of an answer is no answer: something between here and the server may have sent it after the script ran,
 * or before. An error whose code servers send ends that copy: then its deadline is not awaited.
 */
final class GroupAttempt<V> {
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

    private final Engine engine;
    private final PendingUpdate<V> own;
    private final List<PendingUpdate<V>> group;
    private final GroupDraft<V> draft;
    private boolean interrupted;

    GroupAttempt(Engine engine, Lead<V> lead, GroupDraft<V> draft) {
        this.engine = engine;
        this.own = lead.own();
        this.group = lead.group();
        this.draft = draft;
    }

    /**
     * Awaits each answer for a command time-out, however short the wait of the update: what is sent may be written, and to
     * have it unknown is worse than to be late.
     *
     * @throws OutcomeUnknownException if it cannot be told whether it was written
     * @throws LockUnavailableException if it was not sent
     */
    AttemptReply send() {
        // Half an update is no way to react to an interrupt: the flag is put aside until the outcome is known.
        interrupted = Thread.interrupted();
        try {
            Copy first = copy();
            if (first.isAnswered()) {
                AttemptReply reply = settle(first.answer());
                if (!(reply instanceof AttemptReply.Late)) {
                    return reply;
                }
                // It has written nothing and never will, and told the server's time: so once more, as it is.
                first = copy();
            }
            return first.answer() instanceof RedisException lost && isUntold(lost)
                    ? afterLoss(lost, first.overNanos())
                    : settle(first.answer());
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /**
     * Asks again. That it was written is final at once, and so is that one of its events was applied elsewhere: then the lost
     * copy cannot write. Any other answer counts only if it comes from behind that copy's deadline.
     *
     * @param overNanos the time by our clock from which on the lost copy does not write
     */
    private AttemptReply afterLoss(RedisException lost, long overNanos) {
        if (!own.isNamed()) {
            awaitPast(overNanos);
            String answer = lost instanceof RedisRefusedException ? lost.getMessage() : "Redis did not answer";
            throw unknown(answer + ", and an update without an event id is not sent again", lost);
        }
        boolean isOver = isPast(overNanos);
        Copy second = copy();
        AttemptReply reply;
        // A slot that moves tells nothing yet: it may have moved by the third copy.
        if (!isOfAMovingSlot(second)) {
            reply = answered(second, lost, overNanos);
            if (isFinal(reply) || (isOver && !(reply instanceof AttemptReply.Late))) {
                return shown(reply, lost);
            }
        }
        awaitPast(overNanos);
        Copy third = copy();
        reply = answered(third, lost, overNanos);
        if (reply instanceof AttemptReply.Late) {
            throw unknown("Redis did not answer, and answered later copies too late", lost);
        }
        return shown(reply, lost);
    }

    private AttemptReply answered(Copy copy, RedisException lost, long overNanos) {
        if (copy.isAnswered()) {
            return settle(copy.answer());
        }
        // Unknown is to be final.
        awaitPast(overNanos);
        awaitPast(copy.overNanos());
        if (copy.answer() instanceof RedisException again) {
            lost.addSuppressed(again);
        }
        String answer = lost instanceof RedisRefusedException ? lost.getMessage() : "Redis did not answer";
        throw unknown(answer + ", and told nothing when asked again", lost);
    }

    private static boolean isOfAMovingSlot(Copy copy) {
        return copy.answer() instanceof RedisRefusedException refused && !isUntold(refused);
    }

    private static boolean isFinal(AttemptReply reply) {
        return reply instanceof AttemptReply.Written || reply instanceof AttemptReply.Replayed;
    }

    /**
     * An update that was written and cannot be read is not refused. A refusal may come before the marks were looked at:
     * then it tells nothing of the lost copy.
     */
    private AttemptReply shown(AttemptReply reply, RedisException lost) {
        boolean large =
                reply instanceof AttemptReply.TooLarge found && !found.seen().isEmpty();
        if (large || reply instanceof AttemptReply.Refused) {
            throw unknown(
                    "Redis did not answer, and its answer to a later copy does not tell what stands: " + reply, lost);
        }
        return reply;
    }

    private boolean isPast(long nanos) {
        return engine.ticker().nanos() - nanos >= 0;
    }

    private void awaitPast(long nanos) {
        for (long left = nanos - engine.ticker().nanos();
                left > 0;
                left = nanos - engine.ticker().nanos()) {
            engine.ticker().park(this, left);
            interrupted |= Thread.interrupted();
        }
    }

    /**
     * One copy that was sent.
     *
     * @param answer the script's, or an exception
     * @param overNanos the time by our clock from which on it does not write
     */
    private record Copy(@Nullable Object answer, long overNanos) {
        boolean isAnswered() {
            return !(answer instanceof RedisException) || answer instanceof RedisNotReplicatedException;
        }
    }

    private Copy copy() {
        long budget = engine.commandTimeoutNanos();
        long now = engine.ticker().nanos();
        AttemptCall call = new AttemptCall(
                own.keys(),
                own.plan().read(),
                Objects.requireNonNull(draft.attempted()),
                events(),
                own.plan().timeToLive(),
                engine.clock().deadlineMicros(own.keys(), now, budget),
                AttemptCall.drawCounting());
        Object answer;
        try {
            answer = engine.port().run(call.toScriptCall(), budget);
        } catch (RedisException e) {
            answer = e;
        }
        if (answer instanceof RedisRefusedException refused && CODES_OF_SERVERS.contains(refused.code())) {
            return new Copy(answer, engine.ticker().nanos());
        }
        // The deadline is earlier, so that a server's clock that runs a little slower does no harm.
        return new Copy(answer, now + budget);
    }

    private List<MarkedEvent> events() {
        List<MarkedEvent> events = new ArrayList<>(group.size());
        for (PendingUpdate<V> update : group) {
            if (update.isNamed()) {
                events.add(new MarkedEvent(update.plan().marks(), update.event()));
            }
        }
        return events;
    }

    /** Not of a slot that moves: there the server says that it has not run it. */
    private static boolean isUntold(RedisException answer) {
        return answer instanceof RedisAnswerLostException
                || (answer instanceof RedisRefusedException refused
                        && !refused.code().equals("TRYAGAIN"));
    }

    private AttemptReply settle(@Nullable Object answer) {
        if (answer instanceof RedisNotReplicatedException missing) {
            return notReplicated(missing);
        } else if (answer instanceof RedisRefusedException) {
            return new AttemptReply.Busy(0, -1, Try.Busy.MIGRATING.holder());
        } else if (answer instanceof RedisException failure) {
            throw Troubles.unavailable(own.keys(), failure);
        }
        return read(answer);
    }

    /** An update that was written, now or before, may yet be lost; anything else stands without a replica. */
    private AttemptReply notReplicated(RedisNotReplicatedException missing) {
        AttemptReply reply = read(missing.answer());
        if (reply instanceof AttemptReply.Written || reply instanceof AttemptReply.Replayed) {
            throw unknown(String.valueOf(missing.getMessage()), missing);
        }
        return reply;
    }

    private AttemptReply read(@Nullable Object answer) {
        AttemptReply reply = AttemptReply.of(Bytes.list(answer));
        engine.clock().told(own.keys(), reply.serverMicros(), engine.ticker().nanos());
        return reply;
    }

    private OutcomeUnknownException unknown(String why, RedisException cause) {
        return new OutcomeUnknownException(own.keys().entry(), why, cause);
    }
}
