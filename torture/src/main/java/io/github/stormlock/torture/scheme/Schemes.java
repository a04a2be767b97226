package io.github.stormlock.torture.scheme;

import io.github.stormlock.torture.protocol.ClientConfig;
import io.github.stormlock.torture.protocol.UpdateSteps;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.AbstractTransaction;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.Response;
import redis.clients.jedis.params.SetParams;

/** The locks of the tutorials, by name. */
@SuppressWarnings("deprecation") // the tutorials use SETNX
public final class Schemes {
    private static final String COMPARE_AND_DELETE =
            "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0";
    private static final String SETNX_EXPIRE =
            "if redis.call('setnx', KEYS[1], 1) == 1 then redis.call('pexpire', KEYS[1], ARGV[1]) return 1 end return 0";
    private static final String RENEW = "if redis.call('get', KEYS[1]) == ARGV[1] then"
            + " return redis.call('pexpire', KEYS[1], ARGV[2]) end return 0";

    private final RedisClient redis;
    private final UpdateSteps steps;
    private final LongSupplier clock;
    private final long lease;
    /** The owner of each lock that is held. */
    private final Map<String, String> owners = new ConcurrentHashMap<>();

    private final Map<String, Future<?>> renewals = new ConcurrentHashMap<>();

    private Schemes(ClientConfig config, UpdateSteps steps, LongSupplier clock) {
        this.redis = connect(config);
        this.steps = steps;
        this.clock = clock;
        this.lease = config.timing().lease();
    }

    public static RedisClient connect(ClientConfig config) {
        // Tutorials wait for a server that answers slowly.
        return connect(config, config.ports().get(0), config.timing().grant(), /* testOnBorrow= */ true);
    }

    /** Connects to one of the servers, whose answers may take so many milliseconds. */
    public static RedisClient connect(ClientConfig config, int port, long longestWait, boolean testOnBorrow) {
        ConnectionPoolConfig pool = new ConnectionPoolConfig();
        pool.setMaxTotal(config.pool());
        pool.setMaxWait(Duration.ofMillis(config.timing().grant()));
        pool.setTestOnBorrow(testOnBorrow);
        return RedisClient.builder()
                .hostAndPort("127.0.0.1", port)
                .clientConfig(DefaultJedisClientConfig.builder()
                        .timeoutMillis((int) longestWait)
                        .build())
                .poolConfig(pool)
                .build();
    }

