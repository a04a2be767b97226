package io.github.stormlock.lock;

import io.github.stormlock.lock.GuardedBatch.Result;

/**
 * An update that is handed to an {@link UpdateRunner}, and is told its result once. All methods but {@link #change}
 * are called by one thread at a time. For the bolts of this library; a program uses {@link GuardedEntry#updateAsync}.
 *
 * @param <V> the view of its entry
 */
public interface Submission<V> {

    /** {@return the guard of its entry} */
    GuardedEntry<V> entry();

    /** {@return the stable name of its event} */
    EventId event();

    /** {@return when it was made, as {@link System#nanoTime} told} Its wait counts from then. */
    long sinceNanos();

    /**
     * {@return true if it is still to be made} It is asked each time before it is begun. If it returns false, it has
     * settled itself: it is not written, and is told nothing more.
     */
    boolean isWanted();

    /**
     * Tells that it was begun and not made: nothing of it was written, and it will be begun again.
     *
     * @param waits true if others are at work on its entry
     */
    void setAside(boolean waits);

    /** {@return true if others were at work on its entry when it was begun before} Then its wait is counted already. */
    boolean hasWaited();

    /**
     * Changes the entry. This may run more than once, and on the thread of anybody who updates the entry at the same
     * time.
     *
     * @param view the entry, as far as it was read
     */
    void change(V view);

    /**
     * Tells its result, once it has one. Throws nothing but a {@link VirtualMachineError}.
     *
     * @param result the outcome, or the exception
     */
    void settle(Result<V> result);

    /**
     * Tells that nobody can make it: the runner has ended, or has no thread that waits for the entry. Nothing of it
     * was written.
     */
    void drop();
}
