package io.github.stormlock.lock.internal.update;

import io.github.stormlock.lock.LeaseLostException;
import io.github.stormlock.lock.LockEvents;
import io.github.stormlock.lock.LockException;
import io.github.stormlock.lock.OutcomeUnknownException;
import io.github.stormlock.lock.internal.acquire.LockRuntime;
import io.github.stormlock.lock.internal.acquire.Troubles;
import io.github.stormlock.lock.internal.protocol.Handover;
import io.github.stormlock.lock.internal.protocol.Settlement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Writes what a group of updates made of an entry, and tells each of them what came of it: each is settled by its own
 * event id, never by another's. Used by one thread, once.
 */
public final class GroupCommit<V> {
    private final LockRuntime locks;
    private final RememberedEntries entries;
    private final Lead<V> lead;
    private final Memory<V> memory;
    private final Draft<V> draft;
    private final String next;
    private final PendingUpdate<V> own;
    private final Tenure tenure;
    private long sent;

    /**
     * A commit that is not sent yet.
     *
     * @param memory what the group was applied to
     * @param draft what they make of it; the lease goes on if it says so, unless somebody outside this JVM waits
     */
    public GroupCommit(UpdateRuntime runtime, Lead<V> lead, Memory<V> memory, Draft<V> draft) {
        this.locks = runtime.locks();
        this.entries = runtime.remembered();
        this.lead = lead;
        this.memory = memory;
        this.draft = draft;
        this.own = lead.own();
        this.tenure = lead.live();
        this.next = draft.next() == null
                ? Commit.NO_NEXT_TOKEN
                : tenure.acquisition().token();
    }

    /**
     * Sends it and settles whom it settles.
     *
     * @return whether the leader's own update is settled; otherwise the rest of the group is applied again
     */
    boolean run() {
        Commit commit = prepare();
        return settle(outcome(commit::send));
    }

    /** From here on only the server knows what stands, until it is settled. */
    public Commit prepare() {
        Commit commit = Commit.of(
                locks.port(), tenure.lease(), lead::withdrawal, draft.readType(), lead.group(), next, draft.changes());
        tenure.lease().step();
        sent = locks.ticker().nanos();
        return commit;
    }

    /** As {@link #run}, for a commit that was sent together with others. */
    public boolean settle(Commit commit, @Nullable Object answer) {
        return settle(outcome(() -> commit.settle(answer)));
    }

    private Settlement outcome(Supplier<Settlement> settlement) {
        try {
            return settlement.get();
        } catch (OutcomeUnknownException e) {
            throw unknown(e);
        } catch (LockException e) {
            tenure.lease().notStepped();
            // The entry is read again after a refusal or a lost answer.
            tenure.forget();
            failAll(e);
            throw e;
        } catch (Throwable t) {
            // Such as the end of the stack, which may come after the script ran.
            OutcomeUnknownException unused = unknownBy(t);
            throw t;
        }
    }

    /** An error may have come after it was sent. The leader's own update fails by what is thrown, or returned. */
    public OutcomeUnknownException unknownBy(Throwable thrown) {
        return unknown(new OutcomeUnknownException(own.keys().entry(), "it ended by " + thrown, null));
    }

    /** Nobody can tell what stands now: neither the lease nor what was read under it is passed on. */
    private OutcomeUnknownException unknown(OutcomeUnknownException e) {
        failAll(e);
        // Under this token or the next one, or not at all; where it was asked twice, the lock has gone on behind it.
        if (lead.tenure() != null) {
            lead.givenBack(/* leftFree= */ false);
            locks.withdraw(tenure.lease().wanted(), tenure.acquisition());
        }
        return e;
    }

    private boolean settle(Settlement settlement) {
        if (settlement instanceof Settlement.Written written) {
            return settle(written);
        } else if (settlement instanceof Settlement.Refused) {
            return refused();
        } else if (settlement instanceof Settlement.Lost lost) {
            return lost(lost);
        }
        tenure.lease().notStepped();
        if (settlement instanceof Settlement.Replayed replayed) {
            return replayed(replayed);
        } else if (settlement instanceof Settlement.Failed failed) {
            return failed(failed);
        }
        return again();
    }

    private boolean settle(Settlement.Written written) {
        try {
            return written(written);
        } catch (Throwable thrown) {
            // Such as the end of the stack. Put back to the queue, they would be written again.
            OutcomeUnknownException unused = unknownBy(thrown);
            throw thrown;
        }
    }

