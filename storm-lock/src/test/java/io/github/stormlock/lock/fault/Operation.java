package io.github.stormlock.lock.fault;

import io.github.stormlock.GuardedEntry;
import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.UpdateBatch;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.fixture.Said;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;

/** The operations of a caller on entries or locks of a name of its own. Each update adds 1 to the same field. */
public enum Operation {
    UPDATE(Event.NONE, (locks, name) -> {
        guard(locks, name).change(Operation::add);
        return List.of(Said.DONE);
    }),
    UPDATE_OF_ONE_FIELD(Event.NONE, (locks, name) -> {
        guard(locks, name).onlyFields(Set.of(Operation.FIELD)).change(Operation::add);
        return List.of(Said.DONE);
    }),
    ONCE(Event.OPAQUE, (locks, name) -> List.of(once(locks, name, Event.OPAQUE))),
    ONCE_BY_POSITION(Event.POSITION, (locks, name) -> List.of(once(locks, name, Event.POSITION))),
    BATCH_OF_TWO(
            Event.OPAQUE,
            (locks, name) -> said(batch(guard(locks, name), name, Event.OPAQUE).run())),
    BATCH_THAT_DOES_NOT_WAIT(
            Event.OPAQUE,
            (locks, name) -> said(batch(guard(locks, name), name, Event.OPAQUE).tryRun())),
    BATCH_UNDER_LOCKS(
            Event.OPAQUE,
            (locks, name) -> said(
                    batch(guard(locks, name).exclusive(), name, Event.OPAQUE).run())),
    BATCH_UNDER_LOCKS_THAT_DOES_NOT_WAIT(
            Event.OPAQUE,
            (locks, name) -> said(
                    batch(guard(locks, name).exclusive(), name, Event.OPAQUE).tryRun())),
    BATCH_WITHOUT_IDS(
            Event.NONE,
            (locks, name) -> said(batch(guard(locks, name), name, Event.NONE).run())),
    MUTEX(Event.NONE, (locks, name) -> {
        try (Lease lease = locks.mutex(name).acquire(Operation.longestWait())) {
            return List.of(lease.isHeld() ? Said.DONE : Said.NONSENSE);
        }
    }),
    FENCE(Event.NONE, (locks, name) -> {
        try (Lease lease = locks.mutex(name).acquire(Operation.longestWait())) {
            return List.of(lease.fence() > 0 ? Said.DONE : Said.NONSENSE);
        }
    }),
    AS_LOCK(Event.NONE, (locks, name) -> {
        Lock lock = locks.mutex(name).asLock();
        if (!lock.tryLock(Operation.WAIT_MILLIS, TimeUnit.MILLISECONDS)) {
            return List.of(Said.NONSENSE);
        }
        lock.unlock();
        return List.of(Said.DONE);
    }),
    TRYING(Event.NONE, (locks, name) -> {
        Optional<Lease> lease = locks.mutex(name).tryAcquire(Duration.ZERO);
        lease.ifPresent(Lease::close);
        return List.of(lease.isPresent() ? Said.DONE : Said.NOT_DONE);
    }),
    /** A stranger holds the lock all the time. */
    GIVING_UP(Event.NONE, (locks, name) -> {
        Optional<Lease> lease = locks.mutex(name).tryAcquire(Duration.ofMillis(40));
        return List.of(lease.isPresent() ? Said.NONSENSE : Said.NOT_DONE);
    });

    public static final long WAIT_MILLIS = 2_000;
    public static final String FIELD = "n";

    public static Duration longestWait() {
        return Duration.ofMillis(WAIT_MILLIS);
    }

    private static void add(HashEntry view) {
        view.add(FIELD, 1);
    }

    /** The event id that an update has. */
    public enum Event {
        NONE,
        OPAQUE,
        POSITION;

        public EventId of(String name) {
            return switch (this) {
                case NONE -> EventId.none();
                case OPAQUE -> EventId.opaque(name);
                case POSITION -> EventId.position("source", 7, 3);
            };
        }
    }

    /** Runs an operation, and returns what was said of each entry. */
    private interface Act {
        List<Said> run(RedisLockFactory locks, String name) throws Exception;
    }

    private final Event event;
    private final Act act;

    Operation(Event event, Act act) {
        this.event = event;
        this.act = act;
    }

    public boolean writes() {
        return ordinal() < MUTEX.ordinal();
    }

    public boolean hasEventId() {
        return event != Event.NONE;
    }

    public List<String> entries(String name) {
        return name().startsWith("BATCH") ? List.of(name, second(name)) : List.of(name);
    }

    public List<Said> run(RedisLockFactory locks, String name) {
        try {
            return act.run(locks, name);
        } catch (Exception e) {
            return entries(name).stream().map(entry -> Said.of(e)).toList();
        }
    }

    /** Sends the update of an event again. */
    public Said again(RedisLockFactory locks, String entry) {
        try {
            return once(locks, entry, event);
        } catch (RuntimeException e) {
            return Said.of(e);
        }
    }

    private static Said once(RedisLockFactory locks, String entry, Event event) {
        return Said.of(guard(locks, entry).once(event.of(entry), Operation::add));
    }

    private static UpdateBatch<HashEntry> batch(GuardedEntry<HashEntry> template, String name, Event event) {
        UpdateBatch<HashEntry> batch = UpdateBatch.of(template);
        for (String entry : List.of(name, second(name))) {
            batch.add(entry, event.of(entry), Operation::add);
        }
        return batch;
    }

    private static List<Said> said(List<UpdateBatch.Result<HashEntry>> results) {
        List<Said> said = new ArrayList<>();
        for (UpdateBatch.Result<HashEntry> result : results) {
            if (result.isLeftOver()) {
                said.add(Said.NOT_DONE);
            } else {
                said.add(result.failure() == null ? Said.of(result.outcome()) : Said.of(result.failure()));
            }
        }
        return said;
    }

    public static GuardedEntry<HashEntry> guard(RedisLockFactory locks, String entry) {
        return locks.guard(entry, Entries.hash());
    }

    private static String second(String name) {
        return name + "-second";
    }
}
