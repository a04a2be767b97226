package io.github.stormlock.torture.client.path;

import io.github.stormlock.GuardedEntry;
import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.Outcome;
import io.github.stormlock.torture.history.PathNames;
import io.github.stormlock.torture.protocol.ClientConfig;
import io.github.stormlock.torture.protocol.RunKeys;
import io.github.stormlock.torture.protocol.Todo;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Function;

/** Makes guarded updates without an event id that are never tried again, so the answer to each must be true. */
public final class LonePath extends UpdatePath {
    public static final Duration SHORT_LEASE = Duration.ofMillis(150);
    private static final int THROWS_ONE_IN = 20;
    private static final int LINGERS_ONE_IN = 40;
    private static final int OWN_ONE_IN = 3;
    private static final int WAITS_LONG_ONE_IN = 8;
    private static final int LONGEST_SHORT_WAIT_MILLIS = 8;
    private static final long LINGER_NANOS = 6_000_000;

    private final Consumer<Todo> update;

    private LonePath(
            String name,
            Function<Random, String> entries,
            Consumer<Todo> update,
            ClientConfig config,
            AttemptRecorder recorder) {
        super(name, 1, entries, config, recorder);
        this.update = update;
    }

    /** Most of its updates wait for a few milliseconds only, some throw, and some compute until others have given up. */
    public static LonePath impatient(
            RedisLockFactory locks, ClientConfig config, int number, AttemptRecorder recorder) {
        Random random = new Random(config.seed() + number);
        GuardedEntry<HashEntry> hashes = recorder.hashes(locks);
        Consumer<Todo> update = todo -> {
            boolean lingers = random.nextInt(LINGERS_ONE_IN) == 0;
            boolean thrown = random.nextInt(THROWS_ONE_IN) == 0;
            hashes.at(todo.entry()).withWait(wait(config, random)).change(hash -> {
                recorder.moves().move(hash, todo.id());
                if (lingers) {
                    LockSupport.parkNanos(LINGER_NANOS);
                }
                if (thrown) {
                    throw new UpdateThrewException(todo.id());
                }
            });
        };
        return new LonePath(PathNames.IMPATIENT, draw -> config.someHash(OWN_ONE_IN, draw), update, config, recorder);
    }

    private static Duration wait(ClientConfig config, Random random) {
        return random.nextInt(WAITS_LONG_ONE_IN) == 0
                ? Duration.ofMillis(config.timing().grant())
                : Duration.ofMillis(1 + random.nextInt(LONGEST_SHORT_WAIT_MILLIS));
    }

    /**
     * Its updates compute longer than their lease lasts, so that each lease is renewed. The lease is the usual one, or a very
     * short one. They are exclusive, because nothing is renewed where nothing is held.
     */
    public static LonePath renewing(
            RedisLockFactory locks, ClientConfig config, AttemptRecorder recorder, Duration lease) {
        GuardedEntry<HashEntry> hashes = recorder.hashes(locks).exclusive().withLease(lease);
        Consumer<Todo> update = todo -> hashes.at(todo.entry()).change(hash -> {
            recorder.moves().move(hash, todo.id());
            LockSupport.parkNanos(lease.toNanos() * 3 / 2);
        });
        return new LonePath(PathNames.LONG, random -> RunKeys.someOwn(config.name(), random), update, config, recorder);
    }

    @Override
    protected boolean isSettled(Todo todo, long low) {
        boolean settled = recorder.attempt(todo, name(), () -> {
            update.accept(todo);
            return new Outcome<>(false, todo.id());
        });
        // Clears an interrupt that came too late for this update, so that it does not end the next one before it
        // begins.
        Thread.interrupted();
        return settled;
    }
}
