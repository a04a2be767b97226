package io.github.stormlock;

import io.github.stormlock.internal.batch.BatchRound;
import io.github.stormlock.internal.lines.Owner;
import io.github.stormlock.internal.protocol.LockErrors;
import io.github.stormlock.internal.update.PendingUpdate;
import io.github.stormlock.internal.update.Submitted;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.LockUnavailableException;
import io.github.stormlock.lock.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Some updates that are made together in rounds, as a thread of a bolt makes them, but on the calling thread. So a test knows
 * which are in a round. It has no lines in hand meanwhile.
 */
public final class UpdateBatch<V> {
    private final FactoryRuntime runtime;
    private final GuardedEntry<V> template;
    private final List<PendingUpdate<V>> updates = new ArrayList<>();

    /** What came of an update: an outcome, or the reason why there is none, or neither if it is left. */
    public record Result<V>(@Nullable Outcome<V> outcome, @Nullable Throwable failure) {
        public Outcome<V> orThrow() {
            if (failure != null) {
                throw LockErrors.<RuntimeException>sneak(failure);
            }
            return Objects.requireNonNull(outcome);
        }

        public boolean isLeftOver() {
            return outcome == null && failure == null;
        }
    }

    private UpdateBatch(GuardedEntry<V> template) {
        this.runtime = template.runtime();
        this.template = template;
    }

    public static <V> UpdateBatch<V> of(GuardedEntry<V> template) {
        return new UpdateBatch<>(template);
    }

    public void add(String entryKey, EventId event, Consumer<? super V> change) {
        add(template.at(entryKey), event, change);
    }

    public void add(GuardedEntry<V> entry, EventId event, Consumer<? super V> change) {
        updates.add(entry.pending(event, change));
    }

    /** Makes one run of rounds. What is busy, or would take long, is left. */
    public List<Result<V>> tryRun() {
        return tryRun(some -> {});
    }

    /** @param letGo told which updates leave a round before the others */
    public List<Result<V>> tryRun(Consumer<List<PendingUpdate<?>>> letGo) {
        rounds(letGo);
        return results();
    }

    /** Makes all updates. Those that are busy are made by a thread of the factory. */
    public List<Result<V>> run() {
        int before;
        do {
            before = left().size();
            rounds(some -> {});
        } while (!left().isEmpty() && left().size() < before);
        List<PendingUpdate<?>> left = left();
        if (!left.isEmpty()) {
            await(left);
        }
        return results();
    }

    /** Returns how many of them are made. */
    public int made() {
        return updates.size() - left().size();
    }

    private void rounds(Consumer<List<PendingUpdate<?>>> letGo) {
        runtime.users().retain();
        try {
            new BatchRound(runtime.updates(), letGo).run(left());
        } finally {
            runtime.users().letGo();
        }
    }

    private void await(List<PendingUpdate<?>> left) {
        CountDownLatch open = new CountDownLatch(left.size());
        long now = System.nanoTime();
        Owner<PendingUpdate<?>> owner = runtime.runners().task("batch-" + now, Integer.MAX_VALUE, full -> {});
        try {
            left.forEach(update -> submitted(update, open, now));
            if (!owner.submit(left, 0)) {
                throw new IllegalStateException("the factory is closed");
            }
            open.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            owner.close();
        }
    }

    private List<PendingUpdate<?>> left() {
        List<PendingUpdate<?>> left = new ArrayList<>(updates);
        left.removeIf(update -> !update.isOpen());
        return left;
    }

    private List<Result<V>> results() {
        List<Result<V>> results = new ArrayList<>();
        updates.forEach(update -> results.add(new Result<>(update.outcome(), update.failure())));
        return results;
    }

    private static <E> void submitted(PendingUpdate<E> update, CountDownLatch open, long now) {
        update.submittedBy(new Told<>(update, open), now);
    }

    private record Told<E>(PendingUpdate<E> update, CountDownLatch open) implements Submitted<E> {
        @Override
        public boolean isWanted() {
            return true;
        }

        @Override
        public void settled(@Nullable Outcome<E> outcome, @Nullable Throwable failure) {
            open.countDown();
        }

        @Override
        public void drop() {
            update.failed(LockUnavailableException.ofEntry(update.name(), "its task has ended", null));
            open.countDown();
        }
    }
}
