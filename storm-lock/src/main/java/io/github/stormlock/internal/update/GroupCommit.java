package io.github.stormlock.internal.update;

import io.github.stormlock.internal.acquire.LockRuntime;
import io.github.stormlock.internal.draft.GroupSnapshot;
import io.github.stormlock.internal.draft.GroupTargets;
import io.github.stormlock.internal.draft.LockedDraft;
import io.github.stormlock.internal.draft.RememberedEntries;
import io.github.stormlock.internal.draft.Views;
import io.github.stormlock.internal.protocol.CommitResult;
import io.github.stormlock.internal.protocol.Handover;
import io.github.stormlock.internal.protocol.LockErrors;
import io.github.stormlock.lock.LeaseLostException;
import io.github.stormlock.lock.LockCount;
import io.github.stormlock.lock.LockException;
import io.github.stormlock.lock.LockTime;
import io.github.stormlock.lock.OutcomeUnknownException;
import io.github.stormlock.lock.insight.CallerFigures;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Writes what a group of updates made of an entry, under the lock, and settles each of them. Each is settled by its
 * own event id, never by another's. Used by one thread, once.
 */
public final class GroupCommit {
    private final UpdateRuntime runtime;
    private final LockRuntime locks;
    private final RememberedEntries entries;
    private final LeaderState lead;
    private final GroupTargets targets;
    private final GroupSnapshot snapshot;
    private final LockedDraft draft;
    private final String next;
    private final PendingUpdate<?> own;
    private final Tenure tenure;
    private long sent;

    /**
     * Creates a commit that is not sent yet.
     *
     * @param snapshot the entries to which the group was applied
     * @param draft what the group makes of them. If it says so the lease goes on, unless somebody outside this JVM
     *     waits
     */
    public GroupCommit(UpdateRuntime runtime, LeaderState lead, GroupSnapshot snapshot, LockedDraft draft) {
        this.runtime = runtime;
        this.locks = runtime.locks();
        this.entries = runtime.remembered();
        this.lead = lead;
        this.targets = lead.targets();
        this.snapshot = snapshot;
        this.draft = draft;
        this.own = lead.own();
        this.tenure = lead.live();
        this.next = draft.kept() ? tenure.acquisition().token() : Commit.NO_NEXT_TOKEN;
    }

    /**
     * Sends the commit, and settles the updates whose outcome it tells.
     *
     * @return true if the leader's own update is settled; otherwise the rest of the group is applied again
     */
    boolean run() {
        Commit commit = prepare();
        return settle(outcome(commit::send));
    }

    /** Makes the commit. From here on only the server knows which token stands, until the answer is settled. */
    public Commit prepare() {
        Commit commit = Commit.of(locks.port(), tenure.lease(), lead::withdrawal, lead.group(), draft, next);
        tenure.lease().step();
        sent = locks.ticker().nanos();
        return commit;
    }

    /** Does as {@link #run} does, for a commit that was sent together with others. */
    public boolean settle(Commit commit, @Nullable Object answer) {
        return settle(outcome(() -> commit.settle(answer)));
    }

    private CommitResult outcome(Supplier<CommitResult> settlement) {
        try {
            return settlement.get();
        } catch (OutcomeUnknownException e) {
            throw unknown(e);
        } catch (LockException e) {
            tenure.lease().notStepped();
            // After a refusal, or if it was not sent, the entry is read again.
            tenure.forget();
            failAll(e);
            throw e;
        } catch (Throwable t) {
            // Such as a stack overflow, which may come after the script ran.
            unknownBy(t);
            throw t;
        }
    }

    /**
     * Makes the outcome unknown, since an error may have come after the commit was sent. The leader's own update
     * fails by what is thrown, or by what is returned here.
     */
    public OutcomeUnknownException unknownBy(Throwable thrown) {
        return unknown(new OutcomeUnknownException(targets.name(), "it ended by " + thrown, null));
    }

    /**
     * Ends the lease of a commit whose outcome is unknown. Nobody can tell what stands, so neither the lease nor the
     * memory of the entry is passed on.
     */
    private OutcomeUnknownException unknown(OutcomeUnknownException e) {
        failAll(e);
        // The lease may stand under this token, or under the next one, or not at all. If the commit was sent again,
        // the lock has gone on behind it.
        if (lead.tenure() != null) {
            lead.givenBack();
            locks.withdraw(tenure.lease().wanted(), tenure.acquisition());
        }
        return e;
    }

    private boolean settle(CommitResult settlement) {
        if (settlement instanceof CommitResult.Written written) {
            return settle(written);
        } else if (settlement instanceof CommitResult.Refused) {
            return refused();
        } else if (settlement instanceof CommitResult.Lost lost) {
            return lost(lost);
        }
        tenure.lease().notStepped();
        if (settlement instanceof CommitResult.Replayed replayed) {
            return replayed(replayed);
        } else if (settlement instanceof CommitResult.Failed failed) {
            return failed(failed);
        }
        return again();
    }

