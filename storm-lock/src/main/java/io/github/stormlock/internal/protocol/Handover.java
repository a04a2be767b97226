package io.github.stormlock.internal.protocol;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The fate of a lock that its holder did not need any more. */
public enum Handover {
    /** It is free, and nobody waits. */
    FREE(0),
    /** It was given to a waiter. */
    GIVEN(1),
    /** It is left free for a while, for clients that poll. */
    LEFT_FREE(2),
    /** It is free, and somebody waits who could not be told. */
    UNTOLD(3),
    /** Others hold it beside the one that has left. */
    SHARED(5),
    /** The next waiter of the same JVM has it, as a lease. */
    PASSED_WITHIN(6);

    private final int code;

    Handover(int code) {
        this.code = code;
    }

    /** Returns what a script answered; {@code null} for -1: the lock stands still. */
    static @Nullable Handover of(long code) {
        if (code == -1) {
            return null;
        }
        for (Handover handover : values()) {
            if (handover.code == code) {
                return handover;
            }
        }
        throw new IllegalArgumentException("a script answered the handover " + code);
    }

    /**
     * Reads the answer to a release or a withdrawal.
     *
     * @return {@code null} if the token did not stand, or another holds the lock
     */
    public static @Nullable Handover ofRelease(@Nullable Object answer) {
        return answer instanceof List<?> parts && parts.size() > 1 && Bytes.number(parts.get(0)) == 1
                ? of(Bytes.number(parts.get(1)))
                : null;
    }
}
