package io.github.stormlock.lock.internal.protocol;

/**
 * The caller that asks for a lock, and the purpose, as tokens tell them. Immutable.
 *
 * @param caller a number of {@link Callers}
 * @param kind one letter for the purpose
 */
public record Claimant(int caller, char kind) {
    static final char UPDATE = 'u';

    /** Returns the claimant for an update of the entry that the lock guards. */
    public static Claimant ofUpdate(int caller) {
        return new Claimant(caller, UPDATE);
    }

    /** Returns the claimant for a mutex that the program itself holds. */
    public static Claimant ofMutex(int caller) {
        return new Claimant(caller, 'm');
    }
}
