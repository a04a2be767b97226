package io.github.stormlock.torture.client;

import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.GuardedEntry;
import io.github.stormlock.lock.Outcome;
import io.github.stormlock.lock.RedisLockFactory;
import io.github.stormlock.torture.history.Doors;
import io.github.stormlock.torture.protocol.ClientConfig;
import io.github.stormlock.torture.protocol.Keys;
import io.github.stormlock.torture.protocol.Todo;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/**
 * Guarded updates without an event id that are never tried again: what is said of each is what must have become of it. They
 * wait for a few milliseconds, some of them throw, and some compute until others have given up.
 */
final class ImpatientDoor implements Door {
    private static final int THROWS_ONE_IN = 20;
    private static final int LINGERS_ONE_IN = 40;
    private static final int OWN_ONE_IN = 3;
    private static final int WAITS_LONG_ONE_IN = 8;
    private static final int LONGEST_SHORT_WAIT_MILLIS = 8;
    private static final long LINGER_NANOS = 6_000_000;

    private final ClientConfig config;
    private final Desk desk;
    private final Random random;
    private final GuardedEntry<HashEntry> hashes;

    ImpatientDoor(RedisLockFactory locks, ClientConfig config, int number, Desk desk) {
        this.config = config;
        this.desk = desk;
        this.random = new Random(config.seed() + number);
        this.hashes =
                locks.guard("any", Entries.hash()).onlyFields(Moves.FIELDS).withEvents(desk.events());
    }

    @Override
    public String name() {
        return Doors.IMPATIENT;
    }

    @Override
    public int width() {
        return 1;
    }

    @Override
    public String entry(Random choice) {
        return choice.nextInt(OWN_ONE_IN) == 0
                ? Keys.someOwn(config.name(), choice)
                : config.keys().someHash(choice);
    }

    @Override
    public boolean retries() {
        return false;
    }

    @Override
    public List<Todo> attempt(List<Todo> todos, long low) {
        List<Todo> settled = todos.stream()
                .filter(todo -> desk.attempt(todo, name(), () -> update(todo)))
                .toList();
        // An interrupt that came too late for one update is not to end the next before it begins.
        boolean unused = Thread.interrupted();
        return settled;
    }

    private Outcome<?> update(Todo todo) {
        boolean lingers = random.nextInt(LINGERS_ONE_IN) == 0;
        boolean thrown = random.nextInt(THROWS_ONE_IN) == 0;
        hashes.at(todo.entry()).withWait(patience()).change(hash -> {
            desk.moves().move(hash, todo.id());
            if (lingers) {
                LockSupport.parkNanos(LINGER_NANOS);
            }
            if (thrown) {
                throw new UpdateThrewException(todo.id());
            }
        });
        return new Outcome<>(false, todo.id());
    }

    private Duration patience() {
        return random.nextInt(WAITS_LONG_ONE_IN) == 0
                ? Duration.ofMillis(config.timing().grant())
                : Duration.ofMillis(1 + random.nextInt(LONGEST_SHORT_WAIT_MILLIS));
    }
}
