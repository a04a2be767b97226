package io.github.stormlock.torture.client.path;

import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.GuardedEntry;
import io.github.stormlock.lock.Outcome;
import io.github.stormlock.lock.RedisLockFactory;
import io.github.stormlock.torture.history.PathNames;
import io.github.stormlock.torture.protocol.ClientConfig;
import io.github.stormlock.torture.protocol.RunKeys;
import io.github.stormlock.torture.protocol.Todo;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/**
 * Makes guarded updates that compute longer than their lease lasts, so that each lease is renewed. The lease is the usual
 * one, or a very short one. The updates have no event id and are tried once. They are exclusive, because nothing is renewed
 * where nothing is held.
 */
public final class LongPath implements UpdatePath {
    public static final Duration SHORT_LEASE = Duration.ofMillis(150);

    private final ClientConfig config;
    private final AttemptRecorder recorder;
    private final Duration lease;
    private final GuardedEntry<HashEntry> hashes;

    public LongPath(RedisLockFactory locks, ClientConfig config, AttemptRecorder recorder, Duration lease) {
        this.config = config;
        this.recorder = recorder;
        this.lease = lease;
        this.hashes = recorder.hashes(locks).exclusive().withLease(lease);
    }

    @Override
    public String name() {
        return PathNames.LONG;
    }

    @Override
    public String entry(Random random) {
        return RunKeys.someOwn(config.name(), random);
    }

    @Override
    public List<Todo> attempt(List<Todo> todos, long low) {
        return todos.stream()
                .filter(todo -> recorder.attempt(todo, name(), () -> update(todo)))
                .toList();
    }

    private Outcome<?> update(Todo todo) {
        hashes.at(todo.entry()).change(hash -> {
            recorder.moves().move(hash, todo.id());
            LockSupport.parkNanos(lease.toNanos() * 3 / 2);
        });
        return new Outcome<>(false, todo.id());
    }
}
