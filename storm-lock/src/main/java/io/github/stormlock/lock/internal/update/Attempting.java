package io.github.stormlock.lock.internal.update;

import io.github.stormlock.lock.LockEvents;
import io.github.stormlock.lock.LockException;
import io.github.stormlock.lock.OutcomeUnknownException;
import io.github.stormlock.lock.internal.acquire.LockErrors;
import io.github.stormlock.lock.internal.protocol.AttemptReply;
import io.github.stormlock.lock.internal.update.PendingUpdate.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Updates an entry without its lock. It computes on what is remembered of the entry. Then one script writes the
 * result if all that the updates saw still stands and nobody holds the lock. On a miss it computes again at once, on
 * what the script answered, together with those that have come meanwhile. Of those who compete one has written, so
 * the entry always gets on. Used by one thread.
 *
 * <p>Attempts are over, and the lock is taken, where somebody holds the lock for longer than a moment, after some
 * misses, where updates are slow, and where one throws. What an update throws counts only if what it saw is known to
 * stand.
 */
public final class Attempting<V> {
    private final UpdateRuntime runtime;
    private final LeaderState<V> lead;
    private final GroupApplier<V> applying;
    private final boolean together;
    private final long deadline;
    private final PendingUpdate<V> own;
    private final GuardSettings<V> guard;
    private final MissLimit limit = new MissLimit();
    private final BusyPauses busyPauses = new BusyPauses();
    private @Nullable EntrySnapshot<V> answered;
    private @Nullable GroupDraft<V> draft;
    private @Nullable GroupAttempt<V> open;
    private long roundNanos;
    private long computedNanos;
    private long pauseNanos;
    private boolean metLock;
    private boolean over;
    private @Nullable String holder;

    /**
     * Begins attempts of the group that is led.
     *
     * @param together true if its attempts are sent together with those of other entries; then it waits for no lock
     * @param deadline the time until which the leader waits; without meaning if {@code together} is true
     */
    public Attempting(
            UpdateRuntime runtime, LeaderState<V> lead, GroupApplier<V> applying, boolean together, long deadline) {
        this.runtime = runtime;
        this.lead = lead;
        this.applying = applying;
        this.together = together;
        this.deadline = deadline;
        this.own = lead.own();
        this.guard = own.guard();
        this.over = needsLock(runtime, own);
    }

    /** Returns true if an update is never attempted. */
    public static boolean needsLock(UpdateRuntime runtime, PendingUpdate<?> update) {
        return update.isExclusive()
                || update.isReplay()
                || runtime.takesLockFirst(update.guard().kind());
    }

    /** Notes that others have joined the group, so that what was computed before does not hold any more. */
    void joined() {
        metLock = false;
    }

    /** Returns true if attempts are over and only the lock is left. */
    public boolean isOver() {
        return over;
    }

    /** Returns the holder of the lock, as shown to people; {@code null} if no attempt met one. */
    @Nullable
    public String holder() {
        return holder;
    }

    /**
     * Returns the attempt that was begun and is not settled: it may be written, or may have been. {@code null} if
     * there is none.
     */
    @Nullable
    public GroupAttempt<V> open() {
        return open;
    }

    /** Returns how many nanoseconds the updates that go on wait before they are computed again. */
    public long pauseNanos() {
        return pauseNanos;
    }

    /**
     * Makes one attempt. After it the leader's update is settled, or is attempted again, or {@link #isOver} returns
     * true.
     */
    void round() {
        GroupAttempt<V> attempt = begin();
        if (attempt == null) {
            return;
        }
        try (AttemptExchange exchange = new AttemptExchange(runtime)) {
            exchange.finish(attempt);
            settle();
            if (pauseNanos > 0) {
                // Nothing is on its way, so each may give up meanwhile.
                lead.unseal();
                exchange.pause(pauseNanos);
            }
        } catch (Throwable t) {
            if (open != null) {
                OutcomeUnknownException unused = endedBy(t);
            }
            throw t;
        }
    }

    /**
     * Computes what is to be attempted next. After a busy lock it attempts the same draft again, if all of the group
     * still want it.
     *
     * @return {@code null} if the group has changed, or if {@link #isOver}
     */
    @Nullable
    public GroupAttempt<V> begin() {
        roundNanos = runtime.ticker().nanos();
        pauseNanos = 0;
        if (metLock && lead.seal()) {
            computedNanos = roundNanos;
            open = new GroupAttempt<>(runtime, lead, Objects.requireNonNull(draft));
            return open;
        }
        metLock = false;
        EntrySnapshot<V> known =
                answered != null ? answered : runtime.remembered().find(entry(), guard.groupKey(), roundNanos);
        boolean guessed = known == null;
        EntrySnapshot<V> snapshot = known == null ? EntrySnapshot.absent(guard) : known;
        // A first attempt in a pipeline waits until the attempts of other entries are computed and answered. That
        // time says nothing of this entry, so it is not counted.
        if (!guessed && (!together || limit.isTried())) {
            limit.begin(roundNanos);
        }
        GroupDraft<V> made = applying.apply(
                () -> snapshot.openForAttempt(guard),
                (view, shown) -> GroupDraft.of(guard, view, shown),
                thrown -> over = true);
        if (made == null) {
            return null;
        } else if (!made.fits()) {
            over = true;
            if (made.attempted() == null) {
                runtime.takeLockFirst(guard.kind());
            }
            return null;
        }
        computedNanos = runtime.ticker().nanos();
        draft = made;
        open = new GroupAttempt<>(runtime, lead, made);
        return open;
    }

