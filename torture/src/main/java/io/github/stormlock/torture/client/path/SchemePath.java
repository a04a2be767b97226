package io.github.stormlock.torture.client.path;

import io.github.stormlock.lock.Lease;
import io.github.stormlock.torture.history.ChainLink;
import io.github.stormlock.torture.history.Entry;
import io.github.stormlock.torture.history.HistoryLine;
import io.github.stormlock.torture.history.PathNames;
import io.github.stormlock.torture.protocol.ClientConfig;
import io.github.stormlock.torture.protocol.RunKeys;
import io.github.stormlock.torture.protocol.Todo;
import io.github.stormlock.torture.protocol.UpdateSteps;
import io.github.stormlock.torture.scheme.CarelessRedis;
import io.github.stormlock.torture.scheme.LockSource;
import io.github.stormlock.torture.scheme.LockSources;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import redis.clients.jedis.RedisClient;

/** Makes updates under a lock, with plain reads and plain writes once the lock is taken. */
public final class SchemePath extends UpdatePath {
    private final LockSource locks;
    private final RedisClient redis;

    public SchemePath(ClientConfig config, AttemptRecorder recorder) {
        super(PathNames.SCHEME, 1, random -> RunKeys.hash(0), config, recorder);
        this.locks = LockSources.of(config);
        this.redis = CarelessRedis.connect(config);
    }

    @Override
    protected boolean isSettled(Todo todo, long low) {
        recorder.steps().at(UpdateSteps.BEFORE);
        String op = history.invoke(todo.id(), todo.entry(), nameOf(todo));
        try {
            Optional<Lease> lease = locks.mutex(todo.entry())
                    .tryAcquire(Duration.ofMillis(config.timing().grant()));
            if (lease.isEmpty()) {
                recorder.timedOut(op);
                return false;
            }
            history.tell(
                    HistoryLine.Kind.HELD,
                    op,
                    System.nanoTime() + lease.get().remaining().toNanos(),
                    "");
            long n = writeAndRelease(op, todo, lease.get());
            history.tell(HistoryLine.Kind.OK, op, n, "");
            return true;
        } catch (RuntimeException e) {
            history.threw(HistoryLine.Kind.UNKNOWN, op, e);
            return false;
        }
    }

    /** Returns the name of the way for the history, which tells the last round from earlier updates. */
    private static String nameOf(Todo todo) {
        return todo.source().contains('.' + PathNames.FINAL) ? PathNames.FINAL : PathNames.SCHEME;
    }

    private long writeAndRelease(String op, Todo todo, Lease lease) {
        try (lease) {
            return write(op, todo);
        }
    }

    private long write(String op, Todo todo) {
        try {
            recorder.steps().at(UpdateSteps.ACQUIRED);
            Map<String, String> read = redis.hgetAll(todo.entry());
            long n = Long.parseLong(read.getOrDefault(Entry.COUNT, "0")) + 1;
            String step = ChainLink.text(todo.id(), read.getOrDefault(Entry.LAST, ChainLink.NOBODY));
            recorder.steps().at(UpdateSteps.COMPUTED);
            redis.hset(
                    todo.entry(), Map.of(Entry.COUNT, Long.toString(n), Entry.LAST, todo.id(), Entry.STEP + n, step));
            return n;
        } finally {
            history.tell(HistoryLine.Kind.RELEASE, op, 0, "");
        }
    }
}
