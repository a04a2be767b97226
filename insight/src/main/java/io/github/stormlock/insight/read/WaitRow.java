package io.github.stormlock.insight.read;

/**
 * A thread that waits for a lock. Immutable.
 *
 * @param entry the entry, or the name of the lock
 * @param kind the letter of its tokens
 * @param inside how many wait behind it in the same worker, without a place in Redis
 * @param age since when, in milliseconds before the document was written
 * @param caller the number of its caller
 * @param number the number of its token; empty if it waits for its turn in its worker
 * @param thread the name of the thread
 * @param threadId the number of the thread, 0 if unknown
 */
public record WaitRow(
        String entry, char kind, long inside, long age, int caller, String number, String thread, long threadId) {
    /** {@return true if it may have a place in Redis: one that waits for its turn in its worker has no token} */
    public boolean hasPlace() {
        return !number.isEmpty();
    }
}
