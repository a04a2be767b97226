package io.github.stormlock.torture.client.path;

import io.github.stormlock.GuardedBatch;
import io.github.stormlock.GuardedEntry;
import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.torture.history.HistoryLine;
import io.github.stormlock.torture.history.PathNames;
import io.github.stormlock.torture.protocol.ClientConfig;
import io.github.stormlock.torture.protocol.RunKeys;
import io.github.stormlock.torture.protocol.Todo;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Updates one hash that is seen in two ways. One thread runs batches whose updates see it in the one way and in the other by
 * turns. Other threads make single updates that share groups with some of those; many are replays or throw, so that groups
 * are put back.
 *
 * <p>No other client updates the hash, and no fault strikes its server, so every update must get its turn soon.
 */
public final class ViewsPath extends UpdatePath {
    /** The number of threads. The first runs batches, the others make single updates. */
    public static final int THREADS = 4;

    private static final int WIDTH = 4;
    private static final int THROWS_ONE_IN = 4;
    private static final int REPLAYS_ONE_IN = 2;
    private static final long COMPUTES_NANOS = 4_000_000;
    private static final int LONGEST_PAUSE_NANOS = 80_000_000;
    private static final EventId APPLIED_BEFORE = EventId.opaque("views");
    private static final String ONE = "one";
    private static final String OTHER = "other";

    private final boolean batches;
    private final Random random;
    private final GuardedEntry<HashEntry> one;
    private final GuardedEntry<HashEntry> other;

    public ViewsPath(RedisLockFactory quiet, ClientConfig config, int number, AttemptRecorder recorder) {
        super(PathNames.VIEWS, 1, random -> RunKeys.VIEWS, config, recorder);
        this.batches = number == 0;
        this.random = new Random(config.seed() + number);
        GuardedEntry<HashEntry> all = quiet.guard(RunKeys.VIEWS, Entries.hash())
                .withWait(Duration.ofMillis(config.timing().grant()))
                .withEvents(recorder.events());
        this.one = all.onlyFields(Set.of(ONE));
        this.other = all.onlyFields(Set.of(OTHER));
    }

    @Override
    protected boolean isSettled(Todo todo, long low) {
        LockSupport.parkNanos(random.nextInt(LONGEST_PAUSE_NANOS));
        if (batches) {
            runBatch();
        } else {
            update();
        }
        return true;
    }

    /** Runs one batch. Its lines in the history have no update ids, as for {@link MutexPath}. */
    private void runBatch() {
        GuardedBatch<HashEntry> batch = one.batch();
        List<String> ops = new ArrayList<>();
        for (int i = 0; i < WIDTH; i++) {
            boolean first = i % 2 == 0;
            ops.add(history.invoke("", RunKeys.VIEWS, PathNames.VIEWS));
            batch.add(first ? one : other, EventId.none(), hash -> hash.add(first ? ONE : OTHER, 1));
        }
        try {
            List<GuardedBatch.Result<HashEntry>> results = batch.run();
            for (int i = 0; i < WIDTH; i++) {
                told(ops.get(i), results.get(i).failure());
            }
        } catch (RuntimeException | LinkageError e) {
            ops.forEach(op -> told(op, e));
        }
    }

    @SuppressWarnings("CatchingUnchecked") // the run looks for errors that the library lets through
    private void update() {
        boolean thrown = random.nextInt(THROWS_ONE_IN) == 0;
        EventId event = random.nextInt(REPLAYS_ONE_IN) == 0 ? APPLIED_BEFORE : EventId.none();
        String op = history.invoke("", RunKeys.VIEWS, PathNames.VIEWS);
        try {
            other.once(event, hash -> {
                LockSupport.parkNanos(COMPUTES_NANOS);
                if (thrown) {
                    throw new UpdateThrewException(op);
                }
                hash.add(OTHER, 1);
            });
            told(op, null);
        } catch (RuntimeException | LinkageError e) {
            told(op, e);
        }
    }

    private void told(String op, @Nullable Throwable failure) {
        if (failure == null) {
            history.tell(HistoryLine.Kind.OK, op, 0, "");
        } else {
            recorder.failed(op, 0, failure);
        }
    }
}
