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
import java.util.concurrent.locks.LockSupport;

/**
 * Makes guarded updates that compute longer than their lease lasts, so that each lease is renewed. The lease is the usual
 * one, or a very short one. The updates have no event id and are tried once. They are exclusive, because nothing is renewed
 * where nothing is held.
 */
public final class LongPath extends UpdatePath {
    public static final Duration SHORT_LEASE = Duration.ofMillis(150);

    private final Duration lease;
    private final GuardedEntry<HashEntry> hashes;

    public LongPath(RedisLockFactory locks, ClientConfig config, AttemptRecorder recorder, Duration lease) {
        super(PathNames.LONG, 1, random -> RunKeys.someOwn(config.name(), random), config, recorder);
        this.lease = lease;
        this.hashes = recorder.hashes(locks).exclusive().withLease(lease);
    }

    @Override
    protected boolean isSettled(Todo todo, long low) {
        return recorder.attempt(todo, name(), () -> update(todo));
    }

    private Outcome<?> update(Todo todo) {
        hashes.at(todo.entry()).change(hash -> {
            recorder.moves().move(hash, todo.id());
            LockSupport.parkNanos(lease.toNanos() * 3 / 2);
        });
        return new Outcome<>(false, todo.id());
    }
}
