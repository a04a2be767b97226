package io.github.stormlock.entry;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** A score, and the text in which the server answers it. Equal if the scores are; immutable. */
final class Score {

    private static final double SAME_EVERYWHERE = 1e15;

    private final double value;
    private final byte @Nullable [] text;

    private Score(double value, byte @Nullable [] text) {
        this.value = value;
        this.text = text;
    }

    static Score read(byte[] text) {
        return new Score(normal(Numbers.parse(new String(text, StandardCharsets.US_ASCII))), text);
    }

    static Score written(double score) {
        double value = normal(score);
        boolean plain = Math.abs(value) < SAME_EVERYWHERE && value == Math.rint(value);
        return new Score(value, plain ? Commands.ascii(Numbers.text(value)) : null);
    }

    /** The one zero for both: Redis takes them for equal. */
    static double normal(double score) {
        return score + 0.0;
    }

    double value() {
        return value;
    }

    /** {@code null} if it is not known: releases of Redis print fractions and large numbers differently. */
    byte @Nullable [] text() {
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