    private boolean settle(CommitResult.Written written) {
        try {
            return written(written);
        } catch (Throwable thrown) {
            // Such as a stack overflow. If these updates went back to the queue, they would be written again.
            unknownBy(thrown);
            throw thrown;
        }
    }

    /** Goes on after the entry vanished: the next step of the token takes the lease over, with a fresh read. */
    private boolean again() {
        tenure.forget();
        return false;
    }

    private boolean written(CommitResult.Written written) {
        if (written.handover() == Handover.KEPT) {
            tenure.lease().stepped(next, sent);
            tenure.remember(draft.next());
        } else {
            lead.givenBack();
            if (written.handover() == Handover.STILL_HELD) {
                locks.withdraw(tenure.lease().wanted(), tenure.acquisition());
            }
        }
        draft.remember(entries, locks.ticker().nanos());
        List<PendingUpdate<?>> done = lead.group();
        done.forEach(update -> update.succeeded(/* replay= */ false, draft.shown()));
        long now = locks.ticker().nanos();
        tell(written, now - sent);
        WrittenGroup.count(runtime, lead, /* misses= */ 0, sent, now);
        lead.settled(done);
        return true;
    }

    private void tell(CommitResult.Written written, long nanos) {
        own.events().took(LockTime.COMMIT, nanos);
        own.events().count(CallerFigures::wroteUnderLock);
        if (written.handover() == Handover.UNTOLD) {
            own.events().tell(LockCount.WAKE_UPS_FAILED);
        }
        for (PendingUpdate<?> update : lead.group()) {
            if (update.hasEventId() && written.remembered() >= 0) {
                update.events().remembered(written.remembered());
            }
        }
    }

    private boolean replayed(CommitResult.Replayed replayed) {
        List<PendingUpdate<?>> seen = lead.named(replayed.seen());
        if (next.equals(Commit.NO_NEXT_TOKEN) && seen.size() == lead.group().size()) {
            lead.givenBack();
        }
        Views shown = LeaderState.isShown(seen) ? snapshot.open().settled() : null;
        seen.forEach(update -> update.succeeded(/* replay= */ true, shown));
        lead.settled(seen);
        return seen.contains(own);
    }

    private boolean refused() {
        lead.lost();
        own.commitRefused("the lease had ended");
        throw new LeaseLostException(targets.name(), "the commit was refused and nothing was written");
    }

    /**
     * Settles a commit whose first answer was lost and whose token was gone when asked again. Updates without an
     * event id never learn their outcome. Those with one find it out by a fresh read, each on its own.
     */
    private boolean lost(CommitResult.Lost lost) {
        List<PendingUpdate<?>> seen = lead.named(lost.seen());
        List<PendingUpdate<?>> unnamed = new ArrayList<>(lead.group());
        unnamed.removeIf(PendingUpdate::hasEventId);
        if (seen.isEmpty() && unnamed.isEmpty()) {
            return refused();
        }
        lead.givenBack();
        // Before the others go back to the queue: one that fails there must not be told that nothing was written.
        seen.forEach(PendingUpdate::mayBeWritten);
        OutcomeUnknownException unknown = new OutcomeUnknownException(
                targets.name(), "Redis did not answer, and the token was gone when asked again", lost.cause());
        fail(unnamed, unknown);
        lead.keepFirst(1);
        if (unnamed.contains(own)) {
            throw unknown;
        } else if (!seen.contains(own)) {
            own.commitRefused("the answer was lost, and the lease had ended when Redis was asked again");
            throw new LeaseLostException(targets.name(), "the commit was refused and nothing was written");
        }
        own.wasAppliedBefore();
        return false;
    }

    private boolean failed(CommitResult.Failed failed) {
        if (failed.torn()) {
            throw unknown(new OutcomeUnknownException(
                    targets.name(), "Redis refused a later part of it: " + failed.error(), null));
        } else if (lead.group().size() == 1) {
            throw LockErrors.refused(targets.locked(), failed.index(), failed.error());
        }
        // One of them may have written what was refused. So the leader runs alone, and the others lead in their turn:
        // in the end only the update that caused it fails.
        own.isolate();
        lead.keepFirst(1);
        return false;
    }

    private void failAll(LockException reason) {
        fail(List.copyOf(lead.group()), reason);
    }

    /** Fails updates of the group. The leader's own update is not among them: it fails by what is thrown. */
    private void fail(List<PendingUpdate<?>> some, LockException reason) {
        if (reason instanceof OutcomeUnknownException) {
            some.forEach(update -> update.events().tell(LockCount.UNKNOWN));
        }
        List<PendingUpdate<?>> others = new ArrayList<>(some);
        others.remove(own);
        others.forEach(update -> update.failed(reason));
        lead.settled(others);
    }
}
