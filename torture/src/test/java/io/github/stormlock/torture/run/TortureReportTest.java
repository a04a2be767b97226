package io.github.stormlock.torture.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.torture.check.Violation;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TortureReportTest {
    private static TortureReport report(List<String> missed, List<Violation> violations) {
        return new TortureReport(
                7,
                60,
                "standalone",
                "storm-lock",
                "a server",
                List.of(),
                1,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                1_204,
                Map.of("cut", 1),
                Map.of("cut", 3L),
                Map.of(),
                missed,
                violations);
    }

    private static List<String> printed(TortureReport report) {
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        report.print(new PrintStream(said, true, StandardCharsets.UTF_8));
        return said.toString(StandardCharsets.UTF_8).lines().toList();
    }

    @Test
    void tellsHowManyOpenUpdatesEachFaultStruck() {
        assertThat(printed(report(List.of(), List.of())))
                .contains("open updates struck: {cut=3}", "locks broken by operators: 1,204")
                .last()
                .isEqualTo("verdict: clean (seed 7)");
    }

    @Test
    void isVoidWhereAFaultStruckHardlyAnyUpdate() {
        TortureReport report = report(List.of("cut"), List.of());

        assertThat(report.isClean()).isFalse();
        assertThat(printed(report)).last().isEqualTo("void: fewer than 10 open updates were struck by [cut]");
    }

    @Test
    void tellsOfAViolationFirstAlsoWhereItWouldBeVoid() {
        TortureReport report =
                report(List.of("cut"), List.of(new Violation(Violation.Kind.LOST, "x is not there", List.of())));

        assertThat(printed(report)).last().isEqualTo("violation: lost x is not there");
    }
}
