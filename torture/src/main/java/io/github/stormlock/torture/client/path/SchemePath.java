package io.github.stormlock.torture.client.path;

import io.github.stormlock.torture.history.ChainLink;
import io.github.stormlock.torture.history.Entry;
import io.github.stormlock.torture.history.HistoryLine;
import io.github.stormlock.torture.history.PathNames;
import io.github.stormlock.torture.protocol.ClientConfig;
import io.github.stormlock.torture.protocol.RunKeys;
import io.github.stormlock.torture.protocol.Todo;
import io.github.stormlock.torture.protocol.UpdateSteps;
import io.github.stormlock.torture.scheme.Scheme;
import io.github.stormlock.torture.scheme.Schemes;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import redis.clients.jedis.RedisClient;

/** Makes updates under a scheme, with plain reads and plain writes once the lock is taken. */
public final class SchemePath extends UpdatePath {
    private static final long NAP_NANOS = 3_000_000;
    private static final String LOCK = "lock:";

    private final Scheme scheme;
    private final RedisClient redis;
    private final ClientConfig.Timing timing;

    public SchemePath(ClientConfig config, AttemptRecorder recorder, Scheme scheme) {
        super(PathNames.SCHEME, 1, random -> RunKeys.hash(0), config, recorder);
        this.scheme = scheme;
        this.redis = Schemes.connect(config);
        this.timing = config.timing();
    }

    @Override
    protected boolean isSettled(Todo todo, long low) {
        recorder.steps().at(UpdateSteps.BEFORE);
        String op = history.invoke(todo.id(), todo.entry(), nameOf(todo));
        try {
            if (!taken(op, LOCK + todo.entry())) {
                recorder.timedOut(op);
                return false;
            }
            long n = writeAndRelease(op, todo);
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

    private boolean taken(String op, String lock) {
        long begun = System.nanoTime();
        long end = begun + timing.grant() * 1_000_000;
        long tried = begun;
        while (!scheme.taking().test(lock)) {
            if (System.nanoTime() - end > 0) {
                return false;
            }
            LockSupport.parkNanos(NAP_NANOS);
            tried = System.nanoTime();
        }
        long promised = scheme.expires() ? tried + timing.lease() * 1_000_000 : Long.MAX_VALUE;
        history.tell(HistoryLine.Kind.HELD, op, promised, "");
        return true;
    }

    private long writeAndRelease(String op, Todo todo) {
        String lock = LOCK + todo.entry();
        try {
            recorder.steps().at(UpdateSteps.ACQUIRED);
            Map<String, String> read = redis.hgetAll(todo.entry());
            long n = Long.parseLong(read.getOrDefault(Entry.COUNT, "0")) + 1;
            String step = ChainLink.text(todo.id(), read.getOrDefault(Entry.LAST, ChainLink.NOBODY));
            recorder.steps().at(UpdateSteps.COMPUTED);
            redis.hset(
                    todo.entry(), Map.of(Entry.COUNT, Long.toString(n), Entry.LAST, todo.id(), Entry.STEP + n, step));
            recorder.steps().at(UpdateSteps.WRITTEN);
            return n;
        } finally {
            history.tell(HistoryLine.Kind.RELEASE, op, 0, "");
            scheme.releasing().accept(lock);
        }
    }
}
