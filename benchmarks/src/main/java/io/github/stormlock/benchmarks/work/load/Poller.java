package io.github.stormlock.benchmarks.work.load;

import io.github.stormlock.benchmarks.contender.Clients;
import io.github.stormlock.benchmarks.contender.Contender;
import io.github.stormlock.benchmarks.scenario.EntryChoice;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import redis.clients.jedis.RedisClient;

/**
 * A client in another program. It knows only one thing of storm-lock: the key by which an entry is locked. It sets the key
 * if it is absent; if not, it sleeps and tries again. It adds 1 to the entry by a read and a write, and deletes the key if
 * the key still holds its token. Used by one thread at a time.
 */
public final class Poller implements AutoCloseable {
    private static final String ENTRY = EntryChoice.of(0);
    private static final String LOCK = "lock:{" + ENTRY + "}";

    private final RedisClient redis;
    private final String release;
    private final Duration sleep;

    /** @param sleep the sleep between two tries */
    public Poller(String host, int port, Duration sleep) {
        this.redis = Clients.pooled(host, port, 1);
        this.release = redis.scriptLoad(Clients.RELEASE);
        this.sleep = sleep;
    }

    /** Locks and updates the entry over and over for that long. The latencies are those of the waits for the lock. */
    Share poll(Duration length) {
        Histogram waits = new Histogram(3);
        long end = System.nanoTime() + length.toNanos();
        do {
            waits.recordValue(update());
            rest();
        } while (System.nanoTime() - end < 0);
        return new Share(waits.getTotalCount(), waits.getTotalCount(), waits);
    }

    private long update() {
        String token = UUID.randomUUID().toString();
        long begun = System.nanoTime();
        Clients.take(redis, LOCK, token, sleep.toNanos());
        long waited = System.nanoTime() - begun;
        String old = redis.hget(ENTRY, Contender.FIELD);
        redis.hset(ENTRY, Contender.FIELD, Long.toString(old == null ? 1 : Long.parseLong(old) + 1));
        Clients.give(redis, release, LOCK, token);
        return waited;
    }

    /** Sleeps for a time drawn anew, so that its tries do not fall into step with the work of others. */
    private void rest() {
        LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(2 * sleep.toNanos()));
    }

    @Override
    public void close() {
        redis.close();
    }
}
