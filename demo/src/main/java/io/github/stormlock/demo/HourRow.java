package io.github.stormlock.demo;

import java.time.LocalDateTime;
import java.util.Comparator;

/** What the entry of one hour says; the hour is in UTC. */
record HourRow(LocalDateTime hour, long hits, long bytes, long errors) {

    /** The busiest first; of equal ones the earlier. */
    static final Comparator<HourRow> BY_HITS =
            Comparator.comparingLong(HourRow::hits).reversed().thenComparing(HourRow::hour);
}
