package io.github.stormlock.torture.client.path;

import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.GuardedEntry;
import io.github.stormlock.lock.Outcome;
import io.github.stormlock.lock.RedisLockFactory;
import io.github.stormlock.torture.history.PathNames;
import io.github.stormlock.torture.protocol.ClientConfig;
import io.github.stormlock.torture.protocol.Todo;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/**
 * Makes guarded updates without an event id that are never tried again, so the answer to each must be true. Most wait for a
 * few milliseconds only, some throw, and some compute until others have given up.
 */
public final class ImpatientPath extends UpdatePath {
    private static final int THROWS_ONE_IN = 20;
    private static final int LINGERS_ONE_IN = 40;
    private static final int OWN_ONE_IN = 3;
    private static final int WAITS_LONG_ONE_IN = 8;
    private static final int LONGEST_SHORT_WAIT_MILLIS = 8;
    private static final long LINGER_NANOS = 6_000_000;

    private final Random random;
    private final GuardedEntry<HashEntry> hashes;

    public ImpatientPath(RedisLockFactory locks, ClientConfig config, int number, AttemptRecorder recorder) {
        super(PathNames.IMPATIENT, 1, draw -> config.someHash(OWN_ONE_IN, draw), config, recorder);
        this.random = new Random(config.seed() + number);
        this.hashes = recorder.hashes(locks);
    }

    @Override
    protected boolean isSettled(Todo todo, long low) {
        boolean settled = recorder.attempt(todo, name(), () -> update(todo));
        // Clears an interrupt that came too late for this update, so that it does not end the next one before it
        // begins.
        Thread.interrupted();
        return settled;
    }

    private Outcome<?> update(Todo todo) {
        boolean lingers = random.nextInt(LINGERS_ONE_IN) == 0;
        boolean thrown = random.nextInt(THROWS_ONE_IN) == 0;
        hashes.at(todo.entry()).withWait(longestWait()).change(hash -> {
            recorder.moves().move(hash, todo.id());
            if (lingers) {
                LockSupport.parkNanos(LINGER_NANOS);
            }
            if (thrown) {
                throw new UpdateThrewException(todo.id());
            }
        });
        return new Outcome<>(false, todo.id());
    }

    private Duration longestWait() {
        return random.nextInt(WAITS_LONG_ONE_IN) == 0
                ? Duration.ofMillis(config.timing().grant())
                : Duration.ofMillis(1 + random.nextInt(LONGEST_SHORT_WAIT_MILLIS));
    }
}
