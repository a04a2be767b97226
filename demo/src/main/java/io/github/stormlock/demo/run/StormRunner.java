package io.github.stormlock.demo.run;

import com.codahale.metrics.MetricRegistry;
import io.github.stormlock.demo.redis.RedisHome;
import io.github.stormlock.demo.report.RunFigures;
import io.github.stormlock.test.LocalStorm;
import io.github.stormlock.test.RunningTopology;
import io.github.stormlock.test.internal.run.MetricsTap;
import io.github.stormlock.topologies.accesslog.AccessLogEntries;
import io.github.stormlock.topologies.accesslog.AccessLogOptions;
import io.github.stormlock.topologies.accesslog.AccessLogTopology;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.storm.Config;
import redis.clients.jedis.exceptions.JedisConnectionException;

/** Counts with the access-log topology in a Storm cluster within this JVM. Thread-safe. */
public final class StormRunner implements SampleRunner {
    private static final long POLL_MILLIS = 100;
    private static final double SECOND = 1e9;

    /** The topology recovers from problems with Redis by itself. After this time the demo waits for that no longer. */
    private static final double LONGEST_AWAY_SECONDS = 60;

    @Override
    @SuppressWarnings("try") // A running topology is closed, not used.
    public double run(Job job, Consumer<RunFigures> progress) throws InterruptedException {
        Map<String, Object> tap = MetricsTap.conf();
        Map<String, Object> conf = conf(AccessLogTopology.defaults(), job.redis(), tap);
        conf.put(AccessLogOptions.EXECUTORS, job.executors());
        conf.put(AccessLogOptions.FAIL_RATE, job.failRate());
        String log = job.log().toAbsolutePath().toString();
        try (LocalStorm storm = LocalStorm.start();
                RunningTopology running = storm.submit(
                        AccessLogTopology.NAME, conf, AccessLogTopology.build(AccessLogOptions.of(log, conf)))) {
            return await(job, tap, progress);
        }
    }

    /** Returns a topology's configuration: of one worker, in this Redis, and with metrics that can be read here. */
    static Map<String, Object> conf(Map<String, Object> defaults, RedisHome redis, Map<String, Object> tap) {
        Map<String, Object> conf = new HashMap<>(defaults);
        conf.putAll(redis.topologyConf());
        conf.put(Config.TOPOLOGY_WORKERS, 1);
        conf.put(Config.TOPOLOGY_TESTING_ALWAYS_TRY_SERIALIZE, false);
        conf.put(Config.TOPOLOGY_METRICS_REPORTERS, List.of(tap));
        // Dozens of executors that spin while they wait for tuples leave no processor time to those that have some.
        for (String kind : List.of("bolt", "spout")) {
            conf.put("topology." + kind + ".wait.progressive.level1.count", 0);
            conf.put("topology." + kind + ".wait.progressive.level2.count", 0);
        }
        return conf;
    }

    /** Waits until the topology has written that its input is completely counted. */
    private double await(Job job, Map<String, Object> tap, Consumer<RunFigures> progress) throws InterruptedException {
        long startedAt = 0;
        long answeredAt = System.nanoTime();
        long toldAt = answeredAt;
        boolean complete = false;
        // KEYS looks at all keys, of which there are thousands.
        String source = null;
        while (!complete) {
            Thread.sleep(POLL_MILLIS);
            try {
                if (source == null) {
                    source = job.redis().client().keys(AccessLogEntries.SOURCE + "*").stream()
                            .findFirst()
                            .orElse(null);
                }
                String said = source == null ? null : job.redis().client().hget(source, "complete");
                answeredAt = System.nanoTime();
                startedAt = startedAt == 0 && said != null ? answeredAt : startedAt;
                complete = "1".equals(said);
            } catch (JedisConnectionException e) {
                if ((System.nanoTime() - answeredAt) / SECOND > LONGEST_AWAY_SECONDS) {
                    throw e;
                }
            }
            MetricRegistry metrics = MetricsTap.of(tap);
            if (metrics != null && startedAt != 0 && (complete || System.nanoTime() - toldAt >= SECOND)) {
                toldAt = System.nanoTime();
                progress.accept(MetricSums.of(metrics, /* ended= */ complete));
            }
        }
        return (System.nanoTime() - startedAt) / SECOND;
    }
}
