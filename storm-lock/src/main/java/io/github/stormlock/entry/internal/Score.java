package io.github.stormlock.entry.internal;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** A score, and the text in which the server answers it. Scores are equal if their values are. Immutable. */
public final class Score {

    /** Every release of Redis prints whole numbers below this in the same way. */
    private static final double SAME_EVERYWHERE = 1e15;

    private final double value;
    private final byte @Nullable [] text;

    private Score(double value, byte @Nullable [] text) {
        this.value = value;
        this.text = text;
    }

    /** Returns a score as the server answered it. */
    public static Score read(byte[] text) {
        return new Score(normal(Numbers.parse(new String(text, StandardCharsets.US_ASCII))), text);
    }

    /** Returns a score that an update set. */
    public static Score written(double score) {
        double value = normal(score);
        boolean plain = Math.abs(value) < SAME_EVERYWHERE && value == Math.rint(value);
        return new Score(value, plain ? Commands.ascii(Numbers.text(value)) : null);
    }

    /** Returns the score, with 0.0 for -0.0: Redis takes the two for equal. */
    public static double normal(double score) {
        return score + 0.0;
    }

    public double value() {
        return value;
    }

    /**
     * Returns the server's text, or {@code null} if it is not known: releases of Redis print fractions and large
     * numbers differently.
     */
    public byte @Nullable [] text() {
        return text;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Score that && Double.compare(value, that.value) == 0;
    }

    @Override
    public int hashCode() {
        return Double.hashCode(value);
    }
}
