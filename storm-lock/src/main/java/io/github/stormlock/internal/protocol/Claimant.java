package io.github.stormlock.internal.protocol;

/**
 * The caller that asks for a lock, and the purpose, as tokens tell them. Immutable.
 *
 * @param caller a number of {@link Callers}
 * @param kind one letter for the purpose
 * @param wanted numbers that scripts read off the token, each after a dot; mostly none
 */
public record Claimant(int caller, char kind, String wanted) {
    static final char UPDATE = 'u';

    /** Returns the claimant for an update of the entry that the lock guards. */
    public static Claimant ofUpdate(int caller) {
        return new Claimant(caller, UPDATE, "");
    }

    /** Returns true if an update of an entry asks, and no program for a lock. */
    public boolean isUpdate() {
        return kind == UPDATE;
    }

    /** Returns the claimant for a mutex that the program itself holds. */
    public static Claimant ofMutex(int caller) {
        return new Claimant(caller, 'm', "");
    }

    /** Returns the claimant for a read lock. */
    public static Claimant ofReader(int caller) {
        return new Claimant(caller, 'r', "");
    }

    /** Returns the claimant for some permits of a number of them. */
    public static Claimant ofPermits(int caller, int want, int size) {
        return new Claimant(caller, 'p', "." + want + '.' + size);
    }

    /** Returns the claimant that waits for a latch. */
    public static Claimant ofLatch(int caller, int count, long keptMillis) {
        return new Claimant(caller, 'l', "." + count + '.' + keptMillis);
    }
}