    /**
     * Settles the updates whose outcome the attempt tells, once that is final. What this throws is the leader's own
     * failure; the others are told themselves what is wrong with them.
     */
    public void settle() {
        try {
            settle(Objects.requireNonNull(open).reply(), Objects.requireNonNull(draft), computedNanos);
        } catch (OutcomeUnknownException e) {
            throw unknown(e);
        } catch (LockException e) {
            open = null;
            throw e;
        } catch (Throwable t) {
            // Such as an OutOfMemoryError after the answer.
            OutcomeUnknownException unused = endedBy(t);
            throw t;
        }
        open = null;
        if (!metLock && !over && own.state() != State.SETTLED) {
            long now = runtime.ticker().nanos();
            over = limit.isReached(computedNanos - roundNanos, now);
            pauseNanos = over ? 0 : limit.pauseNanos(now - roundNanos, now);
        }
    }

    /**
     * Makes the outcome unknown, since an error such as a stack overflow may have come after the script ran. The
     * leader's own update fails by what is thrown, or by what is returned here.
     */
    public OutcomeUnknownException endedBy(Throwable thrown) {
        return unknown(new OutcomeUnknownException(entry(), "it ended by " + thrown, null));
    }

    private void settle(AttemptReply reply, GroupDraft<V> draft, long sent) {
        metLock = false;
        if (reply instanceof AttemptReply.Written written) {
            written(written, draft, sent);
        } else if (reply instanceof AttemptReply.Missed missed) {
            missed(missed);
        } else if (reply instanceof AttemptReply.Replayed replayed) {
            replayed(replayed);
        } else if (reply instanceof AttemptReply.Busy busy) {
            busy(busy);
        } else if (reply instanceof AttemptReply.Refused refused) {
            refused(refused);
        } else if (reply instanceof AttemptReply.TooLarge large) {
            throw LockErrors.tooLarge(own.wanted(), large.size());
        } else if (reply instanceof AttemptReply.Late) {
            // The attempt came after its deadline twice. Where answers take so long, only the lock is left.
            over = true;
        }
    }

    private void written(AttemptReply.Written written, GroupDraft<V> draft, long sent) {
        long now = runtime.ticker().nanos();
        EntrySnapshot<V> remembered = draft.remembered();
        if (remembered == null) {
            runtime.remembered().forget(entry(), guard.groupKey());
        } else {
            runtime.remembered().put(entry(), remembered, draft.weight(guard.kind()), now);
        }
        List<PendingUpdate<V>> done = lead.group();
        done.forEach(update -> update.succeeded(/* replay= */ false, draft.entry()));
        own.events().tell(events -> events.committed(now - sent));
        for (PendingUpdate<V> update : done) {
            if (update.hasEventId() && written.remembered() >= 0) {
                update.events().tell(events -> events.remembered(written.remembered()));
            }
        }
        lead.settled(done);
    }

    /**
     * Goes on after the lock was found held. Together with other entries it does not wait for the lock. Alone it
     * sends the same attempt again, for a while.
     */
    private void busy(AttemptReply.Busy met) {
        long now = runtime.ticker().nanos();
        holder = met.holder().shown(met.leftMillis(), own.keys());
        own.contended();
        runtime.locks().attempts().leftFree(own.keys());
        metLock = true;
        limit.forget();
        pauseNanos = together ? 0 : busyPauses.next(now - roundNanos, now, deadline);
        over = pauseNanos == 0;
    }

    private void missed(AttemptReply.Missed missed) {
        answered = new EntrySnapshot<>(guard.groupKey(), missed.exists(), missed.answer(), null);
        limit.missed();
        own.events().tell(LockEvents::missed);
    }

    private void replayed(AttemptReply.Replayed replayed) {
        EntrySnapshot<V> stands = new EntrySnapshot<>(guard.groupKey(), replayed.exists(), replayed.answer(), null);
        answered = stands;
        List<PendingUpdate<V>> seen = lead.named(replayed.seen());
        V entry = LeaderState.isShown(seen) ? guard.kind().settled(stands.open(guard)) : null;
        seen.forEach(update -> update.succeeded(/* replay= */ true, entry));
        lead.settled(seen);
    }

    private void refused(AttemptReply.Refused refused) {
        runtime.remembered().forget(entry(), guard.groupKey());
        if (refused.torn()) {
            throw new OutcomeUnknownException(entry(), "Redis refused a later part of it: " + refused.error(), null);
        } else if (lead.group().size() == 1) {
            throw LockErrors.refused(own.keys(), refused.error());
        }
        // One of them may have written what was refused. So the leader runs alone, and the others lead in their turn:
        // in the end only the update that caused it fails.
        own.isolate();
        lead.keepFirst(1);
    }

    /** Fails the whole group, whose outcome is unknown. The leader's own update fails by what is thrown. */
    private OutcomeUnknownException unknown(OutcomeUnknownException e) {
        runtime.remembered().forget(entry(), guard.groupKey());
        List<PendingUpdate<V>> others = new ArrayList<>(lead.group());
        others.forEach(update -> update.events().tell(LockEvents::outcomeUnknown));
        boolean unused = others.remove(own);
        others.forEach(update -> update.failed(e));
        lead.settled(others);
        open = null;
        return e;
    }

    private String entry() {
        return own.keys().entry();
    }
}
