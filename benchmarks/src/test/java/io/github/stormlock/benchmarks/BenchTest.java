package io.github.stormlock.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class BenchTest {
    @RegisterExtension
    static final TinyRuns RUNS = new TinyRuns();

    @Test
    void whatWasMeasuredIsKeptAfterEachScenario() throws Exception {
        List<List<String>> kept = new ArrayList<>();

        Report all = RUNS.report(
                List.of(scenario("first"), scenario("second")),
                soFar -> kept.add(
                        soFar.scenarios().stream().map(Report.Measured::name).toList()));

        assertThat(kept).containsExactly(List.of("first"), List.of("first", "second"));
        assertThat(all.scenarios()).hasSize(2);
    }

    @Test
    void aDelayIsAddedToEachRoundTrip() throws Exception {
        Figures far = RUNS.of(scenario("wan-far"), "hincrby");
        // Afterwards: in a JVM that is cold it would be far, too.
        Figures near = RUNS.of(scenario("near"), "hincrby");

        assertThat(far.p50Micros()).isGreaterThan(near.p50Micros() + 300);
    }

    private static Scenario scenario(String name) {
        return new Scenario(name, Scenario.Kind.UPDATES, 1, 1, 10, 1, List.of("hincrby"));
    }
}
