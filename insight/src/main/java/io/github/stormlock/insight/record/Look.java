package io.github.stormlock.insight.record;

import io.github.stormlock.insight.page.state.LockRow;
import io.github.stormlock.insight.page.state.PageState;
import io.github.stormlock.insight.page.state.StateTotals;

/**
 * The sums of one look of a recording. Immutable.
 *
 * @param at milliseconds since the recording began
 * @param held how many locks were held
 * @param waiting how many waited, in Redis and inside of workers
 */
record Look(long at, StateTotals totals, long held, long waiting) {

    static Look of(long at, PageState state) {
        return new Look(
                at,
                state.totals(),
                state.locks().stream().filter(LockRow::held).count(),
                state.locks().stream()
                        .mapToLong(row -> (long) row.waitingInRedis() + row.waitingInside())
                        .sum());
    }

    /** Returns how many updates went wrong. */
    long failed() {
        return totals.refused() + totals.lost() + totals.unknown() + totals.timedOut();
    }
}
