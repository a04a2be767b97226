package io.github.stormlock.lock.explored;

/** Says that an invariant does not hold. The message begins with the name of the invariant. */
final class Violation extends RuntimeException {
    private static final long serialVersionUID = 1;

    Violation(String message) {
        super(message, null, false, false);
    }

    static void unless(boolean holds, String message) {
        if (!holds) {
            throw new Violation(message);
        }
    }
}
