package io.github.stormlock.redis.internal.route;

import io.github.stormlock.redis.RedisException;
import io.github.stormlock.redis.RedisUnavailableException;
import io.github.stormlock.redis.internal.connect.DaemonThreads;
import io.github.stormlock.redis.internal.connect.JedisSettings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import redis.clients.jedis.HostAndPort;

/**
 * Knows the primary, as the sentinel has it that named one last. It listens to all of them, since any may be the first to
 * know of a switch. Thread-safe.
 */
final class SentinelWatch {
    private static final Logger LOG = LoggerFactory.getLogger(SentinelWatch.class);

    private final List<SentinelListener> listeners = new ArrayList<>();
    private final CountDownLatch decided = new CountDownLatch(1);
    private volatile @Nullable HostAndPort primary;

    // Guarded by this: what each sentinel gave in place of an answer.
    private final Map<HostAndPort, String> failures = new LinkedHashMap<>();
    private final Map<HostAndPort, String> logged = new HashMap<>();

    /**
     * Asks all sentinels, and returns once one has named the primary.
     *
     * @throws RedisUnavailableException if none does, with what each has said
     */
    SentinelWatch(JedisSettings settings, DaemonThreads workers) {
        for (HostAndPort sentinel : settings.addresses()) {
            listeners.add(new SentinelListener(sentinel, settings, this));
        }
        try {
            listeners.forEach(listener -> workers.execute(listener::run));
            decided.await();
            primary();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            end();
            throw new RedisUnavailableException("interrupted", null);
        } catch (RedisException e) {
            end();
            throw e;
        }
    }

    HostAndPort primary() {
        HostAndPort known = primary;
        if (known == null) {
            throw new RedisUnavailableException(told(), null);
        }
        return known;
    }

    private synchronized String told() {
        return String.join("; ", failures.values());
    }

    void end() {
        listeners.forEach(SentinelListener::end);
    }

    void named(HostAndPort sentinel, HostAndPort address) {
        synchronized (this) {
            failures.remove(sentinel);
            logged.remove(sentinel);
        }
        primary = address;
        decided.countDown();
    }

    /** Says once what is wrong with a sentinel while others answer. If none does, all who ask are told. */
    void failed(HostAndPort sentinel, RedisException failure) {
        String text = String.valueOf(failure.getMessage());
        boolean known = primary != null;
        boolean all;
        boolean news;
        synchronized (this) {
            failures.put(sentinel, text);
            all = failures.size() == listeners.size();
            news = known && !text.equals(logged.put(sentinel, text));
        }
        if (news) {
            LOG.warn("A sentinel is not listened to: {}", text);
        }
        if (all) {
            decided.countDown();
        }
    }
}
