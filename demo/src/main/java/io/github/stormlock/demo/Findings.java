package io.github.stormlock.demo;

import java.util.List;

/**
 * All that is read back from Redis at the end of a run.
 *
 * @param totals of the whole log
 * @param first instant of a hit, as the entry has it; empty if there was none
 * @param last instant of a hit
 * @param topPages the most wanted pages, first the first
 * @param hours every hour with traffic, in order of time
 * @param pageHits the sum of the hits of all pages
 * @param visitorHits the sum of the hits of all visitors
 */
record Findings(
        Totals totals,
        String first,
        String last,
        List<PageRow> topPages,
        List<HourRow> hours,
        long pageHits,
        long visitorHits) {

    long hourHits() {
        return hours.stream().mapToLong(HourRow::hits).sum();
    }

    /** Whether four kinds of entries, written apart, tell the same number of hits: none was lost, none doubled. */
    boolean agree() {
        return pageHits == totals.hits() && visitorHits == totals.hits() && hourHits() == totals.hits();
    }
}
