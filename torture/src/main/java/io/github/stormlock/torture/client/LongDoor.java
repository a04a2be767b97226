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
 * Guarded updates that compute longer than their lease lasts, so that each is renewed: with the usual lease, or a very short
 * one. Without an event id, tried once. Exclusive, since nothing is renewed where nothing is held.
 */
final class LongDoor implements Door {
    private static final Duration SHORT = Duration.ofMillis(150);

    private final ClientConfig config;
    private final Desk desk;
    private final Duration lease;
    private final GuardedEntry<HashEntry> hashes;

    private LongDoor(RedisLockFactory locks, ClientConfig config, Desk desk, Duration lease) {
        this.config = config;
        this.desk = desk;
        this.lease = lease;
        this.hashes = locks.guard("any", Entries.hash())
                .onlyFields(Moves.FIELDS)
                .exclusive()
                .withLease(lease)
                .withEvents(desk.events());
    }

    static LongDoor ofUsualLease(RedisLockFactory locks, ClientConfig config, Desk desk) {
        return new LongDoor(
                locks, config, desk, Duration.ofMillis(config.timing().lease()));
    }

    static LongDoor ofShortLease(RedisLockFactory locks, ClientConfig config, Desk desk) {
        return new LongDoor(locks, config, desk, SHORT);
    }

    @Override
    public String name() {
        return Doors.LONG;
    }

    @Override
    public int width() {
        return 1;
    }

    @Override
    public String entry(Random random) {
        return Keys.someOwn(config.name(), random);
    }

    @Override
    public boolean retries() {
        return false;
    }

    @Override
    public List<Todo> attempt(List<Todo> todos, long low) {
        return todos.stream()
                .filter(todo -> desk.attempt(todo, name(), () -> update(todo)))
                .toList();
    }

    private Outcome<?> update(Todo todo) {
        hashes.at(todo.entry()).change(hash -> {
            desk.moves().move(hash, todo.id());
            LockSupport.parkNanos(lease.toNanos() * 3 / 2);
        });
        return new Outcome<>(false, todo.id());
    }
}
