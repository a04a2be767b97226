package io.github.stormlock.torture.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.torture.check.Violation;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RunReportTest {
    private static RunReport report(List<String> voids, List<Violation> violations) {
        return new RunReport(7, List.of("3 updates"), Map.of("cut", 3L), voids, violations);
    }

    private static List<String> printed(RunReport report) {
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        report.print(new PrintStream(said, true, StandardCharsets.UTF_8));
        return said.toString(StandardCharsets.UTF_8).lines().toList();
    }

    @Test
    void endsWithItsVerdict() {
        assertThat(printed(report(List.of(), List.of())))
                .containsExactly("3 updates", "struck while open: {cut=3}", "verdict: clean (seed 7)");
    }

    @Test
    void isNotCleanWhereItSaysTooLittle() {
        RunReport report = report(List.of("struck by nothing"), List.of());

        assertThat(report.isClean()).isFalse();
        assertThat(printed(report)).last().isEqualTo("void: struck by nothing");
    }

    @Test
    void tellsOfAViolationFirstAlsoWhereItWouldBeVoid() {
        Violation lost = new Violation(Violation.Kind.LOST, "x is not there", List.of());

        assertThat(printed(report(List.of("struck by nothing"), List.of(lost))))
                .last()
                .isEqualTo("violation: lost x is not there");
    }
}
