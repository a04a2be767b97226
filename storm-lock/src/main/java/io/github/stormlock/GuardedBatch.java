package io.github.stormlock;

import com.google.errorprone.annotations.CheckReturnValue;
import io.github.stormlock.internal.protocol.LockErrors;
import io.github.stormlock.internal.text.Printable;
import io.github.stormlock.internal.update.PendingUpdate;
import io.github.stormlock.internal.usercode.UserCode;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.LockException;
import io.github.stormlock.lock.Outcome;
import io.github.stormlock.lock.OutcomeUnknownException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
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
 * <p>The calling thread makes what need not wait. Updates of busy entries are made by threads of the factory, each once its
 * entry is free.
 */
public final class GuardedBatch<V> {
    private final FactoryRuntime runtime;
    private final GuardedEntry<V> template;
    private final List<PendingUpdate<V>> updates = new ArrayList<>();

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

        /** Returns what came of an update. */
        static <V> Result<V> of(PendingUpdate<V> update) {
            return update.failure() == null
                    ? new Result<>(update.outcome(), null)
                    : new Result<>(null, update.failure());
        }

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
        if (entry.runtime() != runtime) {
            // A batch sends all that it has to the one server that its own factory knows.
            throw new IllegalArgumentException("the guard of entry " + Printable.name(entry.key())
                    + " is of another factory (" + entry.runtime() + ") than the batch (" + runtime
                    + "); make the guard and the batch from the same factory");
        }
        updates.add(entry.pending(event, change));
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
    @CheckReturnValue
    public List<Result<V>> run() {
        List<Result<V>> results = use(all -> new AwaitedBatch(runtime, all).run());
        for (int i = 0; i < results.size(); i++) {
            if (results.get(i).failure() instanceof LockException e) {
                results.set(
                        i,
                        new Result<>(
                                null,
                                e.ofUpdate(updates.get(i).name(), updates.get(i).event())));
            }
        }
        return results;
    }

    @Override
    public String toString() {
        return "batch of " + size() + " updates";
    }

    FactoryRuntime runtime() {
        return runtime;
    }

    List<Result<V>> use(Consumer<List<PendingUpdate<?>>> run) {
        List<PendingUpdate<?>> fit = fit();
        if (!fit.isEmpty()) {
            UserCode.refuse("batch with an update", fit.get(0).name());
        }
        runtime.retain();
        try {
            run.accept(fit);
        } finally {
            runtime.letGo();
        }
        List<Result<V>> results = new ArrayList<>(updates.size());
        for (PendingUpdate<V> update : updates) {
            Throwable failure = update.failure();
            if (failure != null && LockErrors.isFatal(failure)) {
                throw LockErrors.<RuntimeException>sneak(failure);
            }
            results.add(Result.of(update));
        }
        return results;
    }

    private List<PendingUpdate<?>> fit() {
        List<PendingUpdate<?>> fit = new ArrayList<>(updates.size());
        for (PendingUpdate<V> update : updates) {
            try {
                runtime.locks().ownLeases().refuse(update.targets().locked());
                fit.add(update);
            } catch (IllegalStateException e) {
                update.failed(e);
            }
        }
        return fit;
    }
}
