package io.github.stormlock.demo.run;

import static io.github.stormlock.demo.console.DisplayText.number;

import com.codahale.metrics.MetricRegistry;
import io.github.stormlock.demo.console.Console;
import io.github.stormlock.demo.console.RunFailedException;
import io.github.stormlock.demo.redis.RedisHome;
import io.github.stormlock.lock.RedisLockFactory;
import io.github.stormlock.topologies.transfer.TransferOptions;
import io.github.stormlock.topologies.transfer.TransferReport;
import io.github.stormlock.topologies.transfer.TransferSpout;
import io.github.stormlock.topologies.transfer.TransferTopology;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.storm.Config;
import org.apache.storm.LocalCluster;
import org.apache.storm.generated.KillOptions;

/**
 * One run of the transfers, in a Redis of the demo's own. The topology is killed in the middle of its work, some times,
 * and submitted again. The sum of all accounts is shown meanwhile, as Redis has it. Not thread-safe.
 */
public final class TransferDemo {
    private static final long POLL_MILLIS = 100;
    private static final long SHOW_NANOS = 1_000_000_000L;
    private static final long LONGEST_STANDSTILL_NANOS = 60_000_000_000L;

    private final TransferSettings settings;
    private final Console console;
    private long replays;
    private long shownAt = System.nanoTime();

    public TransferDemo(TransferSettings settings, Console console) {
        this.settings = settings;
        this.console = console;
    }

    /**
     * Runs to the end.
     *
     * @throws RunFailedException if the run could not be brought to its end, or the sum is not conserved
     */
    public void run() {
        Paths.makeFolder(settings.out());
        RunLog.writeTo(settings.out().resolve("storm.log"));
        try (RedisHome redis = RedisHome.open(Optional.empty())) {
            Map<String, Object> conf = conf(redis);
            TransferOptions options = TransferOptions.of(conf);
            console.say("Making " + number(settings.transfers()) + " transfers between " + settings.accounts()
                    + " accounts in " + redis.name() + ", " + settings.executors() + " executors"
                    + (settings.failRate() > 0 ? ", sending " + settings.failRate() + " of them again" : "")
                    + (settings.kills() > 0 ? ", killing the topology " + times(settings.kills()) : ""));
            try (RedisLockFactory locks = RedisLockFactory.of(conf)) {
                long began = System.nanoTime();
                live(redis, conf, options, locks);
                conclude(TransferReport.read(locks, options), (System.nanoTime() - began) / 1e9);
            }
        }
    }

    private static String times(int count) {
        return count == 1 ? "once" : count + " times";
    }

    private Map<String, Object> conf(RedisHome redis) {
        Map<String, Object> conf = new HashMap<>(TransferTopology.defaults());
        conf.putAll(redis.topologyConf());
        conf.put(Config.TOPOLOGY_WORKERS, 1);
        conf.put(TransferOptions.TRANSFERS, settings.transfers());
        conf.put(TransferOptions.ACCOUNTS, settings.accounts());
        conf.put(TransferOptions.EXECUTORS, settings.executors());
        conf.put(TransferOptions.FAIL_RATE, settings.failRate());
        return conf;
    }

    @SuppressWarnings("try") // An interrupt while the cluster closes is passed on as any other.
    private void live(RedisHome redis, Map<String, Object> conf, TransferOptions options, RedisLockFactory locks) {
        console.show("  starting Storm ...");
        try (LocalCluster cluster = StormRunner.start()) {
            for (int life = 1; life <= settings.kills() + 1; life++) {
                Map<String, Object> tap = MetricsTap.conf();
                Map<String, Object> own = new HashMap<>(conf);
                own.put(Config.TOPOLOGY_METRICS_REPORTERS, List.of(tap));
                cluster.submitTopology(TransferTopology.NAME, own, TransferTopology.build(options));
                boolean last = life > settings.kills();
                long enough = last ? Long.MAX_VALUE : settings.transfers() * life / (settings.kills() + 1);
                long before = replays;
                await(redis, options, locks, enough, tap, before);
                if (!last) {
                    kill(cluster);
                    console.endLine();
                    console.say("  killed the topology in the middle of its work");
                }
            }
        } catch (InterruptedException e) {
            throw new RunFailedException("interrupted", e);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new RunFailedException("Storm did not take the topology: " + e.getMessage(), e);
        } finally {
            console.endLine();
        }
    }

    private static void kill(LocalCluster cluster) throws Exception {
        KillOptions now = new KillOptions();
        now.set_wait_secs(0);
        cluster.killTopologyWithOpts(TransferTopology.NAME, now);
        while (cluster.getClusterInfo().get_topologies().stream()
                .anyMatch(topology -> topology.get_name().equals(TransferTopology.NAME))) {
            Thread.sleep(POLL_MILLIS);
        }
    }

    /** Waits until so many transfers are decided, or all and the spout knows that. */
    private void await(
            RedisHome redis,
            TransferOptions options,
            RedisLockFactory locks,
            long enough,
            Map<String, Object> tap,
            long replaysBefore)
            throws InterruptedException {
        String source = "source:" + TransferSpout.source(options);
        long decidedBefore = -1;
        long movedAt = System.nanoTime();
        while (true) {
            TransferReport report = TransferReport.read(locks, options);
            long decided = report.moved() + report.refused();
            Optional<MetricRegistry> metrics = MetricsTap.of(tap);
            metrics.ifPresent(registry -> replays = replaysBefore + MetricSums.replays(registry));
            show(report);
            if (!report.violations().isEmpty()) {
                throw new RunFailedException("while the topology ran: " + String.join("; ", report.violations()));
            }
            if (decided >= enough || "1".equals(redis.client().hget(source, "complete"))) {
                return;
            }
            long now = System.nanoTime();
            if (decided != decidedBefore) {
                decidedBefore = decided;
                movedAt = now;
            } else if (now - movedAt > LONGEST_STANDSTILL_NANOS && decided < settings.transfers()) {
                throw new RunFailedException("no transfer was decided for a minute" + RunLog.hint());
            }
            Thread.sleep(POLL_MILLIS);
        }
    }

    private void show(TransferReport report) {
        if (System.nanoTime() - shownAt >= SHOW_NANOS) {
            shownAt = System.nanoTime();
            console.show("  " + report.line() + "; " + number(replays) + " replays");
        }
    }

    private void conclude(TransferReport report, double seconds) {
        console.say("Read back from Redis: " + report.line());
        console.say(number(replays) + " replays were recognised; " + String.format("%.1f s", seconds));
        List<String> violations = report.after(settings.transfers()).violations();
        if (!violations.isEmpty()) {
            throw new RunFailedException(String.join("; ", violations));
        }
        console.say("The sum is conserved, at every look, and each transfer was decided once.");
    }
}
