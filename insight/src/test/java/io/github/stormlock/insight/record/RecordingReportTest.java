package io.github.stormlock.insight.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.stormlock.insight.page.state.Level;
import io.github.stormlock.insight.report.ReportFact;
import io.github.stormlock.insight.report.ReportMark;
import io.github.stormlock.insight.report.ReportSection;
import io.github.stormlock.insight.report.ReportTable;
import io.github.stormlock.insight.report.RunReport;
import io.github.stormlock.insight.report.TimeChart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordingReportTest {
    @TempDir
    private Path folder;

    private RecordingFile recording(int seconds) throws IOException {
        RecordingFile file = new RecordingFile(folder.resolve("locks.jsonl"));
        for (int second = 0; second < seconds; second++) {
            if (second >= 3 && second <= 6) {
                file.trouble(second * 1_000L, "Redis at c1:6379 does not answer");
            } else {
                file.state(second * 1_000L, RecordingFile.state(second, List.of("page:/checkout", "site")));
            }
        }
        return file;
    }

    private static ReportSection section(RunReport report, String title) {
        return report.sections().stream()
                .filter(section -> section.title().equals(title))
                .findFirst()
                .orElseThrow();
    }

    private static List<List<String>> rows(RunReport report, String title) {
        ReportTable table = section(report, title).table();
        return table == null ? List.of() : table.rows();
    }

    @Test
    void hotHeldWaitedAndWorkersAreThoseOfTheRecording() throws IOException {
        RunReport report = RecordingReport.of(recording(12).file());
        assertThat(rows(report, "Hot entries").get(0).get(0)).isEqualTo("page:/checkout");
        assertThat(rows(report, "Held longest").get(0))
                .isEqualTo(List.of("page:/checkout", "mutex", "11.0 s", "page:/checkout"));
        // Nobody knows of the wait while Redis does not answer: the longest is from second 7 to 11.
        assertThat(rows(report, "Waited for longest").get(0))
                .isEqualTo(List.of("page:/checkout", "mutex", "4.0 s", "3"));
        assertThat(rows(report, "Workers")).hasSize(2);
        assertThat(rows(report, "Troubles"))
                .contains(List.of("3.0 s", "3.0 s", "Redis", "Redis at c1:6379 does not answer"))
                .contains(List.of("8.0 s", "0 ms", "deadlock", "site"))
                .contains(List.of("7.0 s", "4.0 s", "dead holder", "site: site"));
        assertThat(report.level()).isEqualTo(Level.WRONG);
    }

    @Test
    void chartsCoverTheWholeTimeWithAGapAndAMarkWhereRedisDidNotAnswer() throws IOException {
        RunReport report = RecordingReport.of(recording(12).file());
        TimeChart chart = (TimeChart)
                Objects.requireNonNull(section(report, "Updates each second").chart());
        assertThat(chart.seconds()).isEqualTo(12);
        assertThat(chart.series().get(0).values()).hasSize(6);
        assertThat(chart.series().get(0).values().get(1)).isBetween(800.0, 1_200.0);
        assertThat(chart.series().get(0).values().get(2)).isNull();
        assertThat(chart.marks()).contains(new ReportMark(3, 7, "Redis", "no answer", Level.WRONG));
        TimeChart bad = (TimeChart) Objects.requireNonNull(
                section(report, "Refused, lost, unknown, timed out").chart());
        assertThat(bad.series().get(0).values().get(7)).isEqualTo(3);
    }

    @Test
    void longRecordingsHaveFewSteps() throws IOException {
        RunReport report = RecordingReport.of(recording(2_000).file());
        TimeChart chart = (TimeChart)
                Objects.requireNonNull(section(report, "Updates each second").chart());
        assertThat(chart.series().get(0).step()).isEqualTo(10);
        assertThat(chart.series().get(0).values()).hasSize(200).doesNotContainNull();
        // A rate is the mean of its step, and not its sum.
        assertThat(chart.series().get(0).values())
                .allSatisfy(value -> assertThat(value).isBetween(800.0, 1_200.0));
    }

    @Test
    void recordingThatIsCutInTheMiddleOfALineIsReadUpToThere() throws IOException {
        byte[] whole = Files.readAllBytes(recording(12).file());
        for (int cut : new int[] {1, 100, 700}) {
            Path file = Files.write(folder.resolve("cut"), java.util.Arrays.copyOf(whole, whole.length - cut));
            RunReport report = RecordingReport.of(file);
            assertThat(rows(report, "Hot entries")).hasSize(2);
            assertThat(report.facts().stream()
                            .filter(fact -> fact.name().equals("looks"))
                            .map(ReportFact::value))
                    .singleElement()
                    .asString()
                    .contains(cut == 1 ? "8, and 4 without an answer" : "1 line cut or damaged");
        }
    }

    @Test
    void damagedLinesAreLeftOutAndUnknownFieldsAllowed() throws IOException {
        RecordingFile file = recording(3);
        file.append("garbage\n{\"at\":1}\n{\"at\":\"x\"}\n{\"at\":3000,\"state\":{\"locks\":3}}\n[]\n\n");
        file.append("{\"at\":4000,\"later\":1,\"trouble\":null,\"state\":null}\n");
        RunReport report = RecordingReport.of(file.file());
        assertThat(report.facts()).anySatisfy(fact -> assertThat(fact.value()).contains("lines cut or damaged"));
    }

    @Test
    void otherFilesAreNoRecordings() throws IOException {
        Path other = Files.writeString(folder.resolve("other"), "{\"v\":1}\n");
        assertThatThrownBy(() -> RecordingReport.of(other)).hasMessageContaining("no recording");
        Path empty = Files.writeString(folder.resolve("empty"), "");
        assertThatThrownBy(() -> RecordingReport.of(empty)).hasMessageContaining("no recording");
        Path later = Files.writeString(folder.resolve("later"), "{\"v\":2,\"recording\":\"locks\"}\n");
        assertThatThrownBy(() -> RecordingReport.of(later)).hasMessageContaining("version 2");
        RecordingFile none = new RecordingFile(folder.resolve("none"));
        assertThatThrownBy(() -> RecordingReport.of(none.file())).hasMessageContaining("no state");
    }
}
