package io.github.stormlock.lock;

import io.github.stormlock.lock.GuardedBatch.Result;

/**
 * An update that is handed to an {@link UpdateRunner}, and told once what came of it. All but {@link #change} are called by
 * one thread at a time. For the bolts of this library; a program uses {@link GuardedEntry#updateAsync}.
 *
 * @param <V> the view of its entry
 */
public interface Submission<V> {

    /** The guard of its entry. */
    GuardedEntry<V> entry();

    /** The stable name of its event. */
    EventId event();

    /** When it was made, as {@link System#nanoTime} told: its wait counts from then. */
    long sinceNanos();

    /**
     * Asked each time before it is begun. One that is not wanted any more is not written, and told nothing: it has seen to
     * itself.
     */
    boolean isWanted();

    /**
     * It was begun and not made: nothing of it was written, and it will be begun again.
     *
     * @param waits whether others have its entry in hand
     */
    void setAside(boolean waits);

    /** Whether others had its entry in hand before: then it is counted as one that waits. */
    boolean hasWaited();

    /** Changes the entry; may run more than once, and on the thread of anybody who updates the entry at the same time. */
    void change(V view);

    /** Its outcome, once it has one. Throws nothing but a {@link VirtualMachineError}. */
    void settle(Result<V> result);

    /** Nobody can make it: the runner has ended, or has no thread that waits for the entry. Nothing of it was written. */
    void drop();
}