    /** The entry vanished. The next step of the token takes over what stands, with a fresh read. */
    private boolean again() {
        tenure.forget();
        return false;
    }

    private boolean written(Settlement.Written written) {
        if (written.handover() == Handover.KEPT) {
            tenure.lease().stepped(next, sent);
            tenure.remember(Objects.requireNonNull(draft.next()));
        } else {
            lead.givenBack(written.handover() == Handover.LEFT_FREE);
            if (written.handover() == Handover.STILL_HELD) {
                locks.withdraw(tenure.lease().wanted(), tenure.acquisition());
            }
        }
        remember();
        List<PendingUpdate<V>> done = lead.group();
        done.forEach(update -> update.succeeded(/* replay= */ false, draft.entry()));
        tell(written, locks.ticker().nanos() - sent);
        lead.settled(done);
        return true;
    }

    /** Otherwise each later update would be computed on what an attempt has left in memory, miss, and take the lock again. */
    private void remember() {
        Memory<V> written = draft.remembered();
        if (written != null) {
            entries.put(
                    own.keys().entry(), written, draft.weight(), locks.ticker().nanos());
        }
    }

    private void tell(Settlement.Written written, long nanos) {
        own.events().tell(events -> events.committed(nanos));
        if (written.handover() == Handover.UNTOLD) {
            own.events().tell(LockEvents::wakeUpFailed);
        }
        for (PendingUpdate<V> update : lead.group()) {
            if (update.isNamed() && written.remembered() >= 0) {
                update.events().tell(events -> events.remembered(written.remembered()));
            }
        }
    }

    private boolean replayed(Settlement.Replayed replayed) {
        List<PendingUpdate<V>> seen = lead.named(replayed.seen());
        if (next.equals(Commit.NO_NEXT_TOKEN) && seen.size() == lead.group().size()) {
            lead.givenBack(/* leftFree= */ false);
        }
        V entry = Lead.isShown(seen) ? own.plan().kind().settled(memory.open(own.plan())) : null;
        seen.forEach(update -> update.succeeded(/* replay= */ true, entry));
        lead.settled(seen);
        return seen.contains(own);
    }

    private boolean refused() {
        lead.lost();
        own.events().tell(LockEvents::commitRefused);
        throw new LeaseLostException(own.keys().entry(), "the commit was refused and nothing was written");
    }

    /** Those without an id will never know; those with one find out by a fresh read, each on its own. */
    private boolean lost(Settlement.Lost lost) {
        List<PendingUpdate<V>> seen = lead.named(lost.seen());
        List<PendingUpdate<V>> unnamed = new ArrayList<>(lead.group());
        unnamed.removeIf(PendingUpdate::isNamed);
        if (seen.isEmpty() && unnamed.isEmpty()) {
            return refused();
        }
        lead.givenBack(/* leftFree= */ false);
        OutcomeUnknownException unknown = new OutcomeUnknownException(
                own.keys().entry(), "Redis did not answer, and the token was gone when asked again", lost.cause());
        fail(unnamed, unknown);
        lead.keepFirst(1);
        if (unnamed.contains(own)) {
            throw unknown;
        } else if (!seen.contains(own)) {
            own.events().tell(LockEvents::commitRefused);
            throw new LeaseLostException(own.keys().entry(), "the commit was refused and nothing was written");
        }
        own.wasAppliedBefore();
        return false;
    }

    private boolean failed(Settlement.Failed failed) {
        if (failed.torn()) {
            throw unknown(new OutcomeUnknownException(
                    own.keys().entry(), "Redis refused a later part of it: " + failed.error(), null));
        } else if (lead.group().size() == 1) {
            throw Troubles.refused(own.keys(), failed.error());
        }
        // It may be what one of them wrote: so each fails alone.
        own.isolate();
        lead.keepFirst(1);
        return false;
    }

    private void failAll(LockException reason) {
        fail(List.copyOf(lead.group()), reason);
    }

    /** The leader's own update fails by what is thrown. */
    private void fail(List<PendingUpdate<V>> some, LockException reason) {
        if (reason instanceof OutcomeUnknownException) {
            some.forEach(update -> update.events().tell(LockEvents::outcomeUnknown));
        }
        List<PendingUpdate<V>> others = new ArrayList<>(some);
        boolean unused = others.remove(own);
        others.forEach(update -> update.failed(reason));
        lead.settled(others);
    }
}
