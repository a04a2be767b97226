package io.github.stormlock.lock.internal.update;

import io.github.stormlock.lock.LockEvents;
import io.github.stormlock.lock.LockException;
import io.github.stormlock.lock.OutcomeUnknownException;
import io.github.stormlock.lock.internal.acquire.Troubles;
import io.github.stormlock.lock.internal.protocol.AttemptReply;
import io.github.stormlock.lock.internal.update.PendingUpdate.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Updates an entry without its lock: computes on what is remembered of it, and has one script write if all that the updates
 * saw still stands and nobody holds the lock. On a miss it computes again at once on what the script answered, with those
 * that have come meanwhile. Of those who compete one has written, so nothing stands still. Used by one thread.
 *
 * <p>It is over, and the lock is taken, where somebody holds it for longer than a moment, after some misses, where updates are
 * slow, and where one throws: what an update throws counts only if what it saw is known to stand.
 */
public final class Attempting<V> {
    private final UpdateRuntime runtime;
    private final Lead<V> lead;
    private final Applying<V> applying;
    private final boolean together;
    private final long deadline;
    private final PendingUpdate<V> own;
    private final Plan<V> plan;
    private final MissLimit limit = new MissLimit();
    private final BusyPauses busyPauses = new BusyPauses();
    private @Nullable Memory<V> answered;
    private @Nullable GroupDraft<V> draft;
    private @Nullable GroupAttempt<V> open;
    private long roundNanos;
    private long computedNanos;
    private long pauseNanos;
    private boolean metLock;
    private boolean over;
    private @Nullable String holder;

    /**
     * Attempts of the group that is led.
     *
     * @param together whether its attempts are sent together with those of other entries, so that it waits for no lock
     * @param deadline the time until which the leader waits; of no meaning together with others
     */
    public Attempting(UpdateRuntime runtime, Lead<V> lead, Applying<V> applying, boolean together, long deadline) {
        this.runtime = runtime;
        this.lead = lead;
        this.applying = applying;
        this.together = together;
        this.deadline = deadline;
        this.own = lead.own();
        this.plan = own.plan();
        this.over = needsLock(runtime, own);
    }

    /** Whether an update is never attempted. */
    public static boolean needsLock(UpdateRuntime runtime, PendingUpdate<?> update) {
        return update.isExclusive()
                || update.isReplay()
                || runtime.takesLockFirst(update.plan().kind());
    }

    /** Others have joined the group: what was computed before does not hold any more. */
    void joined() {
        metLock = false;
    }

    /** Whether only the lock is left. */
    public boolean isOver() {
        return over;
    }

    /** The holder of the lock, as shown to people, if an attempt met one. */
    @Nullable
    public String holder() {
        return holder;
    }

    /** An attempt that was begun and is not settled: it may be written, or may have been. */
    @Nullable
    public GroupAttempt<V> open() {
        return open;
    }

    /** How long those wait that go on, before they compute again. */
    public long pauseNanos() {
        return pauseNanos;
    }

    /** One attempt, after which the update is settled, or attempted again, or {@link #isOver}. */
    void round() {
        GroupAttempt<V> attempt = begin();
        if (attempt == null) {
            return;
        }
        try (AttemptExchange exchange = new AttemptExchange(runtime)) {
            exchange.finish(attempt);
            settle();
            if (pauseNanos > 0) {
                // Nothing is on its way: each may give up meanwhile.
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
     * Computes what is to be attempted next.
     *
     * @return {@code null} if the group is another now, or {@link #isOver}
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
        Memory<V> known = answered != null ? answered : runtime.remembered().find(entry(), plan.view(), roundNanos);
        boolean guessed = known == null;
        Memory<V> memory = known == null ? Memory.absent(plan) : known;
        // How long the others of a pipeline take to compute and to be answered says nothing of this one.
        if (!guessed && (!together || limit.isTried())) {
            limit.begin(roundNanos);
        }
        GroupDraft<V> made = applying.apply(
                () -> memory.openForAttempt(plan),
                (view, shown) -> GroupDraft.of(plan, view, shown),
                thrown -> over = true);
        if (made == null) {
            return null;
        } else if (!made.fits()) {
            over = true;
            if (made.attempted() == null) {
                runtime.takeLockFirst(plan.kind());
            }
            return null;
        }
        computedNanos = runtime.ticker().nanos();
        draft = made;
        open = new GroupAttempt<>(runtime, lead, made);
        return open;
    }

    /**
     * Settles whom the attempt settles, once that is final. What it throws is the leader's own failure; what is wrong with the
     * others is told to them.
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
            // Such as the end of memory after its answer.
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
     * An error such as the end of the stack may have come after the script ran. The leader's own update fails by what is
     * thrown, or returned.
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
            throw Troubles.tooLarge(own.wanted(), large.size());
        } else if (reply instanceof AttemptReply.Late) {
            // It came after its deadline, twice: where answers take so long, only the lock is left.
            over = true;
        }
    }

    private void written(AttemptReply.Written written, GroupDraft<V> draft, long sent) {
        long now = runtime.ticker().nanos();
        Memory<V> remembered = draft.remembered();
        if (remembered == null) {
            runtime.remembered().forget(entry(), plan.view());
        } else {
            runtime.remembered().put(entry(), remembered, draft.weight(plan.kind()), now);
        }
        List<PendingUpdate<V>> done = lead.group();
        done.forEach(update -> update.succeeded(/* replay= */ false, draft.entry()));
        own.events().tell(events -> events.committed(now - sent));
        for (PendingUpdate<V> update : done) {
            if (update.isNamed() && written.remembered() >= 0) {
                update.events().tell(events -> events.remembered(written.remembered()));
            }
        }
        lead.settled(done);
    }

    /** Together with others it waits for no lock; alone it sends the same attempt again, for a while. */
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
        answered = new Memory<>(plan.view(), missed.exists(), missed.answer(), null);
        limit.missed();
        own.events().tell(LockEvents::missed);
    }

    private void replayed(AttemptReply.Replayed replayed) {
        Memory<V> stands = new Memory<>(plan.view(), replayed.exists(), replayed.answer(), null);
        answered = stands;
        List<PendingUpdate<V>> seen = lead.named(replayed.seen());
        V entry = Lead.isShown(seen) ? plan.kind().settled(stands.open(plan)) : null;
        seen.forEach(update -> update.succeeded(/* replay= */ true, entry));
        lead.settled(seen);
    }

    private void refused(AttemptReply.Refused refused) {
        runtime.remembered().forget(entry(), plan.view());
        if (refused.torn()) {
            throw new OutcomeUnknownException(entry(), "Redis refused a later part of it: " + refused.error(), null);
        } else if (lead.group().size() == 1) {
            throw Troubles.refused(own.keys(), refused.error());
        }
        // It may be what one of them wrote: so each fails alone.
        own.isolate();
        lead.keepFirst(1);
    }

    /** None of the group will know. The leader's own update fails by what is thrown. */
    private OutcomeUnknownException unknown(OutcomeUnknownException e) {
        runtime.remembered().forget(entry(), plan.view());
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
