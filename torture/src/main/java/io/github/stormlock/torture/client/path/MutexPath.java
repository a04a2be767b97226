package io.github.stormlock.torture.client.path;

import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.torture.history.HistoryLine;
import io.github.stormlock.torture.history.PathNames;
import io.github.stormlock.torture.protocol.ClientConfig;
import io.github.stormlock.torture.protocol.Todo;
import io.github.stormlock.torture.protocol.UpdateSteps;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/** Takes locks, asks for their fences, holds them for a moment, and releases them. It updates nothing. */
public final class MutexPath extends UpdatePath {
    private static final int LONG_ONE_IN = 200;
    private static final int OWNED_ONE_IN = 4;
    private static final int FENCE_ONE_IN = 2;

    private final RedisLockFactory locks;
    private final Random random;

    public MutexPath(RedisLockFactory locks, ClientConfig config, AttemptRecorder recorder) {
        super(PathNames.MUTEX, 1, random -> config.keys().someMutex(random), config, recorder);
        this.locks = locks;
        this.random = new Random(config.seed());
    }

    /** Takes and releases one mutex. Its line in the history has no update id, so no check looks for it in an entry. */
    @Override
    protected boolean isSettled(Todo todo, long low) {
        long begun = System.nanoTime();
        String op = history.invoke("", todo.entry(), PathNames.MUTEX);
        Duration longestWait = Duration.ofMillis(config.timing().grant());
        try {
            Optional<Held> taken = random.nextInt(OWNED_ONE_IN) == 0
                    ? Held.byThread(locks.mutex(todo.entry()), longestWait)
                    : Held.byLease(locks.mutex(todo.entry()), longestWait);
            if (taken.isEmpty()) {
                recorder.timedOut(op);
            } else {
                long promised =
                        begun + Duration.ofMillis(config.timing().lease()).toNanos();
                history.tell(HistoryLine.Kind.HELD, op, promised, "");
                recorder.holding(op, taken.get(), held -> use(op, held));
            }
        } catch (RuntimeException e) {
            recorder.failed(op, 0, e);
        }
        return true;
    }

    private void use(String op, Held held) {
        history.tell(HistoryLine.Kind.OK, op, 0, "");
        if (random.nextInt(FENCE_ONE_IN) == 0) {
            long fence = held.fence();
            if (fence != 0) {
                history.tell(HistoryLine.Kind.FENCE, op, fence, "");
            }
        }
        long hold = random.nextInt(LONG_ONE_IN) == 0 ? config.timing().lease() * 5 / 4 : random.nextInt(3);
        LockSupport.parkNanos(Duration.ofMillis(hold).toNanos());
        recorder.steps().at(UpdateSteps.HOLDING);
    }
}
