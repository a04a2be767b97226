package io.github.stormlock.benchmarks;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.time.Duration;

/** One contender in one round: warm-up, measurement, and the count of what is in Redis against what was made. */
final class Run {
    /** Behind the delay a thread makes a thousand updates in a second: too few to have its code compiled. */
    private static final Duration UNDELAYED_WARM_UP = Duration.ofSeconds(3);

    private final Scenario scenario;
    private final Crew crew;
    private final ServerView server;
    private final Link link;
    private long made;

    Run(Scenario scenario, Crew crew, ServerView server, Link link) {
        this.scenario = scenario;
        this.crew = crew;
        this.server = server;
        this.link = link;
    }

    RunResult measure(Plan plan) throws Exception {
        if (scenario.isDelayed()) {
            link.undelayed(() -> work(UNDELAYED_WARM_UP));
        }
        work(plan.warmUp());
        CommandCount before = server.commands();
        long begun = System.nanoTime();
        Crew.Work work = work(plan.measured());
        double seconds = (System.nanoTime() - begun) / 1e9;
        CommandCount commands = server.commands().since(before);
        double ops = work.total();
        if (ops == 0) {
            throw new IllegalStateException("no update was made");
        }
        double perOp = commands.scripts() == 0 ? commands.all() / ops : commandsPerOpBesideScripts(plan.counted());
        RunResult.Rates rates = new RunResult.Rates(ops / seconds, perOp, work.slowerShare());
        return new RunResult(work.nanos(), made - server.sum(scenario.keys()), rates, null);
    }

    /** The server counts what scripts call as well; so it is watched at more work, after what was timed. */
    private double commandsPerOpBesideScripts(Duration length) throws Exception {
        long madeBefore = made;
        double commands = server.fromClients(() -> work(length));
        return commands / (made - madeBefore);
    }

    @CanIgnoreReturnValue
    private Crew.Work work(Duration length) throws Exception {
        Crew.Work work = crew.work(length);
        made += work.total();
        return work;
    }
}
