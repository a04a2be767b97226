package io.github.stormlock.torture.scheme;

import io.github.stormlock.lock.DistributedLock;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.torture.protocol.ClientConfig;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.ToLongFunction;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.params.SetParams;

/**
 * Quorum locks as they are often written: they ask all masters by {@code SET NX PX}, and count when all have answered. No
 * master knows that it has lost locks, so none waits before it grants again.
 */
record CarelessQuorum(List<RedisClient> masters, long lease) implements LockSource {
    private static final ExecutorService THREADS = Executors.newCachedThreadPool(CarelessRedis.daemons("quorum"));
    private static final int LONGEST_PAUSE_MILLIS = 50;
    /** The part of a lease for which an answer is awaited, and the part that a grant must have left. */
    private static final int PARTS = 10;

    static CarelessQuorum connect(ClientConfig config) {
        long lease = config.timing().lease();
        return new CarelessQuorum(
                config.ports().stream()
                        .map(port -> CarelessRedis.connect(config, port, lease / PARTS, /* testOnBorrow= */ false))
                        .toList(),
                lease);
    }

    @Override
    public DistributedLock mutex(String name) {
        return new CarelessLock(name, () -> tryOnce("lock:{" + name + '}'));
    }

    private Optional<Lease> tryOnce(String key) {
        String token = UUID.randomUUID().toString();
        long asked = System.nanoTime();
        long granted =
                count(redis -> redis.set(key, token, SetParams.setParams().nx().px(lease)) != null ? 1 : 0);
        CarelessLease held = CarelessLease.of(token, asked, lease, () -> release(key, token));
        if (granted > masters.size() / 2 && held.remaining().toMillis() > lease / PARTS) {
            return Optional.of(held);
        }
        if (granted > 0) {
            release(key, token);
        }
        LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(LONGEST_PAUSE_MILLIS * 1_000_000L));
        return Optional.empty();
    }

    /** Gives back without a wait for the answers. */
    private void release(String key, String token) {
        ask(redis -> {
            CarelessRedis.compareAndDelete(redis, key, token);
            return 1;
        });
    }

    /** Adds the answers of the masters. One that fails counts for nothing. */
    private long count(ToLongFunction<RedisClient> question) {
        return ask(question).stream().mapToLong(CompletableFuture::join).sum();
    }

    private List<CompletableFuture<Long>> ask(ToLongFunction<RedisClient> question) {
        return masters.stream()
                .map(master -> CompletableFuture.supplyAsync(() -> answer(master, question), THREADS))
                .toList();
    }

    private static long answer(RedisClient master, ToLongFunction<RedisClient> question) {
        try {
            return question.applyAsLong(master);
        } catch (JedisException masterIsAway) {
            // The others may be a majority.
            return 0;
        }
    }
}
