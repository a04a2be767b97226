package io.github.stormlock.benchmarks.work.storm;

import io.github.stormlock.benchmarks.scenario.Scenario;
import io.github.stormlock.benchmarks.work.load.JvmOrders;
import io.github.stormlock.benchmarks.work.load.LoadGenerator;
import io.github.stormlock.benchmarks.work.load.LoadResult;
import io.github.stormlock.test.LocalStorm;
import io.github.stormlock.test.RunningTopology;
import io.github.stormlock.topologies.accesslog.AccessLogOptions;
import io.github.stormlock.topologies.accesslog.AccessLogTopology;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.storm.Config;
import org.apache.storm.generated.ComponentObject;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.topology.IRichBolt;
import org.apache.storm.utils.Utils;

/**
 * The access-log sample at work on a log that grows. It never pauses, so that the figures are those of its steady state. A
 * contender without the library has bolts of its own in place of those that most lines reach.
 */
final class AccessLogLoad implements LoadGenerator {
    private static final String UNGUARDED = "unguarded";
    private static final String NOTHING = "nothing";

    private final LogFigures figures;
    private final GrowingLog log;
    private final RunningTopology running;
    private long counted;

    private AccessLogLoad(LogFigures figures, GrowingLog log, RunningTopology running) {
        this.figures = figures;
        this.log = log;
        this.running = running;
    }

    /** Submits the sample's topology, with as many executors of each bolt as the duty has threads. */
    static AccessLogLoad start(LocalStorm storm, JvmOrders duty) throws IOException {
        LogFigures figures = LogFigures.create(duty.target());
        GrowingLog log = GrowingLog.begin(duty.firstWorker(), figures::lines);
        Map<String, Object> conf = StormLoads.conf(duty.target());
        // The sample's bolts share the pool that they have by default.
        conf.remove("storm.lock.redis.pool.max.total");
        conf.put(Config.TOPOLOGY_MAX_SPOUT_PENDING, duty.pending());
        conf.put(AccessLogOptions.EXECUTORS, duty.jvm().threads());
        conf.put(AccessLogOptions.FOLLOW, true);
        LogTap.install(conf, figures);
        StormTopology topology =
                AccessLogTopology.build(AccessLogOptions.of(log.file().toString(), conf));
        replaceBolts(topology, duty, figures);
        return new AccessLogLoad(figures, log, storm.submit(conf, topology));
    }

    private static void replaceBolts(StormTopology topology, JvmOrders duty, LogFigures figures) {
        Duration slow = duty.jvm().computing();
        switch (duty.contender()) {
            case "storm-lock" -> {
                if (!slow.isZero()) {
                    replace(topology, LogBolt.VISITOR_SESSIONS, new SlowVisits(slow));
                }
            }
            case UNGUARDED, NOTHING -> {
                for (LogBolt bolt : LogBolt.values()) {
                    Duration pause = bolt == LogBolt.VISITOR_SESSIONS ? slow : Duration.ZERO;
                    boolean writing = duty.contender().equals(UNGUARDED);
                    replace(topology, bolt, new HitBolt(new PlainHits(figures.id(), bolt, writing, pause)));
                }
            }
            default -> throw new IllegalArgumentException("there is no bolt for " + duty.contender());
        }
    }

    private static void replace(StormTopology topology, LogBolt bolt, IRichBolt other) {
        Objects.requireNonNull(topology.get_bolts().get(bolt.id()), bolt.id())
                .set_bolt_object(ComponentObject.serialized_java(Utils.javaSerialize(other)));
    }

    @Override
    public LoadResult work(Duration length) throws InterruptedException {
        log.awaitFirst();
        LoadResult result = new LoadResult(List.of(figures.during(length)));
        counted += result.made();
        return result;
    }

    @Override
    public long finish() throws Exception {
        log.awaitEnd();
        return figures.lines() * Scenario.UPDATES_OF_A_LINE - counted;
    }

    @Override
    public void close() {
        log.end();
        running.close();
        figures.close();
        log.delete();
    }
}
