package io.github.stormlock.lock.internal.batch;

import io.github.stormlock.lock.LockException;
import io.github.stormlock.lock.OutcomeUnknownException;
import io.github.stormlock.lock.internal.acquire.EntryWaiters;
import io.github.stormlock.lock.internal.acquire.LockErrors;
import io.github.stormlock.lock.internal.update.Attempting;
import io.github.stormlock.lock.internal.update.EntryQueue;
import io.github.stormlock.lock.internal.update.GroupApplier;
import io.github.stormlock.lock.internal.update.GroupAttempt;
import io.github.stormlock.lock.internal.update.GroupEvents;
import io.github.stormlock.lock.internal.update.LeaderState;
import io.github.stormlock.lock.internal.update.PendingUpdate;
import io.github.stormlock.lock.internal.update.PendingUpdate.State;
import io.github.stormlock.lock.internal.update.UpdateRuntime;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The updates of one entry in a batch: as many of them as one attempt, or one commit, can write, led by the first. It
 * leads the entry's queue while the batch works on them, and never waits for the lead. Used by one thread.
 */
final class BatchPart<V> {
    private final UpdateRuntime runtime;
    private final List<PendingUpdate<V>> updates;
    private final Consumer<List<PendingUpdate<V>>> rest;
    private final PendingUpdate<V> own;
    private final long startedNanos;
    private @Nullable LeaderState<V> lead;
    private @Nullable GroupApplier<V> applying;
    private @Nullable Attempting<V> attempting;
    private @Nullable BatchLocking<V> locking;
    private boolean ended;

    /**
     * Takes, of some updates of one entry, those that can be written together, and gives the others to the rest.
     *
     * @param rest takes those that are not settled by the batch
     */
    BatchPart(UpdateRuntime runtime, List<PendingUpdate<V>> updates, Consumer<List<PendingUpdate<V>>> rest) {
        this.runtime = runtime;
        this.rest = rest;
        this.updates = new ArrayList<>(updates.size());
        this.own = updates.get(0);
        this.startedNanos = runtime.ticker().nanos();
        boolean locked = Attempting.needsLock(runtime, own);
        GroupEvents events = new GroupEvents();
        List<PendingUpdate<V>> others = new ArrayList<>(0);
        for (PendingUpdate<V> update : updates) {
            boolean together = others.isEmpty()
                    && this.updates.size() < EntryQueue.MOST_IN_GROUP
                    && update.guard().groupKey().equals(own.guard().groupKey())
                    && (locked || isAttemptedWithOwn(update))
                    && events.add(update);
            (together ? this.updates : others).add(update);
        }
        giveBack(others);
    }

    /**
     * Returns true if an update can share an attempt with the first one. The events of an attempt are the receipt for
     * all of its group, so either all have event ids or none has. An update that runs alone, or needs the lock,
     * shares no attempt.
     */
    private boolean isAttemptedWithOwn(PendingUpdate<V> update) {
        return update == own || (update.hasEventId() == own.hasEventId() && !update.isAlone() && !own.isAlone());
    }

    /**
     * Takes the lead of the entry's queue if nobody has it. Otherwise its updates go to the rest.
     *
     * @param waiter is told when the entry is let go; may be {@code null}
     * @return true if it leads
     */
    boolean enter(EntryWaiters.@Nullable Waiter waiter) {
        EntryQueue entered = runtime.queues().enter(own.keys().entry());
        if (waiter == null ? !entered.enterIfIdle(own) : !enterInTurn(entered, waiter)) {
            if (waiter == null) {
                own.contended();
            }
            runtime.queues().leave(own.keys().entry());
            giveBack(updates);
            return false;
        }
        LeaderState<V> leading = new LeaderState<>(runtime, entered, own, this::giveBack);
        lead = leading;
        leading.bring(new ArrayList<>(updates));
        applying = new GroupApplier<>(runtime.ticker(), entered, leading);
        attempting = new Attempting<>(runtime, leading, applying, /* together= */ true, startedNanos);
        return true;
    }

