package io.github.stormlock.entry.internal;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A score, and a text of it. The server compares scores as numbers, because releases of Redis print them differently.
 * Scores are equal if their values are. Immutable.
 */
public final class Score {

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
        return new Score(normal(score), null);
    }

    /** Returns the score, with 0.0 for -0.0: Redis takes the two for equal. */
    public static double normal(double score) {
        return score + 0.0;
    }

    public double value() {
        return value;
    }

    /** Returns a text that reads as exactly this score: the server's own, if it told one. */
    public byte[] text() {
        return text != null ? text : Commands.ascii(Numbers.text(value));
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
