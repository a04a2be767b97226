package io.github.stormlock.entry;

import org.jspecify.annotations.Nullable;

/**
 * A change of a whole number that the update did not see: the server applies it to what stands.
 *
 * @param field of a hash, or {@code null} for the value of a string; not copied
 * @param operand of at most 15 digits, so that each sum is exact
 */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody
public record BlindChange(byte @Nullable [] field, Kind kind, long operand) {

    /** What becomes of the number. An absent one counts as 0 when added to, and takes a bound as its value. */
    public enum Kind {
        /** The operand is added. */
        ADD,
        /** The operand is a lower bound. */
        MAX,
        /** The operand is an upper bound. */
        MIN
    }
}
