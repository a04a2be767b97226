package io.github.stormlock.torture.client.path;

import io.github.stormlock.lock.LockException;
import io.github.stormlock.lock.RedisLockFactory;
import io.github.stormlock.torture.history.HistoryLine;
import io.github.stormlock.torture.history.PathNames;
import io.github.stormlock.torture.protocol.ClientConfig;
import io.github.stormlock.torture.protocol.Todo;
import io.github.stormlock.torture.protocol.UpdateSteps;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/** Takes locks, asks for their fences, holds them for a moment, and releases them. It updates nothing. */
public final class MutexPath implements UpdatePath {
    private static final int LONG_ONE_IN = 200;
    private static final int OWNED_ONE_IN = 4;
    private static final int FENCE_ONE_IN = 2;

    private final RedisLockFactory locks;
    private final ClientConfig config;
    private final AttemptRecorder recorder;
    private final Random random;

    public MutexPath(RedisLockFactory locks, ClientConfig config, AttemptRecorder recorder) {
        this.locks = locks;
        this.config = config;
        this.recorder = recorder;
        this.random = new Random(config.seed());
    }

    @Override
    public String name() {
        return PathNames.MUTEX;
    }

    @Override
    public String entry(Random choice) {
        return config.keys().someMutex(choice);
    }

    @Override
    public List<Todo> attempt(List<Todo> todos, long low) {
        todos.forEach(this::hold);
        return todos;
    }

    /** Takes and releases one mutex. Its line in the history has no update id, so no check looks for it in an entry. */
    private void hold(Todo todo) {
        long begun = System.nanoTime();
        String op = recorder.history().invoke("", todo.entry(), PathNames.MUTEX);
        Duration longestWait = Duration.ofMillis(config.timing().grant());
        try {
            Optional<Held> taken = random.nextInt(OWNED_ONE_IN) == 0
                    ? Held.byThread(locks.mutex(todo.entry()), longestWait)
                    : Held.byLease(locks.mutex(todo.entry()), longestWait);
            if (taken.isEmpty()) {
                recorder.history().tell(HistoryLine.Kind.FAILED, op, 0, "LockTimeout");
                return;
            }
            long promised = begun + Duration.ofMillis(config.timing().lease()).toNanos();
            recorder.history().tell(HistoryLine.Kind.HELD, op, promised, "");
            recorder.holding(op, taken.get(), held -> use(op, held));
        } catch (LockException e) {
            recorder.history().threw(HistoryLine.Kind.FAILED, op, e);
        } catch (RuntimeException e) {
            recorder.history().tell(HistoryLine.Kind.UNKNOWN, op, 0, AttemptRecorder.unexpected(e), 0);
        }
    }

    private void use(String op, Held held) {
        recorder.history().tell(HistoryLine.Kind.OK, op, 0, "");
        if (random.nextInt(FENCE_ONE_IN) == 0) {
            long fence = held.fence();
            if (fence != 0) {
                recorder.history().tell(HistoryLine.Kind.FENCE, op, fence, "");
            }
        }
        long hold = random.nextInt(LONG_ONE_IN) == 0 ? config.timing().lease() * 5 / 4 : random.nextInt(3);
        LockSupport.parkNanos(Duration.ofMillis(hold).toNanos());
        recorder.steps().at(UpdateSteps.HOLDING);
    }
}
