package io.github.stormlock.demo.run;

import com.codahale.metrics.MetricRegistry;
import io.github.stormlock.demo.report.RunFigures;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.exceptions.JedisConnectionException;

/** Waits until a topology has written that its input is completely counted. Not thread-safe. */
final class EndOfInput {
    private static final long POLL_MILLIS = 100;
    private static final double NANOS = 1e9;

    /** The topology recovers from problems with Redis by itself. After this time the demo waits for that no longer. */
    private static final long LONGEST_WAIT_NANOS = 60_000_000_000L;

    private final UnifiedJedis redis;
    private final String entry;
    private final String run;
    private final Map<String, Object> tap;
    private final BooleanSupplier stops;
    private RunFigures figures = RunFigures.NONE;
    private long answeredAt = System.nanoTime();
    private long startedAt;

    /**
     * Creates a wait for the end of one run.
     *
     * @param source the durable name of the log
     * @param run the topology's id, because the entry may still tell of the end of an earlier run
     * @param tap the configuration of the topology's {@link MetricsTap}
     * @param stops true once the wait is to end, as by an interrupt
     */
    EndOfInput(UnifiedJedis redis, String source, String run, Map<String, Object> tap, BooleanSupplier stops) {
        this.stops = stops;
        this.redis = redis;
        this.entry = "source:" + source;
        this.run = run;
        this.tap = tap;
    }

    SampleRunner.Outcome await(Consumer<RunFigures> progress) throws InterruptedException {
        while (!isComplete()) {
            Optional<MetricRegistry> metrics = MetricsTap.of(tap);
            metrics.ifPresent(registry -> figures = MetricSums.of(registry));
            if (startedAt != 0) {
                progress.accept(figures);
            }
            Thread.sleep(POLL_MILLIS);
            if (stops.getAsBoolean()) {
                throw new InterruptedException("the run is to stop");
            }
        }
        double seconds = (System.nanoTime() - startedAt) / NANOS;
        MetricsTap.of(tap).ifPresent(registry -> figures = MetricSums.of(registry));
        return new SampleRunner.Outcome(figures, seconds);
    }

    private boolean isComplete() {
        try {
            List<String> fields = redis.hmget(entry, "run", "complete");
            answeredAt = System.nanoTime();
            boolean ours = run.equals(fields.get(0));
            if (ours && startedAt == 0) {
                startedAt = answeredAt;
            }
            return ours && "1".equals(fields.get(1));
        } catch (JedisConnectionException e) {
            if (System.nanoTime() - answeredAt > LONGEST_WAIT_NANOS) {
                throw e;
            }
            return false;
        }
    }
}
