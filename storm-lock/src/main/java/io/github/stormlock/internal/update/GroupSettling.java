package io.github.stormlock.internal.update;

import io.github.stormlock.internal.draft.Draft;
import io.github.stormlock.internal.draft.EntryTarget;
import io.github.stormlock.internal.draft.GroupSnapshot;
import io.github.stormlock.internal.draft.GroupTargets;
import io.github.stormlock.internal.draft.Views;
import io.github.stormlock.internal.protocol.AttemptReply;
import io.github.stormlock.internal.protocol.Holder;
import io.github.stormlock.internal.protocol.LockErrors;
import io.github.stormlock.lock.LeaseLostException;
import io.github.stormlock.lock.LockCount;
import io.github.stormlock.lock.LockException;
import io.github.stormlock.lock.LockTime;
import io.github.stormlock.lock.LockUnavailableException;
import io.github.stormlock.lock.OutcomeUnknownException;
import java.util.ArrayList;
import java.util.List;

/**
 * Settles the updates of a group by the answer to their attempt, with the lock or without it. Each is settled by its own
 * event, never by another's. What this throws is the leader's own failure; the others are told themselves what is wrong
 * with them, or go back. Used by one thread.
 */
record GroupSettling(UpdateRuntime runtime, LeaderState lead) {

    private GroupTargets targets() {
        return lead.targets();
    }

    /**
     * Settles the whole group, which is written.
     *
     * @param misses how often it was computed on what did not stand
     * @param begunNanos the time of the ticker when its last round began
     * @param sentNanos the time of the ticker when it was sent
     */
    void written(AttemptReply.Written written, Draft draft, int misses, long begunNanos, long sentNanos) {
        long now = runtime.ticker().nanos();
        draft.remember(runtime.remembered(), now);
        List<PendingUpdate<?>> done = lead.group();
        done.forEach(update -> update.succeeded(/* replay= */ false, draft.shown()));
        lead.own().events().took(LockTime.COMMIT, now - sentNanos);
        WrittenGroup.count(runtime, lead, misses, begunNanos, now);
        for (PendingUpdate<?> update : done) {
            if (update.hasEventId() && written.remembered() >= 0) {
                update.events().remembered(written.remembered());
            }
        }
        lead.settled(done);
    }

    /** Settles those whose events were applied before. Returns the entries as they stand. */
    GroupSnapshot replayed(AttemptReply.Replayed replayed) {
        GroupSnapshot stands = targets().snapshot(replayed.entries());
        List<PendingUpdate<?>> seen = lead.named(replayed.seen());
        Views shown = LeaderState.isShown(seen) ? stands.open().settled() : null;
        seen.forEach(update -> update.succeeded(/* replay= */ true, shown));
        lead.settled(seen);
        return stands;
    }

    /** Fails the only update of a group that the server refused; of several it leaves the leader's alone. */
    void refused(AttemptReply.Refused refused) {
        if (lead.group().size() == 1) {
            throw LockErrors.refused(targets().locked(), refused.index(), refused.error());
        }
        // One of them may have written what was refused. So the leader runs alone, and the others lead in their turn:
        // in the end only the update that caused it fails.
        lead.own().isolate();
        lead.keepFirst(1);
    }

    /** Throws if other commands were carried out before the one that was refused: nobody knows what stands. */
    void requireWhole(AttemptReply.Refused refused) {
        if (refused.torn()) {
            throw new OutcomeUnknownException(
                    targets().name(), "Redis refused a later part of it: " + refused.error(), null);
        }
    }

    /** Settles those whose outcome an answer under the token of their locks tells, if it wrote nothing. */
    void notWritten(AttemptReply reply) {
        if (reply instanceof AttemptReply.Busy busy) {
            throw notHeld(busy);
        } else if (reply instanceof AttemptReply.Replayed replayed) {
            var unused = replayed(replayed);
        } else if (reply instanceof AttemptReply.Refused refused) {
            requireWhole(refused);
            refused(refused);
        } else if (reply instanceof AttemptReply.TooLarge large) {
            throw tooLarge(large);
        }
    }

    private LockException notHeld(AttemptReply.Busy busy) {
        String name = targets().name();
        if (busy.holder().equals(Holder.MIGRATING)) {
            return LockUnavailableException.ofEntry(name, "its hash slot moves to another node", null);
        }
        lead.lost();
        lead.own().commitRefused("the lease had ended");
        return new LeaseLostException(name, "the commit was refused and nothing was written");
    }

    LockException tooLarge(AttemptReply.TooLarge large) {
        EntryTarget<?> target = targets().get(large.index());
        return LockErrors.tooLarge(target.entry(), target.guard().read(), large.size());
    }

    /**
     * Fails the whole group, since an error such as a stack overflow may have come after the script ran. The leader's
     * own update fails by what is returned.
     */
    OutcomeUnknownException endedBy(Throwable thrown) {
        return unknown(new OutcomeUnknownException(targets().name(), "it ended by " + thrown, null));
    }

    /** Fails the whole group, whose outcome is unknown. The leader's own update fails by what is returned. */
    OutcomeUnknownException unknown(OutcomeUnknownException e) {
        targets().forget(runtime.remembered());
        List<PendingUpdate<?>> others = new ArrayList<>(lead.group());
        others.forEach(update -> update.events().tell(LockCount.UNKNOWN));
        others.remove(lead.own());
        others.forEach(update -> update.failed(e));
        lead.settled(others);
        return e;
    }
}
