package io.github.stormlock.torture.client;

import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.LockException;
import io.github.stormlock.lock.RedisLockFactory;
import io.github.stormlock.torture.history.Doors;
import io.github.stormlock.torture.history.Line;
import io.github.stormlock.torture.protocol.ClientConfig;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Holds a mutex of its own for two leases, when nothing strikes any more: it must be renewed, whatever struck before. */
final class CalmHold implements Runnable {
    static final String LOST = "lost";

    private final RedisLockFactory locks;
    private final ClientConfig config;
    private final Desk desk;

    CalmHold(RedisLockFactory locks, ClientConfig config, Desk desk) {
        this.locks = locks;
        this.config = config;
        this.desk = desk;
    }

    @Override
    public void run() {
        String mutex = Doors.CALM + ':' + config.name();
        String op = desk.history().invoke("", mutex, Doors.CALM);
        try (Lease lease =
                locks.mutex(mutex).acquire(Duration.ofMillis(config.timing().grant()))) {
            LockSupport.parkNanos(Duration.ofMillis(2 * config.timing().lease()).toNanos());
            desk.history().tell(lease.isHeld() ? Line.Kind.OK : Line.Kind.FAILED, op, 0, lease.isHeld() ? "" : LOST);
        } catch (LockException e) {
            desk.history().threw(Line.Kind.FAILED, op, e);
        }
    }
}
