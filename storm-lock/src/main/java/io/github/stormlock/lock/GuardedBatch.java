package io.github.stormlock.lock;

import io.github.stormlock.lock.internal.acquire.EntryWaiters;
import io.github.stormlock.lock.internal.acquire.LockErrors;
import io.github.stormlock.lock.internal.batch.BatchRounds;
import io.github.stormlock.lock.internal.update.PendingUpdate;
import io.github.stormlock.lock.internal.update.QueuedUpdates;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Guarded updates of several entries that share their round trips. Each update is made as a single one is
 * ({@link GuardedEntry}): it runs without the lock, on what is remembered of its entry, and is written if all that it
 * saw still stands and nobody holds the lock. All entries go in one round trip, and those that missed go in a second.
 * If only the lock is left, and for guards that are {@link GuardedEntry#exclusive}, one round trip takes the locks
 * and reads the entries, and another commits.
 *
 * <p>Each update stands for itself: there is no transaction over several entries. Updates of one entry are applied in
 * the order in which they were added. If an answer is lost, updates with event ids are sent again and settled by
 * their ids. Those without ids end by {@link OutcomeUnknownException}, unless they were sent under the lock. A batch
 * is for one thread and for one run.
 *
 * <p>A batch never waits for an entry while it leads another. It waits for busy entries afterwards, one by one.
 */
public final class GuardedBatch<V> {
    private final FactoryRuntime runtime;
    private final GuardedEntry<V> template;
    private final List<PendingUpdate<V>> updates = new ArrayList<>();
    private List<PendingUpdate<V>> open = List.of();

    GuardedBatch(FactoryRuntime runtime, GuardedEntry<V> template) {
        this.runtime = runtime;
        this.template = template;
    }

    /**
     * The result of one update: an outcome, or the reason why there is none.
     *
     * @param failure what {@link GuardedEntry#once} would have thrown
     */
    public record Result<V>(@Nullable Outcome<V> outcome, @Nullable Throwable failure) {

        /** {@return the outcome, or throws the failure} */
        public Outcome<V> orThrow() {
            if (failure != null) {
                throw LockErrors.<RuntimeException>sneak(failure);
            }
            return Objects.requireNonNull(outcome, "the batch did not get that far");
        }

        /** {@return true if the update is still to be made} */
        public boolean isLeftOver() {
            return outcome == null && failure == null;
        }
    }

    /**
     * Adds an update.
     *
     * @param entryKey the key of the entry
     * @param event the event, or {@link EventId#none}
     * @param change changes the view that it is given, and nothing else
     * @throws IllegalArgumentException if {@code entryKey} is empty, longer than 16,384 bytes, or reserved
     */
    public void add(String entryKey, EventId event, Consumer<? super V> change) {
        add(template.at(entryKey), event, change);
    }

    /**
     * Adds an update through a guard of its own, which may read other fields.
     *
     * @param entry the entry, as the update sees it
     * @param event the event, or {@link EventId#none}
     * @param change changes the view that it is given, and nothing else
     * @throws IllegalArgumentException if the guard is of another factory than the batch
     */
    public void add(GuardedEntry<V> entry, EventId event, Consumer<? super V> change) {
        updates.add(entry.pendingAt(runtime, event, change));
    }

    /** {@return how many updates were added} */
    public int size() {
        return updates.size();
    }

    /**
     * Makes all updates. A busy entry is waited for as long as its guard says; its updates are then made as single
     * updates are ({@link GuardedEntry}).
     *
     * @return one result for each update, in the order added
     * @throws IllegalStateException if the calling thread is inside an update, or the factory is closed
     */
    public List<Result<V>> run() {
        runtime.retain();
        try {
            refuseNested();
            int before;
            open = fit();
            do {
                before = open.size();
                rounds(/* waiter= */ null);
                // Slow updates of a free entry are made a few at a time, and need no waiting.
            } while (!open.isEmpty() && open.size() < before);
            Map<String, List<PendingUpdate<V>>> byEntry = new LinkedHashMap<>();
            open.forEach(update -> byEntry.computeIfAbsent(update.keys().entry(), entry -> new ArrayList<>(1))
                    .add(update));
            for (List<PendingUpdate<V>> some : byEntry.values()) {
                long now = runtime.locks().ticker().nanos();
                some.forEach(update -> update.waitsSince(now));
                new QueuedUpdates<V>(runtime.updates()).run(some);
            }
            return results();
        } finally {
            runtime.letGo();
        }
    }

    /**
     * Makes the updates of entries that are free; waits for none.
     *
     * @param waiter told when an entry is let go that another thread of this JVM leads; may be {@code null}
     * @return one result for each update, in the order added; some may be left over
     * @throws IllegalStateException if the calling thread is inside an update, or the factory is closed
     */
    List<Result<V>> tryRun(EntryWaiters.@Nullable Waiter waiter) {
        runtime.retain();
        try {
            refuseNested();
            open = fit();
            rounds(waiter);
            tellMet();
            return results();
        } finally {
            runtime.letGo();
        }
    }

    /**
     * Adds an update that has waited before.
     *
     * @param sinceNanos since when it waits, as {@link System#nanoTime} told
     * @throws IllegalArgumentException if the guard is of another factory than the batch
     */
    void add(GuardedEntry<V> entry, EventId event, Consumer<? super V> change, long sinceNanos) {
        PendingUpdate<V> update = entry.pendingAt(runtime, event, change);
        update.waitsSince(sinceNanos);
        updates.add(update);
    }

    /**
     * Adds an update for {@link #tryRun}.
     *
     * @param waited true if it has waited before, and was counted then
     * @throws IllegalArgumentException if the guard is of another factory than the batch
     */
    void add(GuardedEntry<V> entry, EventId event, Consumer<? super V> change, boolean waited) {
        PendingUpdate<V> update = entry.pendingAt(runtime, event, change);
        if (waited) {
            update.waited();
        }
        updates.add(update);
    }

    /**
     * Waits for the one entry of all updates, each until its own wait is over, and makes them as single updates are
     * made. Holds nothing meanwhile.
     *
     * @throws IllegalStateException if the calling thread is inside an update, or the factory is closed
     */
    List<Result<V>> await() {
        runtime.retain();
        try {
            refuseNested();
            new QueuedUpdates<V>(runtime.updates()).run(updates);
            return results();
        } finally {
            runtime.letGo();
        }
    }

    private void refuseNested() {
        if (!updates.isEmpty()) {
            UserCode.refuse("batch with an update", updates.get(0).keys());
        }
    }

    private List<PendingUpdate<V>> fit() {
        List<PendingUpdate<V>> fit = new ArrayList<>(updates.size());
        for (PendingUpdate<V> update : updates) {
            try {
                runtime.locks().ownLeases().refuse(update.keys());
                fit.add(update);
            } catch (IllegalStateException e) {
                update.failed(e);
            }
        }
        return fit;
    }

    private void rounds(EntryWaiters.@Nullable Waiter waiter) {
        if (!open.isEmpty()) {
            runtime.locks().checkServer(open.get(0).keys(), Long.MAX_VALUE);
            open = new BatchRounds<V>(runtime.updates(), waiter).run(open);
        }
    }

    /** Marks all updates that are left of an entry as waiting for it if one of them met another user of the entry. */
    private void tellMet() {
        Set<String> busy = new HashSet<>();
        Set<String> led = new HashSet<>();
        for (PendingUpdate<V> update : open) {
            if (update.wasContended()) {
                busy.add(update.keys().entry());
            } else if (update.hasMetLeader()) {
                led.add(update.keys().entry());
            }
        }
        for (PendingUpdate<V> update : open) {
            if (busy.contains(update.keys().entry())) {
                update.contended();
            } else if (led.contains(update.keys().entry())) {
                update.metLeader();
            }
        }
    }

    /** Returns true if update number {@code index}, which is left over, has to wait for its entry. */
    boolean isBusy(int index) {
        return updates.get(index).wasContended();
    }

    /**
     * Returns true if update number {@code index}, which is left over, is of an entry that another thread of this JVM
     * leads.
     */
    boolean isLed(int index) {
        return updates.get(index).hasMetLeader();
    }

    /**
     * Returns the results after a run that ended by what it threw.
     *
     * @return what came of each update nevertheless; those that were not made have failed by what was thrown
     */
    List<Result<V>> resultsAfter(Throwable thrown) {
        List<Result<V>> results = new ArrayList<>(updates.size());
        for (PendingUpdate<V> update : updates) {
            boolean made = update.failure() == null && update.outcome() != null;
            Throwable failure = update.failure() == null ? thrown : update.failure();
            results.add(made ? new Result<>(update.outcome(), null) : new Result<>(null, failure));
        }
        return results;
    }

    private List<Result<V>> results() {
        List<Result<V>> results = new ArrayList<>(updates.size());
        for (PendingUpdate<V> update : updates) {
            update.events().throwIfFatal();
            results.add(new Result<>(update.failure() == null ? update.outcome() : null, update.failure()));
        }
        return results;
    }
}
