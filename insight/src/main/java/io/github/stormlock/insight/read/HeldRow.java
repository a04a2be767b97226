package io.github.stormlock.insight.read;

/**
 * A lease that a worker has. Immutable.
 *
 * @param entry the entry, or the name of the lock
 * @param kind the letter of its tokens
 * @param age since when, in milliseconds before the document was written
 * @param lease its length in milliseconds
 * @param left the milliseconds that the worker believed to be left
 * @param caller the number of its caller
 * @param number the number of its token
 * @param step the step of its token
 * @param thread the name of its thread
 * @param threadId the number of that thread, 0 if unknown
 * @param renewals how often it was renewed
 */
public record HeldRow(
        String entry,
        char kind,
        long age,
        long lease,
        long left,
        int caller,
        String number,
        long step,
        String thread,
        long threadId,
        long renewals) {}
