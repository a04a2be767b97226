package io.github.stormlock.demo.report;

import java.time.LocalDateTime;
import java.util.Comparator;

/** The counts in the entry of one hour; the hour is in UTC. */
public record HourRow(LocalDateTime hour, long hits, long bytes, long errors) {

    /** The order by hits, the busiest hour first; of equal ones the earlier. */
    public static final Comparator<HourRow> BY_HITS =
            Comparator.comparingLong(HourRow::hits).reversed().thenComparing(HourRow::hour);
}
