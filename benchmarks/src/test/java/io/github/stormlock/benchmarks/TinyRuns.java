package io.github.stormlock.benchmarks;

import io.github.stormlock.benchmarks.report.BenchmarksReport;
import io.github.stormlock.benchmarks.report.ContenderFigures;
import io.github.stormlock.benchmarks.scenario.BenchPlan;
import io.github.stormlock.benchmarks.scenario.EntryChoice;
import io.github.stormlock.benchmarks.scenario.Load;
import io.github.stormlock.benchmarks.scenario.Scenario;
import io.github.stormlock.benchmarks.scenario.UpdatingJvm;
import io.github.stormlock.test.RedisServer;
import java.io.OutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Makes runs that are too short for figures, and long enough to lose updates. */
public final class TinyRuns implements BeforeAllCallback, AfterAllCallback {
    private static final BenchPlan PLAN =
            new BenchPlan(1, Duration.ofMillis(100), Duration.ofMillis(200), Duration.ofMillis(500));
    private static final PrintStream NOWHERE = new PrintStream(OutputStream.nullOutputStream());

    private RedisServer redis;

    @Override
    public void beforeAll(ExtensionContext context) {
        redis = RedisServer.start();
    }

    @Override
    public void afterAll(ExtensionContext context) {
        redis.close();
    }

    /** @param threads the number of threads of each JVM */
    public static Scenario updates(int jvms, int threads, int entries) {
        UpdatingJvm jvm = new UpdatingJvm(threads, 1, Duration.ZERO, false);
        return updates(new Load(Collections.nCopies(jvms, jvm), entries, 1, EntryChoice.AT_RANDOM, Duration.ZERO));
    }

    public static Scenario updates(Load load) {
        return new Scenario("test", Scenario.Kind.UPDATES, load, "unguarded", List.of());
    }

    public ContenderFigures of(String contender, int threads, int entries) throws Exception {
        return of(updates(1, threads, entries), contender);
    }

    public ContenderFigures of(Scenario scenario, String contender) throws Exception {
        return all(scenario.with(List.of(contender))).get(0);
    }

    public List<ContenderFigures> all(Scenario scenario) throws Exception {
        return report(List.of(scenario), soFar -> {}).scenarios().get(0).contenders();
    }

    BenchmarksReport report(List<Scenario> scenarios, Bench.Keep keep) throws Exception {
        return new Bench(redis, PLAN, NOWHERE, 1).run(scenarios, keep);
    }
}
