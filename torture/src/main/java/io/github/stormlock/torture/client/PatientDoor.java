package io.github.stormlock.torture.client;

import io.github.stormlock.lock.DistributedLock;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.LockException;
import io.github.stormlock.lock.RedisLockFactory;
import io.github.stormlock.torture.history.Doors;
import io.github.stormlock.torture.history.Line;
import io.github.stormlock.torture.protocol.Keys;
import io.github.stormlock.torture.protocol.Todo;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/**
 * Waits for one mutex together with so many others, and holds it for so long, that each waits longer than a note of a waiter
 * stands without being renewed.
 */
final class PatientDoor implements Door {
    static final int THREADS = 16;
    static final Duration PATIENCE = Duration.ofSeconds(40);
    private static final long HOLD_NANOS = 800_000_000;
    private static final long PAUSE_NANOS = 100_000_000;

    private final RedisLockFactory locks;
    private final Desk desk;

    PatientDoor(RedisLockFactory locks, Desk desk) {
        this.locks = locks;
        this.desk = desk;
    }

    @Override
    public String name() {
        return Doors.PATIENT;
    }

    @Override
    public int width() {
        return 1;
    }

    @Override
    public String entry(Random random) {
        return Keys.QUEUE;
    }

    @Override
    public boolean retries() {
        return false;
    }

    @Override
    public List<Todo> attempt(List<Todo> todos, long low) {
        todos.forEach(todo -> hold(locks.mutex(todo.entry())));
        return todos;
    }

    /** No update, as for {@link MutexDoor}. */
    private void hold(DistributedLock mutex) {
        String op = desk.history().invoke("", mutex.name(), Doors.PATIENT);
        try {
            Optional<Lease> granted = mutex.tryAcquire(PATIENCE);
            if (granted.isEmpty()) {
                desk.history().tell(Line.Kind.FAILED, op, 0, "LockTimeout");
                return;
            }
            try (Lease lease = granted.get()) {
                desk.history().tell(Line.Kind.OK, op, 0, "");
                LockSupport.parkNanos(HOLD_NANOS);
                desk.history().tell(Line.Kind.RELEASE, op, 0, lease.isHeld() ? "" : "lost");
            }
        } catch (LockException e) {
            desk.history().threw(Line.Kind.FAILED, op, e);
            LockSupport.parkNanos(PAUSE_NANOS);
        } catch (RuntimeException e) {
            desk.history().tell(Line.Kind.UNKNOWN, op, 0, Desk.unexpected(e), 0);
        }
    }
}
