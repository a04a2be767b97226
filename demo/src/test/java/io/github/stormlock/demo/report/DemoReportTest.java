package io.github.stormlock.demo.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class DemoReportTest {
    /** Programs of users read these fields. */
    @Test
    void fieldsKeepTheirNames() {
        Totals totals = new Totals(
                1, 2, 3, 4, 5, 6, 7, 8, 9, 10, new TreeMap<>(Map.of("200", 2L)), new TreeMap<>(Map.of("GET", 2L)));

        String written = DemoReport.of(totals, 1.5, 11).toString().replace('"', '\'');

        assertThat(written)
                .isEqualTo("{'lines':1,'hits':2,'malformed':3,'bytes':4,'largest':5,'visitors':6,'paths':7,"
                        + "'sessions':8,'errors':9,'hours':10,'status':{'200':2},'method':{'GET':2},'seconds':1.5,"
                        + "'replays':11}");
    }
}
