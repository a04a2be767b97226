package io.github.stormlock.insight.doctor;

/**
 * The finding of one check. Immutable.
 *
 * @param level how bad it is
 * @param name what was looked at, in a word or two
 * @param text what was found, and what to do, fit to be shown
 * @param check the name of the check, which stays the same
 */
public record Finding(Level level, String name, String text, String check) {
    /** How bad it is. */
    public enum Level {
        /** All is well. */
        OK,
        /** It could not be found out, mostly because a right is missing. */
        UNKNOWN,
        /** Something should be looked at: it costs time, or will cost more. */
        WARN,
        /** Something does not work, or may lose updates. */
        FAIL;

        /** {@return true if somebody should do something} */
        public boolean isWrong() {
            return this == WARN || this == FAIL;
        }
    }
}
