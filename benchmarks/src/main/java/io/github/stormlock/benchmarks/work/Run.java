package io.github.stormlock.benchmarks.work;

import io.github.stormlock.benchmarks.contender.Contenders;
import io.github.stormlock.benchmarks.contender.member.Board;
import io.github.stormlock.benchmarks.scenario.BenchPlan;
import io.github.stormlock.benchmarks.scenario.EntryChoice;
import io.github.stormlock.benchmarks.scenario.Scenario;
import io.github.stormlock.benchmarks.work.load.LoadGenerator;
import io.github.stormlock.benchmarks.work.load.LoadResult;
import io.github.stormlock.benchmarks.work.load.Share;
import io.github.stormlock.benchmarks.work.load.TopologyFigure;
import io.github.stormlock.benchmarks.work.server.RedisLink;
import io.github.stormlock.benchmarks.work.server.ServerCount;
import io.github.stormlock.benchmarks.work.server.ServerView;
import io.github.stormlock.benchmarks.work.storm.StormLoads;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Runs one contender in one round: warm-up, measurement, and a comparison of the updates in Redis with those that were made.
 */
final class Run {
    private static final double NANOS_PER_MICRO = 1e3;
    private static final double NANOS_PER_SECOND = 1e9;

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
        Double cpu = micros(cpuBefore, load.cpu());
        LoadResult main = scenario.load().hasOddOne() ? work.withoutLast() : work;
        if (main.made() == 0) {
            throw new IllegalStateException("no update was made");
        }
        double commands = commandsPerOp(used, work.made(), plan.counted());
        RunResult.Rates rates = new RunResult.Rates(
                main.made() / seconds,
                commands,
                (double) used.reads() / work.made(),
                cpu == null ? null : Double.valueOf(cpu / work.made()),
                used.cpuMicros() / work.made(),
                used.scripts() == 0 ? null : Double.valueOf((double) used.scriptMicros() / work.made()),
                wastedPerOp(main.computed(), main.made()),
                isShared() ? Double.valueOf(work.slowerShare()) : null);
        made += load.finish();
        return new RunResult(
                main.nanos(), made - standing(), rates, odd(work, seconds), null, topology(work, rates, used));
    }

    private Map<TopologyFigure, Double> topology(LoadResult work, RunResult.Rates rates, ServerCount used) {
        Map<TopologyFigure, Double> topology = work.topology();
        if (!topology.isEmpty()) {
            topology.put(TopologyFigure.LINES_PER_S, rates.opsPerSecond() / Scenario.UPDATES_OF_A_LINE);
            topology.put(TopologyFigure.SCRIPTS_PER_OP, (double) used.scripts() / work.made());
        }
        return topology;
    }

    private boolean isShared() {
        return scenario.load().jvms().size() > 1 && !scenario.load().hasOddOne();
    }

    private RunResult.@Nullable Odd odd(LoadResult work, double seconds) {
        if (!scenario.load().hasOddOne()) {
            return null;
        }
        Share share = work.last();
        return new RunResult.Odd(share.made() / seconds, wastedPerOp(share.computed(), share.made()), share.nanos());
    }

    private static @Nullable Double wastedPerOp(long computed, long ops) {
        return computed == 0 || ops == 0 ? null : Double.valueOf((double) (computed - ops) / ops);
    }

    private static @Nullable Double micros(@Nullable Duration before, @Nullable Duration after) {
        return before == null || after == null
                ? null
                : Double.valueOf(after.minus(before).toNanos() / NANOS_PER_MICRO);
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
        if (Contenders.writesScores(contender)) {
            return server.sumOfScores(Board.KEY, scenario.keys());
        }
        return scenario.hasFixedKeys() ? server.sum(scenario.keys()) : server.sumOfAll(EntryChoice.ALL);
    }

    private LoadResult work(Duration length) throws Exception {
        LoadResult work = load.work(length);
        made += work.made();
        return work;
    }
}
