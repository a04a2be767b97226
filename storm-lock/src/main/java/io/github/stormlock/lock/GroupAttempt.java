package io.github.stormlock.lock;

import io.github.stormlock.redis.RedisAnswerLostException;
import io.github.stormlock.redis.RedisException;
import io.github.stormlock.redis.RedisNotReplicatedException;
import io.github.stormlock.redis.RedisRefusedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Sends what a group of updates made of an entry without its lock, and sees to it that the outcome is known, or known to be
 * unknown. Used by one thread, once.
 *
 * <p>Each copy has a deadline by the server's clock that is over before its answer is given up. So a copy whose answer was
 * lost has been written by then, or never will be. Updates with event ids are then attempted once more: their own marks
 * tell whether the first copy was written, and nobody may give up in between. Updates without ids are unknown, for good.
 *
 * <p>An error in place of an answer is no answer: something between here and the server may have sent it after the script ran.
 */
final class GroupAttempt<V> {
    private final Engine engine;
    private final PendingUpdate<V> own;
    private final List<PendingUpdate<V>> group;
    private final GroupDraft<V> draft;

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
        boolean interrupted = Thread.interrupted();
        try {
            Object first = copy();
            if (!(first instanceof RedisException)) {
                AttemptReply reply = read(first);
                if (!(reply instanceof AttemptReply.Late)) {
                    return reply;
                }
                // It has written nothing and never will, and told the server's time: so once more, as it is.
                first = copy();
            }
            return first instanceof RedisException lost && isUntold(lost) ? afterLoss(lost) : settle(first);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private AttemptReply afterLoss(RedisException lost) {
        if (!own.isNamed()) {
            String answer = lost instanceof RedisRefusedException ? lost.getMessage() : "Redis did not answer";
            throw unknown(answer + ", and an update without an event id is not sent again", lost);
        }
        Object second = copy();
        if (second instanceof RedisException e && !(e instanceof RedisNotReplicatedException)) {
            if (lost instanceof RedisRefusedException refused && e instanceof RedisRefusedException) {
                throw Troubles.refused(own.keys(), refused);
            }
            lost.addSuppressed(e);
            throw unknown("Redis did not answer, and could not be asked again", lost);
        }
        return settle(second);
    }

    private @Nullable Object copy() {
        long budget = engine.commandTimeoutNanos();
        long deadline =
                engine.clock().deadlineMicros(own.keys(), engine.ticker().nanos(), budget);
        AttemptCall call = new AttemptCall(
                own.keys(),
                own.plan().read(),
                Objects.requireNonNull(draft.attempted()),
                events(),
                own.plan().timeToLive(),
                deadline,
                AttemptCall.drawCounting());
        try {
            return engine.port().run(call.toScriptCall(), budget);
        } catch (RedisException e) {
            return e;
        }
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

    /** What was written, now or before, may yet be lost; anything else stands without a replica. */
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
