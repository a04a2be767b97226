package io.github.stormlock.torture.scheme;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import redis.clients.jedis.RedisClient;

/** A lock like {@link SetNxPxUnchecked} that is renewed as long as its holder's JVM runs. */
final class WatchdogUnchecked implements Scheme {
    private static final String RENEW = "if redis.call('get', KEYS[1]) == ARGV[1] then"
            + " return redis.call('pexpire', KEYS[1], ARGV[2]) end return 0";

    private final RedisClient redis;
    private final long lease;
    private final Schemes.Owners owners = new Schemes.Owners();
    private final Map<String, Future<?>> renewals = new ConcurrentHashMap<>();
    private final ScheduledExecutorService watchdog = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "watchdog");
        thread.setDaemon(true);
        return thread;
    });

    WatchdogUnchecked(RedisClient redis, long lease) {
        this.redis = redis;
        this.lease = lease;
    }

    @Override
    public boolean take(String lock) {
        String owner = Schemes.Owners.fresh();
        boolean taken = owners.taken(lock, owner, Schemes.setIfAbsent(redis, lock, owner, lease));
        if (taken) {
            Future<?> renewal =
                    watchdog.scheduleAtFixedRate(() -> renew(lock, owner), lease / 3, lease / 3, TimeUnit.MILLISECONDS);
            renewals.put(lock, renewal);
        }
        return taken;
    }

    private void renew(String lock, String owner) {
        Object unused = redis.eval(RENEW, List.of(lock), List.of(owner, Long.toString(lease)));
    }

    @Override
    public void release(String lock) {
        Future<?> renewal = renewals.remove(lock);
        if (renewal != null) {
            boolean unused = renewal.cancel(false);
        }
        Schemes.compareAndDelete(redis, lock, owners.released(lock));
    }

    @Override
    public boolean expires() {
        return true;
    }
}
