package io.github.stormlock.lock;

import io.github.stormlock.entry.EntryCommand;
import io.github.stormlock.redis.RedisAnswerLostException;
import io.github.stormlock.redis.RedisException;
import io.github.stormlock.redis.RedisNotReplicatedException;
import io.github.stormlock.redis.RedisPort;
import io.github.stormlock.redis.RedisRefusedException;
import io.github.stormlock.redis.ScriptCall;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One commit of a group of updates: the same copy, sent again if its answer was lost. Used by one thread.
 *
 * <p>A second copy under the same token cannot write twice, because the first one replaces the token, or gives it back,
 * when it writes. So the second is written if the first was not, is told so if the first was written and kept the lease,
 * and is refused if the first was written and gave it back or the lease has ended; which of the two, each update's own
 * event id tells, if it has one. If the second is not written although the token stands, the token is given back first:
 * otherwise the first copy, late, would write what was reported as not written.
 */
final class Commit {
    /** Gives the lease back. */
    static final String NO_NEXT_TOKEN = "";

    /** No entry is of this type: what was read cannot stand, so that nothing can be written. */
    private static final String NO_TYPE = "nothing";

    private final RedisPort port;
    private final HeldLease lease;
    private final ScriptCall call;
    private final boolean writes;

    private Commit(RedisPort port, HeldLease lease, ScriptCall call, boolean writes) {
        this.port = port;
        this.lease = lease;
        this.call = call;
        this.writes = writes;
    }

    /**
     * Of updates that have all been applied to one view.
     *
     * @param readType the type of the entry as read, or empty if there was none
     * @param next the token under which the lease goes on, or {@link #NO_NEXT_TOKEN}
     */
    static <V> Commit of(
            RedisPort port,
            HeldLease lease,
            String readType,
            List<PendingUpdate<V>> group,
            String next,
            List<EntryCommand> changes) {
        LockKeys keys = lease.keys();
        List<byte[]> scriptKeys = new ArrayList<>(3 + group.size());
        scriptKeys.add(keys.lockKey());
        scriptKeys.add(keys.waitingKey());
        scriptKeys.add(keys.entryKey());
        List<byte[]> args = new ArrayList<>(16 + group.size() * 5);
        args.add(Bytes.of(lease.token()));
        args.add(Bytes.of(readType));
        args.add(Bytes.of(group.get(0).plan().timeToLive().toMillis()));
        args.add(Bytes.of(group.size()));
        args.add(Bytes.ZERO);
        args.add(Bytes.of(next));
        args.add(Bytes.of(lease.wanted().leaseMillis()));
        for (PendingUpdate<V> update : group) {
            update.plan().marks().add(keys, update.event(), scriptKeys, args);
        }
        int events = scriptKeys.size() - 3;
        if (events > 0) {
            args.set(4, Bytes.of(events));
        }
        for (EntryCommand command : changes) {
            args.add(Bytes.of(command.name()));
            args.add(Bytes.of(command.arguments().size()));
            args.addAll(command.arguments());
        }
        ScriptCall call = new ScriptCall(lease.wanted().kind().commit(), scriptKeys, args, /* replicated= */ true);
        return new Commit(port, lease, call, !readType.equals(NO_TYPE));
    }

    /**
     * Writes nothing, and tells whether the update's event is remembered; if it is, the lease is given back.
     *
     * @return what is answered {@link Settlement.Replayed} for an event that was applied before
     */
    static <V> Commit question(RedisPort port, HeldLease lease, PendingUpdate<V> update) {
        return of(port, lease, NO_TYPE, List.of(update), NO_NEXT_TOKEN, List.of());
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
            return sendOnce();
        } catch (RedisException e) {
            return resolve(e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** The first copy, for whoever sends it together with others. */
    ScriptCall call() {
        return call;
    }

    /**
     * As {@link #send}, for a first copy that was sent together with others.
     *
     * @param answer to it, or the {@link RedisException} in its place
     */
    Settlement settle(@Nullable Object answer) {
        return answer instanceof RedisException e ? resolve(e) : Settlement.of(Bytes.list(answer));
    }

    private Settlement resolve(RedisException failure) {
        if (failure instanceof RedisAnswerLostException lost) {
            return askAgain(lost);
        } else if (failure instanceof RedisRefusedException refused) {
            throw Troubles.refused(keys(), refused);
        } else if (failure instanceof RedisNotReplicatedException missing) {
            return notReplicated(missing);
        }
        throw Troubles.unavailable(keys(), failure);
    }

    /** What was written, now or before, may yet be lost; anything else stands without a replica. */
    private Settlement notReplicated(RedisNotReplicatedException missing) {
        Settlement settlement = Settlement.of(Bytes.list(missing.answer()));
        if (settlement instanceof Settlement.Written || settlement instanceof Settlement.Replayed) {
            throw new OutcomeUnknownException(keys().entry(), String.valueOf(missing.getMessage()), missing);
        }
        return settlement;
    }

    private Settlement askAgain(RedisAnswerLostException lost) {
        try {
            Settlement second = sendOnce();
            return second.leavesTheToken() && writes ? withoutTheToken(lost) : told(second, lost);
        } catch (RedisException e) {
            lost.addSuppressed(e);
            throw new OutcomeUnknownException(
                    keys().entry(), "Redis did not answer, and could not be asked again", lost);
        }
    }

    /**
     * The first copy may still come, and it writes if its token stands then. So the token is given back before anything is
     * said; nobody sets it again, and what is so from then on stays so.
     */
    private Settlement withoutTheToken(RedisAnswerLostException lost) {
        boolean stood = Releases.stood(port, lease);
        return stood ? new Settlement.Refused(List.of()) : told(sendOnce(), lost);
    }

    private Settlement sendOnce() {
        return Settlement.of(Bytes.list(port.run(call, Long.MAX_VALUE)));
    }

    private static Settlement told(Settlement again, RedisAnswerLostException lost) {
        return again instanceof Settlement.Refused refused ? new Settlement.Lost(refused.seen(), lost) : again;
    }

    private LockKeys keys() {
        return lease.keys();
    }
}
