package io.github.stormlock.torture.client.path;

import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.LockException;
import io.github.stormlock.torture.history.HistoryLine;
import io.github.stormlock.torture.history.PathNames;
import io.github.stormlock.torture.protocol.ClientConfig;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

/** Holds a mutex of its own for two leases, once no fault strikes any more. It must be renewed, also after faults. */
public final class CalmHold {
    public static final String LOST = "lost";

    private CalmHold() {}

    public static void make(RedisLockFactory locks, ClientConfig config, AttemptRecorder recorder) {
        String mutex = PathNames.CALM + ':' + config.name();
        make(mutex, wait -> Optional.of(locks.mutex(mutex).acquire(wait)), config, recorder);
    }

    /**
     * Holds a lock for two leases.
     *
     * @param lock its name, which no other client uses
     * @param taking takes it
     */
    public static void make(
            String lock, Function<Duration, Optional<Lease>> taking, ClientConfig config, AttemptRecorder recorder) {
        String op = recorder.history().invoke("", lock, PathNames.CALM);
        try {
            boolean held = taking.apply(Duration.ofMillis(config.timing().grant()))
                    .map(lease -> stands(lease, config))
                    .orElse(false);
            recorder.history().tell(held ? HistoryLine.Kind.OK : HistoryLine.Kind.FAILED, op, 0, held ? "" : LOST);
        } catch (LockException e) {
            recorder.history().threw(HistoryLine.Kind.FAILED, op, e);
        }
    }

    private static boolean stands(Lease lease, ClientConfig config) {
        try (lease) {
            LockSupport.parkNanos(Duration.ofMillis(2 * config.timing().lease()).toNanos());
            return lease.isHeld();
        }
    }
}
