package io.github.stormlock.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class BenchmarksReportTest {
    @Test
    void jsonHasTheAgreedShape() throws IOException {
        assertJson(
                Samples.of().rates("storm-lock", 10.5).rates("unguarded", 5).report("free", "unguarded"),
                """
                {"machine":{"cpus":2,"java":"17","redis":"7.0"},
                "scenarios":[{"name":"free","reference":"unguarded","contenders":[
                {"name":"storm-lock","ratio":{"median":2.1,"lower":2.1,"upper":2.1},"spread":0.0,"lost":0,
                "ops_per_s":10.5,"p50_us":4.001,"p99_us":4.001,"commands_per_op":2.5,"round_trips_per_op":2.0,
                "client_cpu_us":30.25,"redis_cpu_us":20.5,"script_us":12.5,"cpu_us":50.75,"wasted_per_op":0.0,
                "rounds":[{"ops_per_s":10.5,"p50_us":4.001,"p99_us":4.001,"commands_per_op":2.5,
                "round_trips_per_op":2.0,"client_cpu_us":30.25,"redis_cpu_us":20.5,"script_us":12.5,"cpu_us":50.75,
                "wasted_per_op":0.0}]},
                {"name":"unguarded","ratio":{"median":1.0,"lower":1.0,"upper":1.0},"spread":0.0,"lost":0,
                "ops_per_s":5.0,"p50_us":4.001,"p99_us":4.001,"commands_per_op":2.5,"round_trips_per_op":2.0,
                "client_cpu_us":30.25,"redis_cpu_us":20.5,"script_us":12.5,"cpu_us":50.75,"wasted_per_op":0.0,
                "rounds":[{"ops_per_s":5.0,"p50_us":4.001,"p99_us":4.001,"commands_per_op":2.5,
                "round_trips_per_op":2.0,"client_cpu_us":30.25,"redis_cpu_us":20.5,"script_us":12.5,"cpu_us":50.75,
                "wasted_per_op":0.0}]}]}],
                "figures":[]}""");
    }

    @Test
    void jsonLeavesOutWhatAScenarioDoesNotMeasure() throws IOException {
        assertJson(
                Samples.of().latencies("storm-lock", 1).latencies("redisson", 2).report("wakeup", "nobody"),
                """
                {"machine":{"cpus":2,"java":"17","redis":"7.0"},
                "scenarios":[{"name":"wakeup","reference":"nobody","contenders":[
                {"name":"storm-lock","spread":0.0,"p50_us":1.0,"p99_us":1.0,"lost":0,
                "rounds":[{"p50_us":1.0,"p99_us":1.0}]},
                {"name":"redisson","spread":0.0,"p50_us":2.0,"p99_us":2.0,"lost":0,
                "rounds":[{"p50_us":2.0,"p99_us":2.0}]}]}],
                "figures":[{"scenario":"wakeup","contender":"storm-lock","against":"redisson","measure":"p50_us",
                "bound":"at most","wanted":0.7,"pass_line":false,"value":0.5,"lower":0.5,"upper":0.5,
                "reached":true,"clear":true}]}""");
    }

    @Test
    void aLostUpdateOfALockBreaksTheRun() {
        assertThat(Samples.of().lost("storm-lock", 1).report("hot", "unguarded").isBroken())
                .isTrue();
    }

    @Test
    void aLostUpdateWithoutALockIsOnlyReported() {
        assertThat(Samples.of().lost("unguarded", 1).report("hot", "unguarded").isBroken())
                .isFalse();
    }

    private static void assertJson(BenchmarksReport report, String expected) throws IOException {
        JsonNode json = new ObjectMapper().readTree(report.toJson());

        assertThat(json).isEqualTo(new ObjectMapper().readTree(expected));
    }
}
