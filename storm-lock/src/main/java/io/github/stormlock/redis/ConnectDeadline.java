package io.github.stormlock.redis;

/**
 * By when this thread's connection attempt must be over. The pool connects in the borrowing thread but has no parameter
 * for this, so it goes past the pool in a thread-local. Holds arrays only, so no class of ours stays behind in a thread.
 */
final class ConnectDeadline {
    private static final ThreadLocal<long[]> CURRENT = ThreadLocal.withInitial(() -> new long[2]);
    private static final int SET = 0;
    private static final int VALUE = 1;

    private ConnectDeadline() {}

    static void set(long deadline) {
        long[] current = CURRENT.get();
        current[SET] = 1;
        current[VALUE] = deadline;
    }

    static void clear() {
        CURRENT.get()[SET] = 0;
    }

    /** The borrower's deadline; for the pool's own thread, which has none, the most that a connection may take. */
    static long orAfter(int mostMillis) {
        long[] current = CURRENT.get();
        return current[SET] == 1 ? current[VALUE] : Deadline.after(mostMillis * 1_000_000L);
    }
}
