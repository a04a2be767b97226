package io.github.stormlock.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class ReportTest {
    @Test
    void jsonHasTheAgreedShape() throws IOException {
        assertJson(
                Samples.report("hot", Samples.figures("storm-lock", 10.5, 4.5, null)),
                """
                {"machine":{"cpus":2,"java":"17","redis":"7.0"},"scenarios":[{"name":"hot","contenders":[
                {"name":"storm-lock","ops_per_s":10.5,"spread":0.25,"p50_us":3.5,"p99_us":4.5,
                "commands_per_op":2.5,"lost":0}]}],"figures":[]}""");
    }

    @Test
    void jsonLeavesOutWhatAScenarioDoesNotMeasure() throws IOException {
        assertJson(
                Samples.report("wakeup", Samples.latencies("storm-lock", 1, 4), Samples.latencies("redisson", 2, 4)),
                """
                {"machine":{"cpus":2,"java":"17","redis":"7.0"},"scenarios":[{"name":"wakeup","contenders":[
                {"name":"storm-lock","spread":0.25,"p50_us":1.0,"p99_us":4.0,"lost":0},
                {"name":"redisson","spread":0.25,"p50_us":2.0,"p99_us":4.0,"lost":0}]}],
                "figures":[{"scenario":"wakeup","contender":"storm-lock","against":"redisson","measure":"p50_us",
                "bound":"at most","wanted":0.7,"value":0.5,"reached":true}]}""");
    }

    @Test
    void aLostUpdateOfALockBreaksTheRun() {
        assertThat(Samples.report("hot", Samples.lost("storm-lock", 1)).isBroken())
                .isTrue();
    }

    @Test
    void aLostUpdateWithoutALockIsOnlyReported() {
        assertThat(Samples.report("hot", Samples.lost("unguarded", 1)).isBroken())
                .isFalse();
    }

    @Test
    void theTableShowsEachGoalAndWhetherItIsReached() {
        Report report = Samples.report(
                "spread", Samples.figures("storm-lock", 5, 4.5, null), Samples.figures("unguarded", 10, 4.5, null));

        assertThat(Table.of(report).lines().filter(line -> line.contains("NOT REACHED")))
                .singleElement()
                .asString()
                .containsSubsequence("spread", "storm-lock", "unguarded", "at least 0.80", "0.500");
    }

    private static void assertJson(Report report, String expected) throws IOException {
        JsonNode json = new ObjectMapper().readTree(report.toJson());

        assertThat(json).isEqualTo(new ObjectMapper().readTree(expected));
    }
}
