package io.github.stormlock.benchmarks.work.server;

import io.github.stormlock.benchmarks.contender.Clients;
import io.github.stormlock.benchmarks.statistics.Statistics;
import io.github.stormlock.test.FaultProxy;
import io.github.stormlock.test.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.RedisClient;

/** The link from a contender to Redis: direct, or through a proxy in this JVM that adds to the round trip. */
public final class RedisLink implements AutoCloseable {
    private static final double WANTED_MICROS = 500;
    private static final int PINGS = 300;
    /**
     * A proxy whose code is not compiled yet costs much time. A delay found then would be too short once the code is
     * compiled.
     */
    private static final int WARM_UPS = 10;

    /** An action that may fail. */
    public interface Step {
        void run() throws Exception;
    }

    private final RedisServer redis;
    private final @Nullable FaultProxy proxy;
    private final Duration delay;

    /** @param delay the delay that the proxy is told to add; zero for no proxy */
    public RedisLink(RedisServer redis, Duration delay) {
        this.redis = redis;
        this.delay = delay;
        this.proxy = delay.isZero() ? null : FaultProxy.to(redis);
        add(delay);
    }

    /**
     * Returns the delay with which a PING takes half a millisecond longer. It is not half a millisecond itself, because
     * parking overshoots and the proxy costs time.
     */
    public static Duration calibrated(RedisServer redis) {
        try (RedisLink link = new RedisLink(redis, micros(1))) {
            for (int i = 0; i < WARM_UPS; i++) {
                link.addedMicros();
            }
        }
        double micros = WANTED_MICROS;
        for (int i = 0; i < 3; i++) {
            try (RedisLink link = new RedisLink(redis, micros(micros))) {
                // A machine that is busy for a moment must not lead to a delay of almost nothing from then on.
                micros = Math.max(WANTED_MICROS / 2, micros - (link.addedMicros() - WANTED_MICROS));
            }
        }
        return micros(micros);
    }

    private static Duration micros(double micros) {
        return Duration.ofNanos(Math.round(micros * 1_000));
    }

    /** Runs a step without the delay. */
    public void undelayed(Step step) throws Exception {
        add(Duration.ZERO);
        step.run();
        add(delay);
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

    /** Returns the time that it adds to a PING, in microseconds: the median through it less the median without it. */
    public double addedMicros() {
        return pingMicros(host(), port()) - pingMicros(redis.host(), redis.port());
    }

    private static double pingMicros(String host, int port) {
        List<Double> micros = new ArrayList<>(PINGS);
        try (RedisClient client = Clients.pooled(host, port, 1)) {
            for (int i = 0; i < 2 * PINGS; i++) {
                long begun = System.nanoTime();
                String pong = client.ping();
                double took = (System.nanoTime() - begun) / 1e3;
                if (i >= PINGS && pong.equals("PONG")) {
                    micros.add(took);
                }
            }
        }
        return Statistics.median(micros);
    }

    @Override
    public void close() {
        if (proxy != null) {
            proxy.close();
        }
    }
}
