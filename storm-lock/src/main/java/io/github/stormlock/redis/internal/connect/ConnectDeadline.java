package io.github.stormlock.redis.internal.connect;

/**
 * The deadline of this thread's connection attempt. The pool connects in the borrowing thread but has no parameter for
 * it, so it goes past the pool in a thread-local. That holds arrays only, so that no class of this library stays behind
 * in a thread.
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

    /**
     * Returns the borrower's deadline. The pool's own thread has none, and gets the longest time that a connection may
     * take.
     */
    static long orAfter(int mostMillis) {
        long[] current = CURRENT.get();
        return current[SET] == 1 ? current[VALUE] : Deadline.after(mostMillis * 1_000_000L);
    }
}
