package io.github.stormlock.torture.client;

import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.GuardedBatch;
import io.github.stormlock.lock.GuardedEntry;
import io.github.stormlock.lock.LockException;
import io.github.stormlock.lock.Outcome;
import io.github.stormlock.lock.RedisLockFactory;
import io.github.stormlock.torture.history.Doors;
import io.github.stormlock.torture.history.Line;
import io.github.stormlock.torture.protocol.ClientConfig;
import io.github.stormlock.torture.protocol.Keys;
import io.github.stormlock.torture.protocol.Todo;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Updates of one hash that is seen in two ways: batches whose updates see it in one and the other by turns, and, on other
 * threads, single updates that are in groups with some of those, and are replays, or throw, so that groups are put back. No
 * other client updates it, and no fault strikes its server: so every one is to have its turn soon.
 */
final class ViewsDoor implements Door {
    /** How many threads make single updates beside the one that runs batches. */
    static final int OTHERS = 3;

    private static final int WIDTH = 4;
    private static final int THROWS_ONE_IN = 4;
    private static final int REPLAYS_ONE_IN = 2;
    private static final long COMPUTES_NANOS = 4_000_000;
    private static final int LONGEST_PAUSE_NANOS = 80_000_000;
    private static final EventId APPLIED_BEFORE = EventId.opaque("views");
    private static final String ONE = "one";
    private static final String OTHER = "other";

    private final boolean batches;
    private final Desk desk;
    private final Random random;
    private final GuardedEntry<HashEntry> one;
    private final GuardedEntry<HashEntry> other;

    private ViewsDoor(boolean batches, RedisLockFactory quiet, ClientConfig config, int number, Desk desk) {
        this.batches = batches;
        this.desk = desk;
        this.random = new Random(config.seed() + number);
        GuardedEntry<HashEntry> all = quiet.guard(Keys.VIEWS, Entries.hash())
                .withWait(Duration.ofMillis(config.timing().grant()))
                .withEvents(desk.events());
        this.one = all.onlyFields(Set.of(ONE));
        this.other = all.onlyFields(Set.of(OTHER));
    }

    static ViewsDoor ofBatches(RedisLockFactory quiet, ClientConfig config, Desk desk) {
        return new ViewsDoor(true, quiet, config, 0, desk);
    }

    static ViewsDoor ofOthers(RedisLockFactory quiet, ClientConfig config, int number, Desk desk) {
        return new ViewsDoor(false, quiet, config, number, desk);
    }

    @Override
    public String name() {
        return Doors.VIEWS;
    }

    @Override
    public int width() {
        return 1;
    }

    @Override
    public String entry(Random choice) {
        return Keys.VIEWS;
    }

    @Override
    public boolean retries() {
        return false;
    }

    @Override
    public List<Todo> attempt(List<Todo> todos, long low) {
        LockSupport.parkNanos(random.nextInt(LONGEST_PAUSE_NANOS));
        if (batches) {
            runBatch();
        } else {
            update();
        }
        return todos;
    }

    /** No update that has to be found again, as for {@link MutexDoor}. */
    private void runBatch() {
        GuardedBatch<HashEntry> batch = one.batch();
        List<String> ops = new ArrayList<>();
        for (int i = 0; i < WIDTH; i++) {
            boolean first = i % 2 == 0;
            ops.add(desk.history().invoke("", Keys.VIEWS, Doors.VIEWS));
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

    @SuppressWarnings("CatchingUnchecked") // an error that the library lets through is what is looked for
    private void update() {
        boolean thrown = random.nextInt(THROWS_ONE_IN) == 0;
        EventId event = random.nextInt(REPLAYS_ONE_IN) == 0 ? APPLIED_BEFORE : EventId.none();
        String op = desk.history().invoke("", Keys.VIEWS, Doors.VIEWS);
        try {
            Outcome<HashEntry> unused = other.once(event, hash -> {
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
            desk.history().tell(Line.Kind.OK, op, 0, "");
        } else if (failure instanceof LockException || failure instanceof UpdateThrewException) {
            desk.history().threw(Line.Kind.FAILED, op, failure);
        } else {
            desk.history().tell(Line.Kind.UNKNOWN, op, 0, Desk.unexpected(failure), 0);
        }
    }
}
