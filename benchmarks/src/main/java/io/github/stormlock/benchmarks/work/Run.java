package io.github.stormlock.benchmarks.work;

import io.github.stormlock.benchmarks.contender.Contenders;
import io.github.stormlock.benchmarks.scenario.BenchPlan;
import io.github.stormlock.benchmarks.scenario.EntryChoice;
import io.github.stormlock.benchmarks.scenario.Scenario;
import io.github.stormlock.benchmarks.work.load.LoadGenerator;
import io.github.stormlock.benchmarks.work.load.LoadResult;
import io.github.stormlock.benchmarks.work.load.Measure;
import io.github.stormlock.benchmarks.work.load.Share;
import io.github.stormlock.benchmarks.work.server.RedisLink;
import io.github.stormlock.benchmarks.work.server.ServerCount;
import io.github.stormlock.benchmarks.work.server.ServerView;
import io.github.stormlock.benchmarks.work.storm.StormLoads;
import java.time.Duration;
import java.util.Map;

/**
 * Runs one contender in one round: warm-up, measurement, and a comparison of the updates in Redis with those that were made.
 */
final class Run {
    private static final double NANOS_PER_MICRO = 1e3;
    private static final double NANOS_PER_SECOND = 1e9;
    /** The time after a measurement, if the server's commands have to be watched to be counted. */
    private static final Duration COUNTED = Duration.ofMillis(200);

    private final Scenario scenario;
    private final String contender;
    private final LoadGenerator load;
    private final ServerView server;
    private final RedisLink link;
    private long made;

    Run(Scenario scenario, String contender, LoadGenerator load, ServerView server, RedisLink link) {
        this.scenario = scenario;
        this.contender = contender;
        this.load = load;
        this.server = server;
        this.link = link;
    }

    /** @param cold {@code true} if the contender's code is not compiled yet */
    RunResult measure(BenchPlan plan, boolean cold) throws Exception {
        if (cold) {
            // With the delay a thread makes a thousand updates in a second, which are too few to get its code compiled.
            link.undelayed(() -> work(plan.compiled()));
        }
        work(plan.warmUp());
        Duration cpuBefore = load.cpu();
        ServerCount before = server.count();
        long begun = System.nanoTime();
        LoadResult work = work(plan.measured());
        double seconds = (System.nanoTime() - begun) / NANOS_PER_SECOND;
        ServerCount used = server.count().since(before);
        Duration cpu = load.cpu();
        LoadResult main = scenario.load().hasOddOne() ? work.withoutLast() : work;
        if (main.made() == 0) {
            throw new IllegalStateException("no update was made");
        }
        double all = work.made();
        Map<Measure, Double> figures = work.topology();
        if (!figures.isEmpty()) {
            figures.put(Measure.LINES_PER_S, main.made() / seconds / Scenario.UPDATES_OF_A_LINE);
            figures.put(Measure.SCRIPTS_PER_OP, used.scripts() / all);
        }
        figures.put(Measure.OPS_PER_S, main.made() / seconds);
        figures.put(Measure.COMMANDS_PER_OP, commandsPerOp(used, work.made(), COUNTED));
        figures.put(Measure.ROUND_TRIPS_PER_OP, used.reads() / all);
        figures.put(Measure.REDIS_CPU_US, used.cpuMicros() / all);
        if (cpuBefore != null && cpu != null) {
            double client = cpu.minus(cpuBefore).toNanos() / NANOS_PER_MICRO / all;
            figures.put(Measure.CLIENT_CPU_US, client);
            figures.put(Measure.CPU_US, client + used.cpuMicros() / all);
        }
        if (used.scripts() > 0) {
            figures.put(Measure.SCRIPT_US, used.scriptMicros() / all);
        }
        wasted(figures, Measure.WASTED_PER_OP, main.computed(), main.made());
        if (scenario.load().hasOddOne()) {
            odd(figures, work.last(), seconds);
        } else if (scenario.load().jvms().size() > 1) {
            figures.put(Measure.SLOWER_SHARE, work.slowerShare());
        }
        made += load.finish();
        return new RunResult(main.nanos(), made - standing(), figures);
    }

    private static void odd(Map<Measure, Double> figures, Share share, double seconds) {
        figures.put(Measure.ODD_OPS_PER_S, share.made() / seconds);
        figures.put(Measure.ODD_MEAN_US, share.nanos().getMean() / NANOS_PER_MICRO);
        figures.put(Measure.ODD_P99_US, Measure.percentile(share.nanos(), 99));
        figures.put(Measure.ODD_MAX_US, Measure.percentile(share.nanos(), 100));
        wasted(figures, Measure.ODD_WASTED_PER_OP, share.computed(), share.made());
    }

    private static void wasted(Map<Measure, Double> figures, Measure measure, long computed, long ops) {
        if (computed != 0 && ops != 0) {
            figures.put(measure, (double) (computed - ops) / ops);
        }
    }

    /**
     * Returns the commands that clients sent for one update. If scripts ran, the server has also counted the commands that
     * they call. Then it is watched during more work, after the part that was timed.
     */
    private double commandsPerOp(ServerCount used, long ops, Duration length) throws Exception {
        if (used.scripts() == 0) {
            return (double) used.commands() / ops;
        }
        long madeBefore = made;
        double commands = server.fromClients(() -> work(length));
        return commands / (made - madeBefore);
    }

    /** Returns the number of updates that the entries hold. */
    private long standing() {
        if (!Contenders.writes(contender)) {
            return made;
        }
        if (scenario.kind() == Scenario.Kind.ACCESS_LOG) {
            return server.hitsOfALog() * Scenario.UPDATES_OF_A_LINE;
        }
        if (StormLoads.writesTransactional(contender)) {
            return server.sumOfTransactional(scenario.keys());
        }
        if (scenario.load().keys() == EntryChoice.PLAYERS || Contenders.writesScores(contender)) {
            return server.sumOfScores(Contenders.BOARD, scenario.keys());
        }
        return scenario.hasFixedKeys() ? server.sum(scenario.keys()) : server.sumOfAll(EntryChoice.ALL);
    }

    private LoadResult work(Duration length) throws Exception {
        LoadResult work = load.work(length);
        made += work.made();
        return work;
    }
}
