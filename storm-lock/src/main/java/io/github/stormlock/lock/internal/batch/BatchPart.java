package io.github.stormlock.lock.internal.batch;

import io.github.stormlock.lock.LockException;
import io.github.stormlock.lock.OutcomeUnknownException;
import io.github.stormlock.lock.internal.acquire.Troubles;
import io.github.stormlock.lock.internal.update.Applying;
import io.github.stormlock.lock.internal.update.Attempting;
import io.github.stormlock.lock.internal.update.EntryQueue;
import io.github.stormlock.lock.internal.update.EntryWaiters;
import io.github.stormlock.lock.internal.update.GroupAttempt;
import io.github.stormlock.lock.internal.update.GroupEvents;
import io.github.stormlock.lock.internal.update.Lead;
import io.github.stormlock.lock.internal.update.PendingUpdate;
import io.github.stormlock.lock.internal.update.PendingUpdate.State;
import io.github.stormlock.lock.internal.update.UpdateRuntime;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The updates of one entry in a batch: as many of them as one attempt, or one commit, can write, led by the first. Leads the
 * entry's queue while the batch has them in hand, and never waits for it. Used by one thread.
 */
final class BatchPart<V> {
    private final UpdateRuntime runtime;
    private final List<PendingUpdate<V>> updates;
    private final Consumer<List<PendingUpdate<V>>> rest;
    private final PendingUpdate<V> own;
    private final long startedNanos;
    private @Nullable Lead<V> lead;
    private @Nullable Applying<V> applying;
    private @Nullable Attempting<V> attempting;
    private @Nullable BatchLocking<V> locking;
    private boolean ended;

    /**
     * Takes of some updates of one entry those that go together, and gives the others to the rest.
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
                    && update.plan().view().equals(own.plan().view())
                    && (locked || isAttemptedWithOwn(update))
                    && events.add(update);
            (together ? this.updates : others).add(update);
        }
        giveBack(others);
    }

    /** The events of an attempt are the receipt for all of its group; and what is alone, or needs the lock, is no part of any. */
    private boolean isAttemptedWithOwn(PendingUpdate<V> update) {
        return update == own || (update.isNamed() == own.isNamed() && !update.isAlone() && !own.isAlone());
    }

    /**
     * Takes the lead of the entry's queue, if nobody has it; otherwise its updates go to the rest.
     *
     * @param waiter is told when the entry is let go; may be {@code null}
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
        Lead<V> leading = new Lead<>(runtime, entered, own, this::giveBack);
        lead = leading;
        leading.bring(new ArrayList<>(updates));
        applying = new Applying<>(runtime.ticker(), entered, leading);
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
        // It may have been let go before this one waited for it; unless it was not its turn.
        if (mayTake && entered.enterIfIdle(own)) {
            waiters.leave(entry, waiter);
            return true;
        }
        updates.forEach(PendingUpdate::metLeader);
        return false;
    }

    /** The attempt that it has in hand, or begins; {@code null} if it attempts no more. */
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
     * @return how long it waits before it computes again
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
            // Somebody holds the lock: a try to take it, which leaves no note, would come to nothing as well.
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

    /** Whether it has updates in hand. */
    boolean isOpen() {
        return !ended && own.state() != State.SETTLED;
    }

    /** The way through the lock, once nothing is attempted any more. */
    BatchLocking<V> locking() {
        BatchLocking<V> begun =
                new BatchLocking<>(runtime, this, Objects.requireNonNull(lead), Objects.requireNonNull(applying));
        locking = begun;
        return begun;
    }

    /** All of its updates, for what is wrong with the entry or the server. */
    void fail(LockException reason) {
        List<PendingUpdate<V>> all = List.copyOf(Objects.requireNonNull(lead).group());
        all.forEach(update -> update.failed(reason));
        Objects.requireNonNull(lead).settled(all);
        end();
    }

    void failOwn(Throwable thrown) {
        own.failed(thrown);
        Objects.requireNonNull(lead).settled(List.of(own));
        end();
        if (Troubles.isFatal(thrown)) {
            throw Troubles.<RuntimeException>sneak(thrown);
        }
    }

    /** Something ended the round, maybe after a script was sent: neither a lock nor what was read is passed on. */
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

    /** What is not settled goes to the rest; the next in the queue leads. Idempotent. */
    void end() {
        Lead<V> leading = lead;
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