    private boolean enterInTurn(EntryQueue entered, EntryWaiters.Waiter waiter) {
        EntryWaiters waiters = runtime.queues().waiters();
        String entry = own.keys().entry();
        boolean mayTake = waiters.mayTake(entry, waiter, startedNanos);
        if (mayTake && entered.enterIfIdle(own)) {
            waiters.leave(entry, waiter);
            return true;
        }
        waiters.enter(entry, waiter);
        // The entry may have been let go before this waiter stood in the line. So it tries once more, unless another
        // one goes first.
        if (mayTake && entered.enterIfIdle(own)) {
            waiters.leave(entry, waiter);
            return true;
        }
        updates.forEach(PendingUpdate::metLeader);
        return false;
    }

    /** Returns the attempt that is open, or begins one; {@code null} if it attempts no more. */
    @Nullable
    GroupAttempt<V> attempt() {
        Attempting<V> trying = Objects.requireNonNull(attempting);
        GroupAttempt<V> attempt = ended ? null : trying.open();
        try {
            while (attempt == null && !trying.isOver() && isOpen()) {
                attempt = trying.begin();
            }
        } catch (Throwable t) {
            failOwn(t);
        }
        return attempt;
    }

    /**
     * Settles what its attempt came to, if that is final.
     *
     * @return how many nanoseconds it waits before it computes again
     */
    long settleAttempt() {
        Attempting<V> trying = Objects.requireNonNull(attempting);
        GroupAttempt<V> attempt = trying.open();
        if (attempt == null || !attempt.isFinal()) {
            return 0;
        }
        List<PendingUpdate<V>> group = List.copyOf(Objects.requireNonNull(lead).group());
        try {
            trying.settle();
            tellGranted(group);
            // If somebody holds the lock, a try to take it would fail too, since it leaves no note.
            if (!isOpen() || trying.holder() != null) {
                end();
            }
        } catch (OutcomeUnknownException e) {
            failOwn(e);
        } catch (LockException e) {
            fail(e);
        } catch (Throwable t) {
            failOwn(t);
        }
        return trying.pauseNanos();
    }

    private void tellGranted(List<PendingUpdate<V>> group) {
        long waited = runtime.ticker().nanos() - startedNanos;
        for (PendingUpdate<V> update : group) {
            if (update.state() == State.SETTLED) {
                update.events().tell(events -> events.acquired(waited));
            }
        }
    }

    /** Returns true if it still has updates to make. */
    boolean isOpen() {
        return !ended && own.state() != State.SETTLED;
    }

    /** Begins to write the updates under the lock, once nothing is attempted any more. */
    BatchLocking<V> locking() {
        BatchLocking<V> begun =
                new BatchLocking<>(runtime, this, Objects.requireNonNull(lead), Objects.requireNonNull(applying));
        locking = begun;
        return begun;
    }

    /** Fails all of its updates, for a reason that lies with the entry or the server. */
    void fail(LockException reason) {
        List<PendingUpdate<V>> all = List.copyOf(Objects.requireNonNull(lead).group());
        all.forEach(update -> update.failed(reason));
        Objects.requireNonNull(lead).settled(all);
        end();
    }

    /** Fails the first update, and gives the others back. Throws a fatal error on. */
    void failOwn(Throwable thrown) {
        own.failed(thrown);
        Objects.requireNonNull(lead).settled(List.of(own));
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
        } else if (attempting != null && attempting.open() != null) {
            failOwn(attempting.endedBy(thrown));
        } else if (locking != null) {
            locking.endedBy(thrown);
        } else {
            end();
        }
    }

    /** Ends the part: what is not settled goes to the rest, and the next in the queue leads. Idempotent. */
    void end() {
        LeaderState<V> leading = lead;
        if (leading != null && !ended) {
            ended = true;
            try {
                leading.keepFirst(0);
                leading.leave();
            } finally {
                runtime.queues().leave(own.keys().entry());
            }
        }
    }

    private void giveBack(List<PendingUpdate<V>> some) {
        List<PendingUpdate<V>> open = new ArrayList<>(some);
        open.removeIf(update -> update.state() == State.SETTLED);
        open.forEach(PendingUpdate::again);
        if (!open.isEmpty()) {
            rest.accept(open);
        }
    }
}
