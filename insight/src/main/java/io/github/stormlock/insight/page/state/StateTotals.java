package io.github.stormlock.insight.page.state;

/**
 * Sums over all workers. Counts of troubles are those since the state before.
 *
 * @param updates updates per second
 * @param replays replays per second
 * @param waits the share of updates that waited, in per cent
 * @param waitTime from asking for a lock to its grant
 * @param holdTime of leases
 * @param commitTime of round trips that wrote
 * @param refused writes that Redis refused
 * @param lost leases that ended while they were held
 * @param unknown writes whose answer was lost
 * @param timedOut waits that ended without a grant
 */
public record StateTotals(
        double updates,
        double replays,
        double waits,
        TimeSpread waitTime,
        TimeSpread holdTime,
        TimeSpread commitTime,
        long refused,
        long lost,
        long unknown,
        long timedOut) {}
