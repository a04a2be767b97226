package io.github.stormlock.benchmarks;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.time.Duration;

/** One contender in one round: warm-up, measurement, and the count of what is in Redis against what was made. */
final class Run {
    private static final Duration COUNTED = Duration.ofMillis(300);

    private final Scenario scenario;
    private final Crew crew;
    private final ServerView server;
    private long made;

    Run(Scenario scenario, Crew crew, ServerView server) {
        this.scenario = scenario;
        this.crew = crew;
        this.server = server;
    }

    RunResult measure(Plan plan) throws Exception {
        work(plan.warmUp());
        CommandCount before = server.commands();
        long begun = System.nanoTime();
        Crew.Work work = work(plan.measured());
        double seconds = (System.nanoTime() - begun) / 1e9;
        CommandCount commands = server.commands().since(before);
        double fromClients = commands.all() * clientShare(commands);
        double ops = work.total();
        if (ops == 0) {
            throw new IllegalStateException("no update was made");
        }
        RunResult.Rates rates = new RunResult.Rates(ops / seconds, fromClients / ops, work.slowerShare());
        return new RunResult(work.nanos(), made - server.sum(scenario.keys()), rates, null);
    }

    /** Where no script ran, the server's own count is that of the clients. Else more work tells, after what was timed. */
    private double clientShare(CommandCount commands) throws Exception {
        return commands.scripts() == 0 ? 1 : server.clientShare(() -> work(COUNTED));
    }

    @CanIgnoreReturnValue
    private Crew.Work work(Duration length) throws Exception {
        Crew.Work work = crew.work(length);
        made += work.total();
        return work;
    }
}
