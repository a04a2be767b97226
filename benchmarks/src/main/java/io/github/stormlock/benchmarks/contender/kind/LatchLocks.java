package io.github.stormlock.benchmarks.contender.kind;

import io.github.stormlock.benchmarks.contender.common.Locks;

/**
 * Latches that one count opens, one after the other, to measure how soon a waiter hears of it. A process either blocks or
 * waits, always on the same key, so that both go through the same latches.
 */
final class LatchLocks implements Locks {
    private final Latches latches;
    private int number;

    LatchLocks(Latches latches) {
        this.latches = latches;
    }

    /** Sets up the next latch, which the unlock opens. */
    @Override
    public Held block(String key) {
        String name = next(key);
        latches.set(name, 1);
        return () -> latches.countDown(name, 1, "only");
    }

    /** Waits for the next latch. There is nothing to give back. */
    @Override
    public Held lock(String key) {
        latches.await(next(key), 1);
        return () -> {};
    }

    private synchronized String next(String key) {
        number++;
        return "latch:" + key + ":" + number;
    }

    @Override
    public void close() {
        latches.close();
    }
}
