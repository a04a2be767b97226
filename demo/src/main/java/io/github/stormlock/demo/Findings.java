package io.github.stormlock.demo;

import java.util.List;
import java.util.Optional;

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
 * @param rejected updates that could never succeed
 * @param givenUp lines that failed too often
 * @param error why the rest of the log was left out; empty if none was
 */
record Findings(
        Totals totals,
        String first,
        String last,
        List<PageRow> topPages,
        List<HourRow> hours,
        long pageHits,
        long visitorHits,
        long rejected,
        long givenUp,
        String error) {

    long hourHits() {
        return hours.stream().mapToLong(HourRow::hits).sum();
    }

    /** Whether four kinds of entries, written apart, tell the same number of hits: none was lost, none doubled. */
    boolean agree() {
        return pageHits == totals.hits() && visitorHits == totals.hits() && hourHits() == totals.hits();
    }

    /** What is wrong with the entries, in one line; empty if all is well. */
    Optional<String> complaint() {
        if (!error.isEmpty()) {
            return Optional.of("the log could not be read to its end: " + error);
        }
        if (givenUp > 0) {
            return Optional.of(
                    Shown.number(givenUp) + " lines failed too often and were given up: the totals lack them");
        }
        return agree() || rejected > 0
                ? Optional.empty()
                : Optional.of("the entries disagree: the site has " + Shown.number(totals.hits()) + " hits, its pages "
                        + Shown.number(pageHits) + ", its visitors " + Shown.number(visitorHits) + ", its hours "
                        + Shown.number(hourHits()));
    }
}
