package io.github.stormlock.benchmarks.work.server;

import io.github.stormlock.test.FaultProxy;
import io.github.stormlock.test.RedisServer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The link from a contender to Redis: direct, or through a proxy in this JVM that adds to the round trip. */
public final class RedisLink implements AutoCloseable {
    private static final Duration DELAY = Duration.ofNanos(500_000);

    /** An action that may fail. */
    public interface Step {
        void run() throws Exception;
    }

    private final RedisServer redis;
    private final @Nullable FaultProxy proxy;

    /** @param delayed true to add half a millisecond to each round trip; to that come the costs of the proxy itself */
    public RedisLink(RedisServer redis, boolean delayed) {
        this.redis = redis;
        this.proxy = delayed ? FaultProxy.to(redis) : null;
        add(DELAY);
    }

    /** Runs a step without the delay. */
    public void undelayed(Step step) throws Exception {
        add(Duration.ZERO);
        step.run();
        add(DELAY);
    }

    private void add(Duration roundTrip) {
        if (proxy != null) {
            proxy.delay(roundTrip);
        }
    }

    public String host() {
        return proxy == null ? redis.host() : String.valueOf(proxy.uri().getHost());
    }

    public int port() {
        return proxy == null ? redis.port() : proxy.port();
    }

    @Override
    public void close() {
        if (proxy != null) {
            proxy.close();
        }
    }
}
