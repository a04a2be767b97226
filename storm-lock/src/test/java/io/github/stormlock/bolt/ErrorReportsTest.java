package io.github.stormlock.bolt;

import static org.assertj.core.api.Assertions.assertThat;

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
        assertThat(output.errors()).extracting(Throwable::getMessage).containsExactly("0", "in time");
    }

    @Test
    void oneKindOfErrorDoesNotHideAnother() {
        reports.report(new IllegalStateException("state"));
        reports.report(new IllegalArgumentException("argument"));
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
            assertThat(log.lines().get(0)).contains("pages").contains("busy");
            assertThat(log.lines().get(1)).contains("3 more");
        }
        assertThat(output.acts()).isEmpty();
    }
}
