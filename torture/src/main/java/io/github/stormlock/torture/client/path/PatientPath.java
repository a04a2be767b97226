package io.github.stormlock.torture.client.path;

import io.github.stormlock.lock.DistributedLock;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.LockException;
import io.github.stormlock.lock.RedisLockFactory;
import io.github.stormlock.torture.history.HistoryLine;
import io.github.stormlock.torture.history.PathNames;
import io.github.stormlock.torture.protocol.RunKeys;
import io.github.stormlock.torture.protocol.Todo;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/**
 * Waits for one mutex together with many others. There are so many, and each holds it for so long, that each wait is longer
 * than the note of a waiter stands without being renewed.
 */
public final class PatientPath implements UpdatePath {
    public static final int THREADS = 16;
    public static final Duration LONGEST_WAIT = Duration.ofSeconds(40);
    private static final long HOLD_NANOS = 800_000_000;
    private static final long PAUSE_NANOS = 100_000_000;

    private final RedisLockFactory locks;
    private final AttemptRecorder recorder;

    public PatientPath(RedisLockFactory locks, AttemptRecorder recorder) {
        this.locks = locks;
        this.recorder = recorder;
    }

    @Override
    public String name() {
        return PathNames.PATIENT;
    }

    @Override
    public String entry(Random random) {
        return RunKeys.QUEUE;
    }

    @Override
    public List<Todo> attempt(List<Todo> todos, long low) {
        todos.forEach(todo -> hold(locks.mutex(todo.entry())));
        return todos;
    }

    /** Takes and releases the mutex. Its line in the history has no update id, as for {@link MutexPath}. */
    private void hold(DistributedLock mutex) {
        String op = recorder.history().invoke("", mutex.name(), PathNames.PATIENT);
        try {
            Optional<Lease> granted = mutex.tryAcquire(LONGEST_WAIT);
            if (granted.isEmpty()) {
                recorder.history().tell(HistoryLine.Kind.FAILED, op, 0, "LockTimeout");
                return;
            }
            try (Lease lease = granted.get()) {
                recorder.history().tell(HistoryLine.Kind.OK, op, 0, "");
                LockSupport.parkNanos(HOLD_NANOS);
                recorder.history().tell(HistoryLine.Kind.RELEASE, op, 0, lease.isHeld() ? "" : "lost");
            }
        } catch (LockException e) {
            recorder.history().threw(HistoryLine.Kind.FAILED, op, e);
            LockSupport.parkNanos(PAUSE_NANOS);
        } catch (RuntimeException e) {
            recorder.history().tell(HistoryLine.Kind.UNKNOWN, op, 0, AttemptRecorder.unexpected(e), 0);
        }
    }
}
