package io.github.stormlock.demo.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDateTime;
import java.util.List;
import org.junit.jupiter.api.Test;

class TrafficChartTest {
    private static final LocalDateTime BEGIN = LocalDateTime.parse("2015-05-17T10:00");

    @Test
    void quietHoursStandAtZero() {
        String svg = TrafficChart.svg(
                "a.log", List.of(new TrafficRow<>(BEGIN, 5, 1, 0), new TrafficRow<>(BEGIN.plusHours(9), 10, 1, 5)));

        assertThat(svg)
                .contains("points=\"0.0,100 100.0,100 100.0,200 900.0,200 900.0,0 1000.0,0\"")
                .contains("points=\"0.0,200 100.0,200 100.0,200 900.0,200 900.0,100 1000.0,100\"")
                .contains(
                        "a.log: 15 hits",
                        "each hour (UTC)</text>",
                        "17 May 10:00</text>",
                        "17 May 15:00</text>",
                        ">10</text>");
    }

    @Test
    void aNameBringsNoMarkup() {
        assertThat(TrafficChart.svg("</title><script>", List.of(new TrafficRow<>(BEGIN, 5, 1, 0))))
                .contains("<title>&lt;/title&gt;&lt;script&gt;: 5 hits</title>");
    }
}
