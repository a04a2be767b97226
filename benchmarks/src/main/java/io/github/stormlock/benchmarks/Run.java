package io.github.stormlock.benchmarks;

/** One contender in one round: warm-up, measurement, and the count of what is in Redis against what was made. */
final class Run {
    private final Scenario scenario;
    private final Crew crew;
    private final ServerView server;

    Run(Scenario scenario, Crew crew, ServerView server) {
        this.scenario = scenario;
        this.crew = crew;
        this.server = server;
    }

    RunResult measure(Plan plan) throws Exception {
        long warm = crew.work(plan.warmUp()).total();
        if (warm == 0) {
            throw new IllegalStateException("no update was made in the warm-up");
        }
        long commandsBefore = server.commands();
        long begun = System.nanoTime();
        Crew.Work work = crew.work(plan.measured());
        double seconds = (System.nanoTime() - begun) / 1e9;
        // The second of the two reads counts itself.
        double commands = server.commands() - commandsBefore - 1.0;
        long lost = warm + work.total() - server.sum(scenario.entries());
        double ops = work.total();
        return new RunResult(ops / seconds, work.nanos(), commands / ops, work.slowerShare(), lost);
    }
}
