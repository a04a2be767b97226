package io.github.stormlock.demo.sample;

import java.util.List;
import java.util.Random;

/**
 * The only source of randomness. {@link Random} and {@link StrictMath} are specified to the bit, so a seed gives the
 * same log on every platform. Not thread-safe.
 */
final class Dice {
    private final Random random;

    Dice(long seed) {
        this.random = new Random(seed);
    }

    boolean chance(double probability) {
        return random.nextDouble() < probability;
    }

    /** Returns a number from 0 up to, and without, the bound. */
    int below(int bound) {
        return random.nextInt(bound);
    }

    /** Returns a number from {@code low} to {@code high}, both included. */
    int between(int low, int high) {
        return low + random.nextInt(high - low + 1);
    }

    /** Returns a random wait with this mean: memoryless, never negative. */
    double waiting(double mean) {
        return -mean * StrictMath.log(1 - random.nextDouble());
    }

    double unit() {
        return random.nextDouble();
    }

    <T> T one(List<T> of) {
        return of.get(random.nextInt(of.size()));
    }
}
