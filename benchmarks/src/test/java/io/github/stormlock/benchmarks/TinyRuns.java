package io.github.stormlock.benchmarks;

import io.github.stormlock.test.RedisServer;
import java.io.OutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Runs that are too short for figures, and long enough to lose updates. */
final class TinyRuns implements BeforeAllCallback, AfterAllCallback {
    private static final Plan PLAN =
            new Plan(1, Duration.ofMillis(200), Duration.ofMillis(500), Duration.ofMillis(200));
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

    static Scenario updates(int jvms, int threads, int entries, int batch) {
        return new Scenario("test", Scenario.Kind.UPDATES, jvms, threads, entries, batch, List.of());
    }

    Figures of(String contender, int threads, int entries, int batch) throws Exception {
        return of(updates(1, threads, entries, batch), contender);
    }

    Figures of(Scenario scenario, String contender) throws Exception {
        return all(scenario.with(List.of(contender))).get(0);
    }

    List<Figures> all(Scenario scenario) throws Exception {
        return report(List.of(scenario), soFar -> {}).scenarios().get(0).contenders();
    }

    Report report(List<Scenario> scenarios, Bench.Keep keep) throws Exception {
        return new Bench(redis, PLAN, NOWHERE, 1).run(scenarios, keep);
    }
}
