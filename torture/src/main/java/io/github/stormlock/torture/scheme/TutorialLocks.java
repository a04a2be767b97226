package io.github.stormlock.torture.scheme;

import io.github.stormlock.lock.DistributedLock;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.torture.protocol.ClientConfig;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.params.SetParams;

/** Mutexes as tutorials write them. Writes under them are not checked. */
record TutorialLocks(RedisClient redis, ClientConfig.Kind kind, long lease) implements LockSource {
    private static final String RENEW = "if redis.call('get', KEYS[1]) == ARGV[1] then"
            + " return redis.call('pexpire', KEYS[1], ARGV[2]) end return 0";
    private static final ScheduledExecutorService WATCHDOG =
            Executors.newSingleThreadScheduledExecutor(CarelessRedis.daemons("watchdog"));

    @Override
    public DistributedLock mutex(String name) {
        String key = "lock:" + name;
        String owner = UUID.randomUUID().toString();
        return new CarelessLock(name, () -> ask(key, owner));
    }

    private Optional<Lease> ask(String key, String owner) {
        boolean forEver = kind == ClientConfig.Kind.SETNX;
        long asked = System.nanoTime();
        SetParams absent = SetParams.setParams().nx();
        if (redis.set(key, owner, forEver ? absent : absent.px(lease)) == null) {
            return Optional.empty();
        }
        return Optional.of(
                CarelessLease.of(owner, asked, forEver ? CarelessLease.FOR_EVER_MILLIS : lease, release(key, owner)));
    }

    private Runnable release(String key, String owner) {
        Runnable delete = () -> CarelessRedis.compareAndDelete(redis, key, owner);
        if (kind != ClientConfig.Kind.WATCHDOG_UNCHECKED) {
            return delete;
        }
        List<String> held = List.of(owner, Long.toString(lease));
        Future<?> renewal = WATCHDOG.scheduleAtFixedRate(
                () -> redis.eval(RENEW, List.of(key), held), lease / 3, lease / 3, TimeUnit.MILLISECONDS);
        return () -> {
            renewal.cancel(false);
            delete.run();
        };
    }
}
