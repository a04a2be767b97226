package io.github.stormlock.lock.explored.search;

/** Says that an invariant does not hold. The message begins with the name of the invariant. */
public final class BrokenInvariant extends RuntimeException {
    public BrokenInvariant(String message) {
        super(message, null, false, false);
    }

    public static void unless(boolean holds, String message) {
        if (!holds) {
            throw new BrokenInvariant(message);
        }
    }
}
