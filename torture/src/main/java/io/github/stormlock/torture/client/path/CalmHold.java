package io.github.stormlock.torture.client.path;

import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.LockException;
import io.github.stormlock.lock.RedisLockFactory;
import io.github.stormlock.torture.history.HistoryLine;
import io.github.stormlock.torture.history.PathNames;
import io.github.stormlock.torture.protocol.ClientConfig;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Holds a mutex of its own for two leases, once no fault strikes any more. It must be renewed, also after faults. */
public final class CalmHold {
    public static final String LOST = "lost";

    private CalmHold() {}

    public static void make(RedisLockFactory locks, ClientConfig config, AttemptRecorder recorder) {
        String mutex = PathNames.CALM + ':' + config.name();
        String op = recorder.history().invoke("", mutex, PathNames.CALM);
        try (Lease lease =
                locks.mutex(mutex).acquire(Duration.ofMillis(config.timing().grant()))) {
            LockSupport.parkNanos(Duration.ofMillis(2 * config.timing().lease()).toNanos());
            recorder.history()
                    .tell(
                            lease.isHeld() ? HistoryLine.Kind.OK : HistoryLine.Kind.FAILED,
                            op,
                            0,
                            lease.isHeld() ? "" : LOST);
        } catch (LockException e) {
            recorder.history().threw(HistoryLine.Kind.FAILED, op, e);
        }
    }
}
