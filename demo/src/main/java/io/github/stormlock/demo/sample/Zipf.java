package io.github.stormlock.demo.sample;

import java.util.Arrays;

/** Draws ranks so that rank r comes about {@code 1 / (r + 1)^skew} as often as rank 0. Immutable. */
final class Zipf {
    private final double[] upTo;

    Zipf(int ranks, double skew) {
        upTo = new double[ranks];
        double sum = 0;
        for (int rank = 0; rank < ranks; rank++) {
            sum += 1 / StrictMath.pow(rank + 1, skew);
            upTo[rank] = sum;
        }
    }

    int draw(Dice dice) {
        int found = Arrays.binarySearch(upTo, dice.unit() * upTo[upTo.length - 1]);
        return Math.min(found < 0 ? -found - 1 : found + 1, upTo.length - 1);
    }
}
