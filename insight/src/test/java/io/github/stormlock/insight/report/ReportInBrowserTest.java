package io.github.stormlock.insight.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.PlaywrightException;
import com.microsoft.playwright.options.ColorScheme;
import io.github.stormlock.insight.fixture.Chromium;
import io.github.stormlock.insight.fixture.CommandRun;
import io.github.stormlock.insight.fixture.Viewer;
import io.github.stormlock.insight.page.state.Level;
import io.github.stormlock.insight.record.RecordingFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The file of a report in a browser: offline, for the eye and the ear, and against those who write bad names into Redis. */
@Tag("long")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReportInBrowserTest {
    private static final List<String> NAMES = List.of(
            "</script><script>alert(1)</script>",
            "<img src=x onerror=alert(1)>",
            "\"><iframe src=http://127.0.0.1:9/>",
            "a\u0000b\u001b[31m\r\nc",
            "user:\u202Eteg\u2066nimda\u200b",
            "<!--<script>",
            "${alert(1)}{{7*7}}%s%n&amp;?#'\"`\u2028");

    private Chromium chromium;

    @TempDir
    private Path folder;

    @BeforeAll
    void startBrowser() {
        chromium = Chromium.start();
    }

    @AfterAll
    void stopBrowser() {
        if (chromium != null) {
            chromium.close();
        }
    }

    private Viewer view(Path file, int width, ColorScheme scheme) {
        return chromium.view(
                file.toUri().toString(),
                new NewContextOptions().setViewportSize(width, 800).setColorScheme(scheme));
    }

    /** A report by the command, of a recording with such names. */
    private Path recorded(List<String> names, int seconds) throws IOException {
        RecordingFile recording = new RecordingFile(Files.createTempFile(folder, "locks", ".jsonl"));
        Files.writeString(recording.file(), "");
        recording = new RecordingFile(recording.file());
        for (int second = 0; second < seconds; second++) {
            recording.state(second * 1_000L, RecordingFile.state(second, names));
        }
        recording.trouble(seconds * 1_000L, names.get(0));
        Path html = folder.resolve("report.html");
        CommandRun run = CommandRun.of("report", recording.file().toString(), "-o", html.toString());
        assertThat(run.status()).as(run.err()).isZero();
        return html;
    }

    /** A report of a run, with everything that a report can have. */
    private Path run() throws IOException {
        TimeSteps counts = new TimeSteps(60, 0.5);
        TimeSteps slowest = new TimeSteps(60, 0.5);
        for (int i = 0; i < 600; i++) {
            counts.sum(i / 10.0, 5 + i % 7);
            slowest.most(i / 10.0, i % 97 * 1.0);
        }
        List<ReportMark> marks = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            marks.add(
                    new ReportMark(i * 3, i * 3 + 0.4, i % 3 == 0 ? "servers" : "client" + i % 3, "kill", Level.WRONG));
        }
        RunReport report = new RunReport(
                "A run",
                Level.OK,
                "clean",
                MachineFacts.ofThisMachine(),
                List.of(
                        new ReportSection(
                                "Throughput",
                                "two\nlines",
                                new TimeChart(
                                        TimeChart.Shape.LINES,
                                        "ms",
                                        60,
                                        List.of(counts.perSecond("updates"), slowest.series("slowest")),
                                        marks),
                                new ReportTable(List.of("what", "how many"), List.of(List.of("updates", "1,234")))),
                        ReportSection.of(
                                "Counts",
                                "",
                                new TimeChart(
                                        TimeChart.Shape.BARS, "", 60, List.of(counts.series("updates")), List.of())),
                        ReportSection.of(
                                "Contenders",
                                "",
                                new RankChart(
                                        "updates/s",
                                        List.of(
                                                new RankChart.Bar("storm-lock", 9_000, 8_500, 9_700, true),
                                                new RankChart.Bar("other", 3_000, 2_500, 3_100, false))))));
        Path file = folder.resolve("run.html");
        HtmlReport.write(report, file);
        return file;
    }

    @ParameterizedTest
    @EnumSource(
            value = ColorScheme.class,
            names = {"LIGHT", "DARK"})
    void axeFindsNothingAndNothingIsAskedFor(ColorScheme scheme) throws IOException {
        for (Path file : List.of(recorded(List.of("page:/", "site"), 40), run())) {
            try (Viewer viewer = view(file, 1_280, scheme)) {
                viewer.waits("document.querySelectorAll('canvas').length >= 3");
                viewer.eval("document.querySelectorAll('details').forEach((each) => { each.open = true; })");
                assertThat(new AxeBuilder(viewer.page()).analyze().getViolations())
                        .extracting(rule -> rule.getId() + " " + rule.getNodes())
                        .isEmpty();
                assertThat(viewer.complaints()).isEmpty();
                assertThat(viewer.requests())
                        .filteredOn(url -> !url.startsWith("data:"))
                        .singleElement()
                        .isEqualTo(file.toUri().toString());
                assertThat(viewer.eval("getComputedStyle(document.body).color"))
                        .isEqualTo(scheme == ColorScheme.DARK ? "rgb(231, 236, 243)" : "rgb(23, 32, 44)");
            }
        }
    }

    @Test
    void chartsAreDrawn() throws IOException {
        try (Viewer viewer = view(run(), 1_280, ColorScheme.LIGHT)) {
            viewer.waits("document.querySelectorAll('canvas').length === 3");
            assertThat(viewer.eval("[...document.querySelectorAll('canvas')].every((canvas) => {"
                            + " const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);"
                            + " let dots = 0; for (let i = 3; i < data.length; i += 4) dots += data[i] > 0;"
                            + " return dots > 2000; })"))
                    .isEqualTo(true);
            // The colour of the first mark, in the middle of its strip.
            assertThat(viewer.eval("(() => { const chart = Chart.getChart(document.querySelector('canvas'));"
                            + " return chart.strips.length + ' ' + chart.strips[0].mark.name; })()"))
                    .isEqualTo("20 kill");
            assertThat(viewer.complaints()).isEmpty();
        }
    }

    @Test
    void namesWithMarkupAndControlCharactersDoNothing() throws IOException {
        Path file = recorded(NAMES, 10);
        try (Viewer viewer = view(file, 1_280, ColorScheme.LIGHT)) {
            viewer.waits("document.querySelectorAll('canvas').length >= 3");
            assertThat(viewer.eval("document.querySelectorAll('script').length"))
                    .isEqualTo(3);
            assertThat(viewer.eval("document.querySelectorAll('img, iframe, a').length"))
                    .isEqualTo(0);
            String text = (String) viewer.eval("document.body.innerText");
            assertThat(text)
                    .contains("</script><script>alert(1)</script>")
                    .contains("<img src=x onerror=alert(1)>")
                    .contains("a\\u0000b\\u001b[31m\\u000d\\u000ac")
                    .contains("user:\\u202eteg\\u2066nimda\\u200b")
                    .doesNotContain("\u202E", "\u001b", "\u0000", "\u2028");
            assertThat(viewer.complaints()).isEmpty();
        }
        assertThat(Files.readString(file))
                .doesNotContain("</script><script>alert")
                .doesNotContain("<img");
    }

    @Test
    void browserItselfRefusesForeignCodeAndRequests() throws IOException {
        try (Viewer viewer = view(run(), 1_280, ColorScheme.LIGHT)) {
            viewer.waits("document.querySelectorAll('canvas').length === 3");
            assertThatThrownBy(() -> viewer.eval("document.body.innerHTML = '<b>x</b>'"))
                    .isInstanceOf(PlaywrightException.class)
                    .hasMessageContaining("TrustedHTML");
            assertThat(viewer.eval("fetch('http://127.0.0.1:9/').then(() => 'sent', () => 'refused')"))
                    .isEqualTo("refused");
            assertThat(viewer.complaints()).anyMatch(text -> text.contains("Content Security Policy"));
        }
    }

    @Test
    void nothingScrollsSidewaysOnAPhone() throws IOException {
        List<String> names = List.of("x".repeat(600), "page:/" + "a/".repeat(300), "short");
        for (Path file : List.of(recorded(names, 20), run())) {
            try (Viewer viewer = view(file, 360, ColorScheme.LIGHT)) {
                viewer.waits("document.querySelectorAll('canvas').length >= 3");
                viewer.eval("document.querySelectorAll('details').forEach((each) => { each.open = true; })");
                assertThat(viewer.eval("document.documentElement.scrollWidth")).isEqualTo(360);
                assertThat(viewer.eval("[...document.querySelectorAll('main *')].filter((e) => e.checkVisibility()"
                                + " && !e.closest('caption, .scroll') && e.getBoundingClientRect().right > innerWidth)"
                                + ".map((e) => e.outerHTML.slice(0, 80))"))
                        .isEqualTo(List.of());
                assertThat(new AxeBuilder(viewer.page()).analyze().getViolations())
                        .extracting(rule -> rule.getId() + " " + rule.getNodes())
                        .isEmpty();
            }
        }
    }

    @Test
    void largeRecordingsMakeFilesBelowOneMegabyte() throws IOException {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            names.add(i + "<&\"'>".repeat(100));
        }
        Path file = recorded(names, 30);
        assertThat(Files.size(file)).isLessThan(1_000_000);
        assertThat(Files.readString(file)).contains("more rows are left out");
    }
}
