package io.github.stormlock.benchmarks.contender.kind;

import io.github.stormlock.benchmarks.contender.common.Contender;

/** Counts down. The latches never open. */
final class LatchContender implements Contender {
    /** So many counts of each worker go to one latch, because one for the whole run would grow beyond any that is used. */
    private static final int COUNTS = 1_000;

    private static final int NEVER_REACHED = 1_000_000_000;

    private final Latches latches;

    LatchContender(Latches latches) {
        this.latches = latches;
    }

    @Override
    public void add(String key, int worker, long number) {
        String name = "latch:" + key + ":" + number / COUNTS;
        if (number % COUNTS == 0) {
            latches.set(name, NEVER_REACHED);
        }
        latches.countDown(name, NEVER_REACHED, worker + "-" + number);
    }

    @Override
    public void close() {
        latches.close();
    }
}
