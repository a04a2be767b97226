package io.github.stormlock.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReportTest {
    @Test
    void jsonHasTheAgreedShape() throws IOException {
        JsonNode json = new ObjectMapper().readTree(report("storm-lock", 0).toJson());

        assertThat(json)
                .isEqualTo(
                        new ObjectMapper()
                                .readTree(
                                        """
                {"machine":{"cpus":2,"java":"17","redis":"7.0"},"scenarios":[{"name":"hot","contenders":[
                {"name":"storm-lock","ops_per_s":10.5,"spread":0.25,"p50_us":3.5,"p99_us":4.5,
                "commands_per_op":2.5,"lost":0}]}]}"""));
    }

    @Test
    void aLostUpdateOfALockBreaksTheRun() {
        assertThat(report("storm-lock", 1).isBroken()).isTrue();
    }

    @Test
    void aLostUpdateWithoutALockIsOnlyReported() {
        assertThat(report("unguarded", 1).isBroken()).isFalse();
    }

    private static Report report(String contender, long lost) {
        Figures figures = new Figures(contender, 10.5, 0.25, 3.5, 4.5, 2.5, null, lost);
        return new Report(new Report.Machine(2, "17", "7.0"), List.of(new Report.Measured("hot", List.of(figures))));
    }
}
