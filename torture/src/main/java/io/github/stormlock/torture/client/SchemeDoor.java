package io.github.stormlock.torture.client;

import io.github.stormlock.torture.history.Doors;
import io.github.stormlock.torture.history.Entry;
import io.github.stormlock.torture.history.Line;
import io.github.stormlock.torture.history.Link;
import io.github.stormlock.torture.protocol.ClientConfig;
import io.github.stormlock.torture.protocol.Keys;
import io.github.stormlock.torture.protocol.Steps;
import io.github.stormlock.torture.protocol.Todo;
import io.github.stormlock.torture.scheme.Scheme;
import io.github.stormlock.torture.scheme.Schemes;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import redis.clients.jedis.RedisClient;

/** Updates under a scheme: plain reads and plain writes, once the lock is taken. */
final class SchemeDoor implements Door {
    private static final long NAP_NANOS = 3_000_000;
    private static final String LOCK = "lock:";

    private final Desk desk;
    private final Scheme scheme;
    private final RedisClient redis;
    private final ClientConfig.Timing timing;

    SchemeDoor(ClientConfig config, Desk desk, Scheme scheme) {
        this.desk = desk;
        this.scheme = scheme;
        this.redis = Schemes.connect(config);
        this.timing = config.timing();
    }

    @Override
    public String name() {
        return Doors.SCHEME;
    }

    @Override
    public int width() {
        return 1;
    }

    @Override
    public String entry(Random random) {
        return Keys.hash(0);
    }

    @Override
    public List<Todo> attempt(List<Todo> todos, long low) {
        return todos.stream().filter(this::update).toList();
    }

    private boolean update(Todo todo) {
        desk.steps().at(Steps.BEFORE);
        String op = desk.history().invoke(todo.id(), todo.entry(), nameOf(todo));
        try {
            if (!taken(op, LOCK + todo.entry())) {
                desk.history().tell(Line.Kind.FAILED, op, 0, "LockTimeout");
                return false;
            }
            long n = writeAndRelease(op, todo);
            desk.history().tell(Line.Kind.OK, op, n, "");
            return true;
        } catch (RuntimeException e) {
            desk.history().threw(Line.Kind.UNKNOWN, op, e);
            return false;
        }
    }

    /** Histories tell the last round from what came before. */
    private static String nameOf(Todo todo) {
        return todo.source().contains('.' + Doors.FINAL) ? Doors.FINAL : Doors.SCHEME;
    }

    private boolean taken(String op, String lock) {
        long begun = System.nanoTime();
        long end = begun + timing.grant() * 1_000_000;
        long tried = begun;
        while (!scheme.take(lock)) {
            if (System.nanoTime() - end > 0) {
                return false;
            }
            LockSupport.parkNanos(NAP_NANOS);
            tried = System.nanoTime();
        }
        long promised = scheme.expires() ? tried + timing.lease() * 1_000_000 : Long.MAX_VALUE;
        desk.history().tell(Line.Kind.HELD, op, promised, "");
        return true;
    }

    private long writeAndRelease(String op, Todo todo) {
        String lock = LOCK + todo.entry();
        try {
            desk.steps().at(Steps.ACQUIRED);
            Map<String, String> read = redis.hgetAll(todo.entry());
            long n = Long.parseLong(read.getOrDefault(Entry.COUNT, "0")) + 1;
            String step = Link.text(todo.id(), read.getOrDefault(Entry.LAST, Link.NOBODY));
            desk.steps().at(Steps.COMPUTED);
            long unused = redis.hset(
                    todo.entry(), Map.of(Entry.COUNT, Long.toString(n), Entry.LAST, todo.id(), Entry.STEP + n, step));
            desk.steps().at(Steps.WRITTEN);
            return n;
        } finally {
            desk.history().tell(Line.Kind.RELEASE, op, 0, "");
            scheme.release(lock);
        }
    }
}
