package io.github.stormlock.torture.client.path;

import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.torture.history.HistoryLine;
import io.github.stormlock.torture.history.PathNames;
import io.github.stormlock.torture.protocol.ClientConfig;
import io.github.stormlock.torture.protocol.RunKeys;
import io.github.stormlock.torture.protocol.Todo;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * Waits for one mutex together with many others. There are so many, and each holds it for so long, that each wait is longer
 * than the note of a waiter stands without being renewed.
 */
public final class PatientPath extends UpdatePath {
    public static final int THREADS = 16;
    public static final Duration LONGEST_WAIT = Duration.ofSeconds(40);
    private static final long HOLD_NANOS = 800_000_000;
    private static final long PAUSE_NANOS = 100_000_000;

    private final RedisLockFactory locks;

    public PatientPath(RedisLockFactory locks, ClientConfig config, AttemptRecorder recorder) {
        super(PathNames.PATIENT, 1, random -> RunKeys.QUEUE, config, recorder);
        this.locks = locks;
    }

    /** Takes and releases the mutex. Its line in the history has no update id, as for {@link MutexPath}. */
    @Override
    protected boolean isSettled(Todo todo, long low) {
        String op = history.invoke("", todo.entry(), PathNames.PATIENT);
        try {
            Optional<Lease> granted = locks.mutex(todo.entry()).tryAcquire(LONGEST_WAIT);
            if (granted.isEmpty()) {
                recorder.timedOut(op);
                return true;
            }
            try (Lease lease = granted.get()) {
                history.tell(HistoryLine.Kind.OK, op, 0, "");
                LockSupport.parkNanos(HOLD_NANOS);
                history.tell(HistoryLine.Kind.RELEASE, op, 0, lease.isHeld() ? "" : "lost");
            }
        } catch (RuntimeException e) {
            recorder.failed(op, 0, e);
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        return true;
    }
}
