package io.github.stormlock.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.test.RedisServer;
import java.io.OutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LostUpdateTest {
    private static final Plan SHORT = new Plan(1, Duration.ofMillis(200), Duration.ofMillis(500), false);
    private static RedisServer redis;

    @BeforeAll
    static void start() {
        redis = RedisServer.start();
    }

    @AfterAll
    static void end() {
        redis.close();
    }

    @Test
    void lossOfUnguardedContendedUpdatesIsSeen() throws Exception {
        assertThat(run("unguarded", 8, 1, 1).lost()).isPositive();
    }

    @ParameterizedTest
    @ValueSource(strings = {"storm-lock", "storm-lock-ids", "storm-lock-batch", "redisson", "tutorial", "optimistic"})
    void guardedContendedUpdatesAreAllThere(String contender) throws Exception {
        Figures figures = run(contender, 4, 1, 1);

        assertThat(figures.lost()).isZero();
        assertThat(figures.opsPerSecond()).isPositive();
    }

    @ParameterizedTest
    @ValueSource(strings = {"storm-lock-batch", "hincrby-pipelined"})
    void batchesAreCountedByTheirUpdates(String contender) throws Exception {
        assertThat(run(contender, 1, 100, 64).lost()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"storm-lock", "redisson"})
    void guardedUpdatesOfTwoJvmsAreAllThere(String contender) throws Exception {
        Scenario scenario = new Scenario("two", 2, 4, 1, 1, List.of(contender), List.of(contender));
        Figures figures = figures(scenario);

        assertThat(figures.lost()).isZero();
        assertThat(figures.slowerShare()).isBetween(0.0, 0.5);
    }

    @Test
    void aReadAndAWriteAreTwoCommands() throws Exception {
        assertThat(run("unguarded", 1, 100, 1).commandsPerOp()).isEqualTo(2);
    }

    @Test
    void anIncrementIsOneCommand() throws Exception {
        assertThat(run("hincrby", 1, 100, 1).commandsPerOp()).isEqualTo(1);
    }

    private static Figures run(String contender, int threads, int entries, int batch) throws Exception {
        Scenario scenario = new Scenario("test", 1, threads, entries, batch, List.of(contender), List.of(contender));
        return figures(scenario);
    }

    private static Figures figures(Scenario scenario) throws Exception {
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
        Report report = new Bench(redis, SHORT, nowhere, 1).run(List.of(scenario));
        return report.scenarios().get(0).contenders().get(0);
    }
}