    public static ThreadFactory daemons(String name) {
        return task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        };
    }

    /** Deletes a key that has this value. */
    public static void compareAndDelete(RedisClient redis, String key, String value) {
        redis.eval(COMPARE_AND_DELETE, List.of(key), List.of(value));
    }

    /**
     * Creates a lock.
     *
     * @param clock the wall clock in milliseconds, as the contender reads it
     */
    public static Scheme of(String scheme, ClientConfig config, UpdateSteps steps, LongSupplier clock) {
        Schemes all = new Schemes(config, steps, clock);
        return switch (scheme) {
            case "get-set" -> new Scheme(all::getSet, all.redis::del, /* expires= */ false);
            // It stays taken for ever if its holder dies.
            case "setnx" -> new Scheme(all::setnx, all.redis::del, /* expires= */ false);
            case "setnx-expire" -> all.deleted(all::setnxExpire);
            case "multi-setnx-pexpire" -> all.deleted(all::multi);
            case "timestamp-del" -> all.deleted(all::timestampDel);
            case "timestamp-getset" -> all.deleted(all::timestampGetset);
            case "lua-setnx-expire" -> all.deleted(all::luaSetnxExpire);
            case "set-nx-ex-del" -> all.deleted(all::setWithOwner);
            case "set-nx-ex-token" -> new Scheme(all::setWithOwner, all::getAndDelete, /* expires= */ true);
            // Writes under it are not checked.
            case "set-nx-px-unchecked" -> new Scheme(all::setWithOwner, all::deleteOwn, /* expires= */ true);
            case "watchdog-unchecked" -> all.renewed();
            default -> throw new IllegalArgumentException("no such contender: " + scheme);
        };
    }

    private Scheme deleted(Predicate<String> taking) {
        return new Scheme(taking, redis::del, /* expires= */ true);
    }

    /** GET, and SET if it is absent: two commands. */
    private boolean getSet(String lock) {
        if (redis.get(lock) != null) {
            return false;
        }
        steps.at(UpdateSteps.TAKING);
        return redis.set(lock, "taken").equals("OK");
    }

    private boolean setnx(String lock) {
        return redis.setnx(lock, "taken") == 1;
    }

    private boolean setnxExpire(String lock) {
        if (!setnx(lock)) {
            return false;
        }
        steps.at(UpdateSteps.TAKING);
        return redis.pexpire(lock, lease) == 1;
    }

    /** SETNX and PEXPIRE in one transaction. A client that does not get the lock prolongs it all the same. */
    private boolean multi(String lock) {
        try (AbstractTransaction both = redis.multi()) {
            Response<Long> set = both.setnx(lock, "taken");
            Response<Long> prolonged = both.pexpire(lock, lease);
            boolean executed = both.exec() != null;
            return executed && set.get() == 1 && prolonged.get() == 1;
        }
    }

    /** SETNX with an end time. A client that finds the end time past deletes the lock and takes it. */
    private boolean timestampDel(String lock) {
        if (redis.setnx(lock, end()) == 1) {
            return true;
        }
        if (isOver(redis.get(lock))) {
            steps.at(UpdateSteps.TAKING);
            redis.del(lock);
            return redis.setnx(lock, end()) == 1;
        }
        return false;
    }

    /**
     * SETNX with an end time. A client that finds the end time past swaps it for its own. It has the lock if the value that
     * it gets back is the one that it had read.
     */
    private boolean timestampGetset(String lock) {
        if (redis.setnx(lock, end()) == 1) {
            return true;
        }
        String end = redis.get(lock);
        if (!isOver(end)) {
            return false;
        }
        steps.at(UpdateSteps.TAKING);
        return Objects.equals(end, redis.setGet(lock, end(), SetParams.setParams()));
    }

    private String end() {
        return Long.toString(clock.getAsLong() + lease);
    }

    private boolean isOver(@Nullable String end) {
        return end != null && Long.parseLong(end) < clock.getAsLong();
    }

    /** SETNX and EXPIRE in one script, without an owner. */
    private boolean luaSetnxExpire(String lock) {
        return Long.valueOf(1).equals(redis.eval(SETNX_EXPIRE, List.of(lock), List.of(Long.toString(lease))));
    }

    /** SET NX with an expiry and a new owner. */
    private boolean setWithOwner(String lock) {
        String owner = UUID.randomUUID().toString();
        boolean granted = redis.set(lock, owner, SetParams.setParams().nx().px(lease)) != null;
        if (granted) {
            owners.put(lock, owner);
        }
        return granted;
    }

    /** GET, a comparison and DEL: two commands. */
    private void getAndDelete(String lock) {
        if (Objects.equals(owners.remove(lock), redis.get(lock))) {
            steps.at(UpdateSteps.RELEASING);
            redis.del(lock);
        }
    }

    private void deleteOwn(String lock) {
        String owner = owners.remove(lock);
        compareAndDelete(redis, lock, owner == null ? "" : owner);
    }

    /** A lock that is renewed as long as its holder's JVM runs. */
    private Scheme renewed() {
        ScheduledExecutorService watchdog = Executors.newSingleThreadScheduledExecutor(daemons("watchdog"));
        return new Scheme(
                lock -> {
                    boolean taken = setWithOwner(lock);
                    if (taken) {
                        List<String> held = List.of(owners.getOrDefault(lock, ""), Long.toString(lease));
                        Runnable renew = () -> redis.eval(RENEW, List.of(lock), held);
                        renewals.put(
                                lock, watchdog.scheduleAtFixedRate(renew, lease / 3, lease / 3, TimeUnit.MILLISECONDS));
                    }
                    return taken;
                },
                lock -> {
                    Future<?> renewal = renewals.remove(lock);
                    if (renewal != null) {
                        renewal.cancel(false);
                    }
                    deleteOwn(lock);
                },
                /* expires= */ true);
    }
}
