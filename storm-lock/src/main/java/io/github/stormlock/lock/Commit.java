package io.github.stormlock.lock;

import io.github.stormlock.entry.EntryCommand;
import io.github.stormlock.redis.RedisAnswerLostException;
import io.github.stormlock.redis.RedisException;
import io.github.stormlock.redis.RedisPort;
import io.github.stormlock.redis.RedisRefusedException;
import io.github.stormlock.redis.ScriptCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * One commit: the same copy, sent again if its answer was lost. Used by one thread.
 *
 * <p>A second copy under the same token cannot write twice, because the first one gives the token back when it writes. So
 * the second is written if the first was not, and refused if the first was written or the lease has ended; which of the
 * two, the update's own event id tells, if it has one.
 */
final class Commit {
    /** No entry is of this type: what was read cannot stand, so that nothing can be written. */
    private static final String NO_TYPE = "nothing";

    private final RedisPort port;
    private final HeldLease lease;
    private final ScriptCall call;
    private final boolean named;

    /**
     * @param readType the type of the entry as read, or empty if there was none
     * @param timeToLive what the entry has left to live once it is written; zero leaves that alone
     */
    Commit(
            RedisPort port,
            HeldLease lease,
            String readType,
            Duration timeToLive,
            Marks marks,
            EventId event,
            List<EntryCommand> changes) {
        this.port = port;
        this.lease = lease;
        this.named = !(event instanceof EventId.None);
        LockKeys keys = lease.keys();
        List<byte[]> scriptKeys = new ArrayList<>(4);
        scriptKeys.add(keys.lockKey());
        scriptKeys.add(keys.waitingKey());
        scriptKeys.add(keys.entryKey());
        List<byte[]> args = new ArrayList<>(16);
        args.add(Bytes.of(lease.token()));
        args.add(Bytes.of(readType));
        args.add(Bytes.of(timeToLive.toMillis()));
        args.add(Bytes.of(1));
        args.add(Bytes.of(named ? 1 : 0));
        marks.add(keys, event, scriptKeys, args);
        for (EntryCommand command : changes) {
            args.add(Bytes.of(command.name()));
            args.add(Bytes.of(command.arguments().size()));
            args.addAll(command.arguments());
        }
        this.call = new ScriptCall(lease.wanted().kind().commit(), scriptKeys, args);
    }

    /**
     * Writes nothing, and tells whether the event is remembered; if it is, the lease is given back.
     *
     * @return what is answered {@link Settlement.Replayed} for an event that was applied before
     */
    static Commit question(RedisPort port, HeldLease lease, Marks marks, EventId event) {
        return new Commit(port, lease, NO_TYPE, Duration.ZERO, marks, event, List.of());
    }

    /**
     * Sends it, and sees to it that its outcome is known.
     *
     * @throws OutcomeUnknownException if it cannot be known
     * @throws LockException if the server refuses, or cannot be reached before anything was sent
     */
    Settlement send() {
        // Half a commit is no way to react to an interrupt: the flag is put aside until the outcome is known.
        boolean interrupted = Thread.interrupted();
        try {
            return Settlement.of(Bytes.list(port.run(call, Long.MAX_VALUE)));
        } catch (RedisAnswerLostException e) {
            return resolve(e);
        } catch (RedisRefusedException e) {
            throw Troubles.refused(lease.keys(), e);
        } catch (RedisException e) {
            throw Troubles.unavailable(lease.keys(), e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private Settlement resolve(RedisAnswerLostException lost) {
        Settlement second;
        try {
            second = Settlement.of(Bytes.list(port.run(call, Long.MAX_VALUE)));
        } catch (RedisException e) {
            lost.addSuppressed(e);
            throw unknown("Redis did not answer, and could not be asked again", lost);
        }
        if (!(second instanceof Settlement.Refused refused)) {
            return second;
        }
        if (!named) {
            throw unknown("Redis did not answer, and the token was gone when asked again", lost);
        }
        return refused.seen().isEmpty() ? refused : new Settlement.Receipt();
    }

    private OutcomeUnknownException unknown(String what, RedisAnswerLostException cause) {
        return new OutcomeUnknownException(lease.keys().entry(), what, cause);
    }
}
