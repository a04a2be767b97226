package io.github.stormlock.demo.run;

import static io.github.stormlock.demo.console.DisplayText.number;

import com.codahale.metrics.MetricRegistry;
import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.demo.console.Console;
import io.github.stormlock.demo.console.RunFailedException;
import io.github.stormlock.demo.redis.RedisHome;
import io.github.stormlock.test.LocalStorm;
import io.github.stormlock.test.RunningTopology;
import io.github.stormlock.test.internal.run.MetricsTap;
import io.github.stormlock.topologies.transfer.TransferOptions;
import io.github.stormlock.topologies.transfer.TransferReport;
import io.github.stormlock.topologies.transfer.TransferSpout;
import io.github.stormlock.topologies.transfer.TransferTopology;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * One run of the transfers, in a Redis of the demo's own. The topology is killed in the middle of its work, some times,
 * and submitted again. The sum of all accounts is shown meanwhile, as Redis has it. Not thread-safe.
 */
final class TransferDemo {
    private static final long POLL_MILLIS = 100;
    private static final double SECOND = 1e9;
    private static final double LONGEST_STANDSTILL_SECONDS = 60;

    private final TransferRunOptions run;
    private final Console console;
    private long replays;
    private final long began = System.nanoTime();
    private long shownAt = began;

    TransferDemo(TransferRunOptions run, Console console) {
        this.run = run;
        this.console = console;
    }

    /**
     * Runs to the end.
     *
     * @throws RunFailedException if the run could not be brought to its end, or the sum is not conserved
     */
    void run() {
        try (RedisHome redis = RedisHome.start();
                RedisLockFactory locks = RedisLockFactory.of(redis.topologyConf())) {
            console.say("Making " + number(run.transfers) + " transfers between " + run.accounts + " accounts in "
                    + redis.name() + ", " + run.executors + " executors"
                    + (run.failRate > 0 ? ", sending " + run.failRate + " of them again" : "")
                    + (run.kills > 0 ? ", killing the topology " + run.kills + " times" : ""));
            TransferReport report = lives(redis, locks);
            console.endLine();
            console.say("Read back from Redis: " + report.line());
            console.say(number(replays) + " replays were recognised; "
                    + String.format(Locale.ROOT, "%.1f s", (System.nanoTime() - began) / SECOND));
            require(report.after(run.transfers));
            console.say("The sum is conserved, at every look, and each transfer was decided once.");
        }
    }

    /** Returns the key under which the spout writes down its progress. */
    private static String source(TransferOptions options) {
        return "source:" + TransferSpout.source(options);
    }

    private static void require(List<String> violations) {
        if (!violations.isEmpty()) {
            throw new RunFailedException(String.join("; ", violations));
        }
    }

    @SuppressWarnings("try") // A running topology is closed, not used.
    private TransferReport lives(RedisHome redis, RedisLockFactory locks) {
        console.show("  starting Storm ...");
        try (LocalStorm storm = LocalStorm.start()) {
            long decided = 0;
            for (int life = 1; ; life++) {
                Map<String, Object> tap = MetricsTap.conf();
                Map<String, Object> conf = StormRunner.conf(TransferTopology.defaults(), redis, tap);
                conf.put(TransferOptions.TRANSFERS, run.transfers);
                conf.put(TransferOptions.ACCOUNTS, run.accounts);
                conf.put(TransferOptions.EXECUTORS, run.executors);
                conf.put(TransferOptions.FAIL_RATE, run.failRate);
                TransferOptions options = TransferOptions.of(conf);
                boolean last = life > run.kills;
                long enough = last ? Long.MAX_VALUE : decided + (run.transfers - decided) / (run.kills + 2 - life);
                long replaysBefore = replays;
                TransferReport report;
                Map<String, String> progress;
                try (RunningTopology running =
                        storm.submit(TransferTopology.NAME, conf, TransferTopology.build(options))) {
                    report = await(redis, locks, options, enough, /* again= */ life > 1, tap);
                    progress = redis.client().hgetAll(source(options));
                }
                decided = report.moved() + report.refused();
                console.endLine();
                if (life > 1) {
                    console.say("  after the kill " + number(replays - replaysBefore)
                            + " transfers came again and were recognised");
                }
                if (last) {
                    return report;
                }
                // Storm's kill lets the spout write down how far it is. A kill -9 does not.
                redis.client().hset(source(options), progress);
                console.say(
                        "  killed the topology in the middle of its work; as after kill -9, its last progress is not written");
            }
        } catch (InterruptedException e) {
            throw new RunFailedException("interrupted", e);
        }
    }

    /**
     * Waits until so many transfers are decided, or all and the spout knows that.
     *
     * @param again true to wait for a replay, too
     */
    private TransferReport await(
            RedisHome redis,
            RedisLockFactory locks,
            TransferOptions options,
            long enough,
            boolean again,
            Map<String, Object> tap)
            throws InterruptedException {
        long replaysBefore = replays;
        long decidedBefore = -1;
        long movedAt = System.nanoTime();
        while (true) {
            TransferReport report = TransferReport.read(locks, options);
            long decided = report.moved() + report.refused();
            MetricRegistry metrics = MetricsTap.of(tap);
            replays = metrics == null ? replays : replaysBefore + MetricSums.counted(metrics, "replays");
            long now = System.nanoTime();
            if (now - shownAt >= (console.terminal() ? SECOND : 3 * SECOND)) {
                shownAt = now;
                console.show(String.format(
                        Locale.ROOT,
                        "  %,.0f s: %,d of %,d decided (%,d refused), sum %,d, %,d replays",
                        (now - began) / SECOND,
                        decided,
                        run.transfers,
                        report.refused(),
                        report.sum(),
                        replays));
            }
            require(report.violations());
            // A life that follows a kill shows what that is good for before the next one.
            if ((decided >= enough && (!again || replays > replaysBefore))
                    || "1".equals(redis.client().hget(source(options), "complete"))) {
                return report;
            }
            movedAt = decided == decidedBefore ? movedAt : now;
            decidedBefore = decided;
            if (now - movedAt > LONGEST_STANDSTILL_SECONDS * SECOND && decided < run.transfers) {
                throw new RunFailedException("no transfer was decided for a minute" + RunLog.hint());
            }
            Thread.sleep(POLL_MILLIS);
        }
    }
}
