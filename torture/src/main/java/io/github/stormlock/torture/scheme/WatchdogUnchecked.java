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
record WatchdogUnchecked(
        RedisClient redis,
        long lease,
        Schemes.Owners owners,
        Map<String, Future<?>> renewals,
        ScheduledExecutorService watchdog)
        implements Scheme {
    private static final String RENEW = "if redis.call('get', KEYS[1]) == ARGV[1] then"
            + " return redis.call('pexpire', KEYS[1], ARGV[2]) end return 0";

    WatchdogUnchecked(RedisClient redis, long lease) {
        this(redis, lease, new Schemes.Owners(), new ConcurrentHashMap<>(), scheduler());
    }

    private static ScheduledExecutorService scheduler() {
        return Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "watchdog");
            thread.setDaemon(true);
            return thread;
        });
    }

    @Override
    public boolean take(String lock) {
        boolean taken = owners.take(redis, lock, lease);
        if (taken) {
            String owner = owners.of(lock);
            Future<?> renewal =
                    watchdog.scheduleAtFixedRate(() -> renew(lock, owner), lease / 3, lease / 3, TimeUnit.MILLISECONDS);
            renewals.put(lock, renewal);
        }
        return taken;
    }

    private void renew(String lock, String owner) {
        redis.eval(RENEW, List.of(lock), List.of(owner, Long.toString(lease)));
    }

    @Override
    public void release(String lock) {
        Future<?> renewal = renewals.remove(lock);
        if (renewal != null) {
            renewal.cancel(false);
        }
        Schemes.compareAndDelete(redis, lock, owners.released(lock));
    }
}
