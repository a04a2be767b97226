package io.github.stormlock.entry;

import io.github.stormlock.entry.internal.Numbers;
import io.github.stormlock.entry.internal.Text;
import io.github.stormlock.entry.internal.Utf8;
import org.jspecify.annotations.Nullable;

/**
 * A change to a whole number that the update did not see: the server applies it to the value that stands. It can be
 * applied to an absent value, and to a whole number as Redis writes one, of at most {@value #MOST_CHARACTERS}
 * characters with its sign. Any other value makes the attempt a miss. Within these bounds every result is exact in a
 * double, in which the server's scripts compute, and nothing overflows. Immutable.
 *
 * @param field the field of a hash; {@code null} for the value of a string
 * @param kind the operation
 * @param operand a number from -999,999,999,999,999 to 999,999,999,999,999
 * @hidden
 */
public record BlindChange(@Nullable String field, Kind kind, long operand) {

    static final int MOST_CHARACTERS = 15;

    private static final long MOST = 999_999_999_999_999L;

    /**
     * The operation that joins the value that stands with the operand.
     *
     * @hidden
     */
    public enum Kind {
        /** Adds the operand; an absent value counts as 0. */
        ADD,
        /** Keeps the larger of value and operand; an absent value becomes the operand. */
        MAX,
        /** Keeps the smaller of value and operand; an absent value becomes the operand. */
        MIN;

        /**
         * Returns what becomes of a value that stands.
         *
         * @param field the field of a hash, for the message; {@code null} for the value of a string
         * @throws ArithmeticException if the sum is beyond the range of a long
         */
        long join(long value, long operand, @Nullable String field) {
            return switch (this) {
                case ADD -> Numbers.add(value, operand, field);
                case MAX -> Math.max(value, operand);
                case MIN -> Math.min(value, operand);
            };
        }
    }

    /**
     * Creates a blind change.
     *
     * @param field the field of a hash; {@code null} for a string
     * @param kind the kind of change
     * @param operand the number to add or to compare with, of at most 15 digits
     * @throws IllegalArgumentException if the operand has more than 15 digits
     */
    public BlindChange(@Nullable String field, Kind kind, long operand) {
        if (!isSmall(operand)) {
            throw new IllegalArgumentException("The operand of a blind change must have at most 15 digits: " + operand);
        }
        this.field = field;
        this.kind = kind;
        this.operand = operand;
    }

    /** {@return the field of a hash as bytes; {@code null} for the value of a string} */
    public byte @Nullable [] fieldBytes() {
        return field == null ? null : Utf8.encode(field);
    }

    /** Returns true if the operand has at most 15 digits. */
    static boolean isSmall(long operand) {
        return -MOST <= operand && operand <= MOST;
    }

    /** Returns true if a blind change can be applied to this value; {@code null} is an absent one. */
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

    /**
     * Returns a change and the one behind it as a single change, or {@code null} if none is possible.
     *
     * @param before the change before; {@code null} if there is none
     * @param field the field of a hash; {@code null} for the value of a string
     */
    static @Nullable BlindChange after(@Nullable BlindChange before, @Nullable String field, Kind kind, long operand) {
        if (before != null) {
            return before.then(kind, operand);
        }
        return isSmall(operand) ? new BlindChange(field, kind, operand) : null;
    }

    /**
     * Returns this change and the one behind it as a single change, or {@code null} if no single change does the same.
     *
     * @param by the operand of the change behind this one
     */
    @Nullable
    BlindChange then(Kind next, long by) {
        if (kind != next || !isSmall(by)) {
            return null;
        }
        long folded = kind.join(operand, by, null);
        return isSmall(folded) ? new BlindChange(field, kind, folded) : null;
    }

    /**
     * Returns the result of the change.
     *
     * @param value the value before, which {@link #fits}; {@code null} if absent
     */
    Text applyTo(@Nullable Text value) {
        long result = value == null ? operand : kind.join(Long.parseLong(value.toString()), operand, null);
        return Text.written(Long.toString(result));
    }
}
