package io.github.stormlock.torture.client;

import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.entry.ListEntry;
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

/** Guarded updates one by one: of hashes or of lists, with or without event ids. */
final class SingleDoor implements Door {
    private static final int OWN_ONE_IN = 2;
    private static final Duration SHORT_WINDOW = Duration.ofSeconds(1);
    private static final long BEFORE_IT_THROWS_NANOS = 20_000_000;
    private static final int LATE_ONE_IN = 8;
    private static final Duration BRIEF = Duration.ofMillis(150);

    private final Random random = new Random();
    private final String name;
    private final ClientConfig config;
    private final Desk desk;
    private final GuardedEntry<HashEntry> hashes;
    private final GuardedEntry<ListEntry> lists;
    private final GuardedEntry<ListEntry> forgetful;
    private final GuardedEntry<ListEntry> brief;

    SingleDoor(String name, RedisLockFactory locks, ClientConfig config, Desk desk) {
        this.name = name;
        this.config = config;
        this.desk = desk;
        this.hashes =
                locks.guard("any", Entries.hash()).onlyFields(Moves.FIELDS).withEvents(desk.events());
        this.lists = locks.guard("any", Entries.list()).withEvents(desk.events());
        this.forgetful = lists.withSettings(
                config.locks().toBuilder().eventsWindow(SHORT_WINDOW).build());
        this.brief = lists.withSettings(
                config.locks().toBuilder().lease(BRIEF).holdMax(BRIEF).build());
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public int width() {
        return 1;
    }

    @Override
    public String entry(Random random) {
        if (!name.equals(Doors.ONCE)) {
            return config.keys().someList(random);
        }
        return random.nextInt(OWN_ONE_IN) == 0
                ? Keys.someOwn(config.name(), random)
                : config.keys().someHash(random);
    }

    @Override
    public boolean retries() {
        return !Doors.triesOnce(name);
    }

    @Override
    public List<Todo> attempt(List<Todo> todos, long low) {
        return todos.stream()
                .filter(todo -> desk.attempt(todo, name, () -> update(todo, low)))
                .toList();
    }

    @Override
    public boolean repeats() {
        return name.equals(Doors.ONCE) || name.equals(Doors.LIST);
    }

    /**
     * Every second one throws, after a while, and of those in lists some when their lease has ended: it sees its own work
     * done, which is no reason not to be told so.
     */
    @Override
    public void repeat(Todo settled, long low) {
        boolean throwing = random.nextBoolean();
        boolean unused =
                desk.attempt(settled, name, () -> throwing ? updateAndThrow(settled, low) : update(settled, low));
    }

    private Outcome<?> updateAndThrow(Todo todo, long low) {
        if (!Keys.isList(todo.entry())) {
            return hashes.at(todo.entry()).once(todo.event(true, low), hash -> refuse(todo, BEFORE_IT_THROWS_NANOS));
        } else if (random.nextInt(LATE_ONE_IN) == 0) {
            // Nothing renews a lease for longer than it may be held.
            return brief.at(todo.entry()).once(todo.event(false, low), list -> refuse(todo, BRIEF.toNanos() * 3 / 2));
        }
        return lists.at(todo.entry()).once(todo.event(false, low), list -> refuse(todo, BEFORE_IT_THROWS_NANOS));
    }

    private static void refuse(Todo todo, long nanos) {
        LockSupport.parkNanos(nanos);
        throw new UpdateThrewException(todo.id());
    }

    private Outcome<?> update(Todo todo, long low) {
        String id = todo.id();
        if (name.equals(Doors.PLAIN_UPDATE)) {
            boolean unused = lists.at(todo.entry()).update(list -> {
                desk.moves().move(list, id);
                return true;
            });
            return new Outcome<>(false, id);
        } else if (Keys.isList(todo.entry())) {
            return (name.equals(Doors.SHORT_WINDOW) ? forgetful : lists)
                    .at(todo.entry())
                    .once(todo.event(false, low), list -> desk.moves().move(list, id));
        }
        return hashes.at(todo.entry())
                .once(todo.event(true, low), hash -> desk.moves().move(hash, id));
    }
}
