package io.github.stormlock.internal.batch;

import io.github.stormlock.internal.draft.GroupTargets;
import io.github.stormlock.internal.protocol.LockErrors;
import io.github.stormlock.internal.update.Attempting;
import io.github.stormlock.internal.update.GroupApplier;
import io.github.stormlock.internal.update.GroupAttempt;
import io.github.stormlock.internal.update.LeaderState;
import io.github.stormlock.internal.update.PendingUpdate;
import io.github.stormlock.internal.update.PendingUpdate.State;
import io.github.stormlock.internal.update.UpdateRuntime;
import io.github.stormlock.lock.LockException;
import io.github.stormlock.lock.OutcomeUnknownException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Some updates of a batch that one attempt, or one commit, can write: of one entry, mostly, or of several. The first of
 * them leads the others. Used by one thread.
 */
final class BatchPart {
    private final UpdateRuntime runtime;
    private final PendingUpdate<?> own;
    private final List<PendingUpdate<?>> updates;
    private final long startedNanos;
    private final LeaderState lead;
    private final GroupApplier applying;
    private final Attempting attempting;
    private @Nullable BatchLocking locking;
    private boolean ended;

    /**
     * Begins to lead.
     *
     * @param updates the first of them leads
     */
    BatchPart(UpdateRuntime runtime, GroupTargets targets, List<PendingUpdate<?>> updates) {
        this.runtime = runtime;
        this.own = updates.get(0);
        this.updates = new ArrayList<>(updates);
        this.startedNanos = runtime.ticker().nanos();
        this.lead = new LeaderState(runtime, targets, updates, BatchPart::giveBack);
        this.applying = new GroupApplier(runtime.ticker(), lead);
        this.attempting = new Attempting(runtime, lead, applying, /* together= */ true, startedNanos);
    }

    /** Returns the attempt that is open, or begins one; {@code null} if it attempts no more. */
    @Nullable
    GroupAttempt attempt() {
        GroupAttempt attempt = attempting.open();
        try {
            while (attempt == null && !attempting.isOver() && isOpen()) {
                attempt = attempting.begin();
            }
        } catch (Throwable t) {
            failOwn(t);
        }
        return attempt;
    }

    /** Returns the attempt that is open; {@code null} if there is none. */
    @Nullable
    GroupAttempt begun() {
        return attempting.open();
    }

    /** Returns the name of its entries, as shown to people. */
    String name() {
        return own.name();
    }

    /**
     * Settles what its attempt came to, if that is final.
     *
     * @return how many nanoseconds it waits before it computes again
     */
    long settleAttempt() {
        GroupAttempt attempt = attempting.open();
        if (attempt == null || !attempt.isFinal()) {
            return 0;
        }
        List<PendingUpdate<?>> group = List.copyOf(lead.group());
        try {
            attempting.settle();
            tellGranted(group);
            Attempting.Met busy = attempting.met();
            if (!isOpen() || attempting.isSplit()) {
                end();
            } else if (busy != null) {
                // If somebody holds the lock, a try to take it would fail too, since it leaves no note.
                endBusy(busy.entry(), busy.byOwnUpdate());
            }
        } catch (OutcomeUnknownException e) {
            failOwn(e);
        } catch (LockException e) {
            fail(e);
        } catch (Throwable t) {
            failOwn(t);
        }
        waited(group);
        return attempting.pauseNanos();
    }

    private void tellGranted(List<PendingUpdate<?>> group) {
        long now = runtime.ticker().nanos();
        for (PendingUpdate<?> update : group) {
            if (update.state() == State.SETTLED) {
                update.granted(startedNanos, now);
            }
        }
    }

    /** Tells which of the updates that were made have waited for long: after the part has ended, mostly. */
    void waited(List<PendingUpdate<?>> group) {
        long now = runtime.ticker().nanos();
        for (PendingUpdate<?> update : group) {
            if (update.state() == State.SETTLED) {
                update.waitedUntil(now);
            }
        }
    }

    boolean isOver() {
        return ended;
    }

    /** Returns true if it still has updates to make. */
    boolean isOpen() {
        return !ended && own.state() != State.SETTLED;
    }

    /** Begins to write the updates under the lock, once nothing is attempted any more. */
    BatchLocking locking() {
        BatchLocking begun = new BatchLocking(runtime, this, lead, applying);
        locking = begun;
        return begun;
    }

    /** Fails all of its updates, for a reason that lies with the entry or the server. */
    void fail(LockException reason) {
        List<PendingUpdate<?>> all = List.copyOf(lead.group());
        all.forEach(update -> update.failed(reason));
        lead.settled(all);
        end();
    }

    /** Fails the first update, and gives the others back. Throws a fatal error on. */
    void failOwn(Throwable thrown) {
        own.failed(thrown);
        lead.settled(List.of(own));
        end();
        if (LockErrors.isFatal(thrown)) {
            throw LockErrors.<RuntimeException>sneak(thrown);
        }
    }

    /**
     * Ends the part after an error that ended the round, maybe after a script was sent. Neither a lock nor what was
     * read is passed on.
     */
    void endedBy(Throwable thrown) {
        if (ended) {
            return;
        } else if (attempting.open() != null) {
            failOwn(attempting.endedBy(thrown));
        } else if (locking != null) {
            locking.endedBy(thrown);
        } else {
            end();
        }
    }

    /**
     * Ends the part because somebody holds the lock of one of its entries. Its updates of other entries can be made in the
     * next round.
     *
     * @param byOwnUpdate true if an update of this factory holds it
     */
    void endBusy(String entry, boolean byOwnUpdate) {
        for (PendingUpdate<?> update : lead.group()) {
            if (update.targets().contains(entry)) {
                update.met(entry, byOwnUpdate);
            }
        }
        end();
    }

    /** Ends the part, of which nothing was sent. Returns the updates that leave the round. */
    List<PendingUpdate<?>> recall() {
        List<PendingUpdate<?>> group = List.copyOf(lead.group());
        attempting.recalled();
        end();
        return group;
    }

    /** Returns those that are settled, once. */
    List<PendingUpdate<?>> takeSettled() {
        List<PendingUpdate<?>> settled = new ArrayList<>(updates);
        settled.removeIf(update -> !update.isSettled());
        updates.removeAll(settled);
        return settled;
    }

    /** Ends the part: what is not settled waits again. Idempotent. */
    void end() {
        if (!ended) {
            ended = true;
            lead.keepFirst(0);
            lead.leave();
        }
    }

    private static void giveBack(List<PendingUpdate<?>> some) {
        some.forEach(PendingUpdate::leaveGroup);
    }
}
