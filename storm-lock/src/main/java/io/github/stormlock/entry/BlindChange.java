package io.github.stormlock.entry;

import org.jspecify.annotations.Nullable;

/**
 * A change to a whole number that the update did not look at: the server applies it to what stands. It fits what is
 * absent, and a whole number as Redis writes one, of at most {@value #MOST_CHARACTERS} characters; anything else is a
 * miss. So every result is exact in a double, and nothing overflows. Immutable, if nobody changes the array.
 *
 * @param field the field of a hash; {@code null} for a string's own value
 * @param operand from -999,999,999,999,999 to 999,999,999,999,999
 */
@SuppressWarnings("ArrayRecordComponent") // Two changes are never compared.
public record BlindChange(byte @Nullable [] field, Kind kind, long operand) {

    static final int MOST_CHARACTERS = 15;

    private static final long MOST = 999_999_999_999_999L;

    /** The operation with the operand; where nothing stands, ADD counts from 0, and MAX and MIN take the operand. */
    public enum Kind {
        ADD,
        MAX,
        MIN
    }

    /** @throws IllegalArgumentException if the operand has more than 15 digits */
    public BlindChange(byte @Nullable [] field, Kind kind, long operand) {
        if (!isSmall(operand)) {
            throw new IllegalArgumentException("The operand of a blind change must have at most 15 digits: " + operand);
        }
        this.field = field;
        this.kind = kind;
        this.operand = operand;
    }

    static boolean isSmall(long operand) {
        return -MOST <= operand && operand <= MOST;
    }

    /** Whether a blind change can be applied to this value. */
    static boolean fits(@Nullable Text value) {
        return value == null || isSmallNumber(value.toString());
    }

    private static boolean isSmallNumber(String text) {
        int first = text.startsWith("-") ? 1 : 0;
        if (text.length() == first || text.length() > MOST_CHARACTERS) {
            return false;
        }
        for (int i = first; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return text.charAt(first) != '0' || text.equals("0");
    }

    /** Both changes in one, this one first; {@code null} if no one change does the same. */
    @Nullable
    BlindChange then(Kind next, long by) {
        if (kind != next || !isSmall(by)) {
            return null;
        }
        long folded =
                switch (kind) {
                    case ADD -> operand + by;
                    case MAX -> Math.max(operand, by);
                    case MIN -> Math.min(operand, by);
                };
        return isSmall(folded) ? new BlindChange(field, kind, folded) : null;
    }

    /** Returns the value after the change, of a value that {@link #fits}. */
    Text applyTo(@Nullable Text value) {
        long old = value == null ? 0 : Long.parseLong(value.toString());
        long result =
                switch (kind) {
                    case ADD -> old + operand;
                    case MAX -> value == null ? operand : Math.max(old, operand);
                    case MIN -> value == null ? operand : Math.min(old, operand);
                };
        return Text.written(Long.toString(result));
    }
}
