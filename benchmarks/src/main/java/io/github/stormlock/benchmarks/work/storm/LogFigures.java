package io.github.stormlock.benchmarks.work.storm;

import com.codahale.metrics.MetricRegistry;
import io.github.stormlock.benchmarks.contender.Clients;
import io.github.stormlock.benchmarks.contender.Target;
import io.github.stormlock.benchmarks.scenario.Scenario;
import io.github.stormlock.benchmarks.work.load.Measure;
import io.github.stormlock.benchmarks.work.load.Share;
import io.github.stormlock.test.internal.run.MetricsTap;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SynchronizedHistogram;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.RedisClient;

/**
 * What a topology in this JVM tells of itself, and the pool of its bolts that use Redis plainly. Storm copies bolts and makes
 * hooks; they find this by its id. Thread-safe.
 */
final class LogFigures implements AutoCloseable {
    private static final Map<String, LogFigures> OPEN = new ConcurrentHashMap<>();
    private static final int CONNECTIONS = 64;
    private static final double NANOS_PER_MICRO = 1e3;
    /** The bolts as names of metrics hold them. */
    private static final List<String> BOLTS =
            Stream.of(LogBolt.values()).map(bolt -> '.' + bolt.id() + '.').toList();

    private final String id = UUID.randomUUID().toString();
    private final RedisClient redis;
    private final LongAdder lines = new LongAdder();
    private final Histogram ofLines = new SynchronizedHistogram(3);
    private final Map<LogBolt, Histogram> ofBolts = new EnumMap<>(LogBolt.class);
    private final Map<String, Object> tap = MetricsTap.conf();

    private LogFigures(Target target) {
        this.redis = Clients.pooled(target.host(), target.port(), CONNECTIONS);
        for (LogBolt bolt : LogBolt.values()) {
            ofBolts.put(bolt, new SynchronizedHistogram(3));
        }
    }

    static LogFigures create(Target target) {
        LogFigures figures = new LogFigures(target);
        OPEN.put(figures.id, figures);
        return figures;
    }

    static LogFigures of(String id) {
        LogFigures figures = OPEN.get(id);
        if (figures == null) {
            throw new IllegalStateException("the topology " + id + " of the benchmark has ended");
        }
        return figures;
    }

    String id() {
        return id;
    }

    RedisClient redis() {
        return redis;
    }

    /** Returns the configuration of the reporter that makes the library's metrics readable here. */
    Map<String, Object> tap() {
        return tap;
    }

    /** @param millis the time from its emission to its last ack, if Storm took it */
    void lineDone(@Nullable Long millis) {
        lines.increment();
        record(ofLines, millis);
    }

    /** @param millis the time from its arrival to its ack, as above */
    void tupleDone(LogBolt bolt, @Nullable Long millis) {
        Histogram ofBolt = ofBolts.get(bolt);
        if (ofBolt != null) {
            record(ofBolt, millis);
        }
    }

    private static void record(Histogram nanos, @Nullable Long millis) {
        // Storm takes the time of one tuple in twenty. Of the others it tells null, or -1.
        if (millis != null && millis >= 0) {
            nanos.recordValue(TimeUnit.MILLISECONDS.toNanos(millis));
        }
    }

    /** Returns the number of lines that are completely counted. */
    long lines() {
        return lines.sum();
    }

    /** Returns what happens during the next time. */
    Share during(Duration length) throws InterruptedException {
        ofLines.reset();
        ofBolts.values().forEach(Histogram::reset);
        long linesBefore = lines();
        long updates = -counted("updates");
        long groups = -counted("groups");
        long missed = -counted("missed");
        TimeUnit.NANOSECONDS.sleep(length.toNanos());
        long made = (lines() - linesBefore) * Scenario.UPDATES_OF_A_LINE;
        updates += counted("updates");
        groups += counted("groups");
        missed += counted("missed");
        Map<Measure, Double> topology = new EnumMap<>(Measure.class);
        topology.put(Measure.THREADS, (double) libraryThreads());
        if (groups > 0) {
            topology.put(Measure.UPDATES_PER_GROUP, (double) updates / groups);
        }
        ofBolts.forEach((bolt, nanos) -> {
            topology.put(Measure.valueOf(bolt + "_P50_US"), nanos.getValueAtPercentile(50) / NANOS_PER_MICRO);
            topology.put(Measure.valueOf(bolt + "_P99_US"), nanos.getValueAtPercentile(99) / NANOS_PER_MICRO);
        });
        // A miss is a computation in vain. The sample's bolts do not count their computations themselves.
        return new Share(made, updates == 0 ? 0 : made + missed, ofLines.copy(), topology);
    }

    private long counted(String what) {
        MetricRegistry registry = MetricsTap.of(tap);
        return registry == null ? 0 : MetricsTap.counted(registry, what, BOLTS);
    }

    private static long libraryThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("storm-lock-"))
                .count();
    }

    @Override
    public void close() {
        OPEN.remove(id);
        redis.close();
    }
}
