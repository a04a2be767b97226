package io.github.stormlock.demo.report;

import static io.github.stormlock.demo.console.DisplayText.number;

import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;

/**
 * The findings that are read back from Redis at the end of a run.
 *
 * @param totals the totals of the whole log
 * @param first the first instant of a hit, as the entry has it; empty if there was none
 * @param last the last instant of a hit
 * @param topPages the most wanted pages, the first one first
 * @param hours every hour with traffic, in order of time
 * @param pageHits the sum of the hits of all pages
 * @param visitorHits the sum of the hits of all visitors
 * @param rejected updates that could never succeed
 * @param malformed the first few malformed lines, each behind its reason
 * @param error the reason why the rest of the log was left out; empty if none was
 */
public record Findings(
        Totals totals,
        String first,
        String last,
        List<TrafficRow<String>> topPages,
        List<TrafficRow<LocalDateTime>> hours,
        long pageHits,
        long visitorHits,
        long rejected,
        List<String> malformed,
        String error) {

    public long hourHits() {
        return TrafficRow.hits(hours);
    }

    /**
     * Returns true if four kinds of entries, written apart, have the same number of hits. Then none was lost and none
     * doubled.
     */
    public boolean agree() {
        return pageHits == totals.hits() && visitorHits == totals.hits() && hourHits() == totals.hits();
    }

    /** Returns why the log is none, in one line; empty if it was read to its end, and a tenth of its lines are well-formed. */
    public Optional<String> unreadable() {
        if (!error.isEmpty()) {
            return Optional.of("could not be read to its end: " + error + "; the " + number(totals.lines())
                    + " lines before are counted");
        }
        if (totals.lines() == 0) {
            return Optional.of("has not one line");
        }
        return totals.hits() * 10 < totals.malformed() + totals.hits()
                ? Optional.of("hardly has a line of an access log: " + number(totals.malformed()) + " of "
                        + number(totals.lines()) + " lines are malformed"
                        + (malformed.isEmpty() ? "" : ", such as " + malformed.get(0)))
                : Optional.empty();
    }

    /** Returns the fault of the entries, in one line; empty if all is well. */
    public Optional<String> complaint() {
        return agree() || rejected > 0
                ? Optional.empty()
                : Optional.of("the entries disagree: the site has " + number(totals.hits()) + " hits, its pages "
                        + number(pageHits) + ", its visitors " + number(visitorHits)
                        + ", its hours "
                        + number(hourHits()));
    }
}
