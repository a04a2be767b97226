package io.github.stormlock.bolt;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.bolt.fixture.LogLines;
import io.github.stormlock.bolt.fixture.RecordedOutput;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.storm.task.OutputCollector;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("contract")
class ErrorReportsTest {
    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);
    private final RecordedOutput output = new RecordedOutput();
    private final ErrorReports reports = new ErrorReports(new OutputCollector(output), "pages", nanos::get);

    @Test
    void sameErrorIsReportedOnceInTenSecondsAndAgainAfterThem() {
        for (int i = 0; i < 1_000; i++) {
            reports.report(new IllegalStateException("" + i));
        }
        assertThat(output.errors()).extracting(Throwable::getMessage).containsExactly("0");
        nanos.addAndGet(Duration.ofSeconds(10).toNanos() - 1);
        reports.report(new IllegalStateException("too early"));
        nanos.addAndGet(1);
        reports.report(new IllegalStateException("in time"));
        assertThat(output.errors().get(1))
                .hasMessage("an error in the bolt pages, 1000 more like this in the 10 s before: "
                        + "java.lang.IllegalStateException: in time")
                .hasRootCauseMessage("in time");
    }

    @Test
    void oneKindOfErrorDoesNotHideAnother() {
        reports.report(new IllegalStateException("state"));
        reports.report(new IllegalArgumentException("argument"));
        assertThat(output.errors()).hasSize(2);
    }

    @Test
    void oneEntryDoesNotHideAnotherAndEachIsReportedOnceInTenSeconds() {
        for (int i = 0; i < 3; i++) {
            timeOut("a");
            timeOut("b");
        }
        assertThat(output.errors())
                .extracting(Throwable::getMessage)
                .containsExactly(
                        "a tuple fails in a in the bolt pages: java.lang.IllegalStateException: slow",
                        "a tuple fails in b in the bolt pages: java.lang.IllegalStateException: slow");
        reports.report("a", "a tuple fails in a", new IllegalArgumentException("another cause"));
        assertThat(output.errors()).hasSize(3);
        nanos.addAndGet(Duration.ofSeconds(10).toNanos());
        timeOut("a");
        assertThat(output.errors()).hasSize(4);
    }

    @Test
    void entriesBeyondTheBoundShareOneThrottleForEachClassUntilOthersAreQuiet() {
        for (int i = 0; i < 1_000; i++) {
            timeOut("entry-" + i);
            timeOut("entry-" + i);
        }
        assertThat(output.errors()).hasSize(33);
        reports.report("entry-1000", "a tuple fails", new IllegalArgumentException("another class"));
        assertThat(output.errors()).hasSize(34);
        nanos.addAndGet(Duration.ofSeconds(10).toNanos());
        for (int i = 0; i < 34; i++) {
            timeOut("later-" + i);
        }
        // The throttles of the two classes stay, so that 30 entries have one of their own.
        assertThat(output.errors().get(34 + 30)).hasMessageContaining((2 * 968 - 1) + " more like this");
        assertThat(output.errors()).hasSize(34 + 31);
    }

    private void timeOut(String entry) {
        reports.report(entry, "a tuple fails in " + entry, new IllegalStateException("slow"));
    }

    @Test
    void whatIsReportedIsLeftToStormsLog() {
        try (LogLines log = LogLines.of(LockingBolt.class.getName())) {
            timeOut("a");
            reports.report(new IllegalArgumentException("argument"));
            assertThat(log.lines()).isEmpty();
        }
        assertThat(output.errors()).hasSize(2);
    }

    @Test
    void logNamesTheComponentAndCountsWhatCameBetween() {
        try (LogLines log = LogLines.of(LockingBolt.class.getName())) {
            for (int i = 0; i < 4; i++) {
                reports.log(new IllegalStateException("busy"));
            }
            nanos.addAndGet(Duration.ofSeconds(10).toNanos());
            reports.log(new IllegalStateException("busy"));
            assertThat(log.lines()).hasSize(2);
            assertThat(log.lines().get(0))
                    .contains("bolt pages")
                    .contains("busy")
                    .doesNotContain("more");
            assertThat(log.lines().get(1)).contains("3 more like this in the 10 s before");
        }
        assertThat(output.acts()).isEmpty();
    }
}
