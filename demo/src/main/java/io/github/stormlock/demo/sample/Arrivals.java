package io.github.stormlock.demo.sample;

/**
 * The times at which readers come: more by day than by night, and in bursts when the site is talked about. Not
 * thread-safe.
 */
final class Arrivals {
    /** The time that the log spans, about, in milliseconds. */
    static final long SPAN = 4L * 24 * 3_600_000;

    private static final double HITS_PER_READER = 9.6;
    private static final double DAY = 24 * 3_600_000;
    private static final long[] BURSTS = {hours(13.4), hours(40.2), hours(67.8)};
    private static final long BURST = hours(0.6);

    private final Dice dice;
    private final double perMilli;
    private double next;

    /**
     * Creates the arrivals.
     *
     * @param hits the number of requests, about, that all readers send within the span
     */
    Arrivals(double hits, Dice dice) {
        this.dice = dice;
        this.perMilli = hits / HITS_PER_READER / SPAN;
        advance();
    }

    long due() {
        return (long) next;
    }

    /** Takes the due arrival and returns the number of the burst that it belongs to, or -1. */
    int take() {
        int burst = burst(next);
        boolean partOfIt = burst >= 0 && dice.chance(0.85);
        advance();
        return partOfIt ? burst : -1;
    }

    private void advance() {
        // The rate changes slowly against the time between two arrivals, so the present rate is good enough.
        double rate = perMilli * daylight(next) * (burst(next) >= 0 ? 7 : 1);
        next += dice.waiting(1 / rate);
    }

    private static double daylight(double at) {
        return 0.9 - 0.7 * StrictMath.cos(2 * Math.PI * (at / DAY - 0.1));
    }

    private static int burst(double at) {
        for (int i = 0; i < BURSTS.length; i++) {
            if (at >= BURSTS[i] && at < BURSTS[i] + BURST) {
                return i;
            }
        }
        return -1;
    }

    private static long hours(double hours) {
        return (long) (hours * 3_600_000);
    }
}
