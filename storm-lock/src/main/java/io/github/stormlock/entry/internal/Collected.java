package io.github.stormlock.entry.internal;

/**
 * The elements of a collection as they were read and as they are now.
 *
 * @param <S> the type itself
 */
public interface Collected<S> {
    /** Returns a copy that shares the elements as they were read. */
    S copy(boolean asReadOnly);

    /** Returns an unchanged collection that begins with what stands now. */
    S reopened();

    /** Returns true if the entry exists. */
    boolean exists();

    /** Returns true if updates may share it: all of the entry was read, or nobody changes it. */
    boolean isShared();

    /**
     * Makes the changes that were made on a collection which this {@link #reopened}, and notes what was seen of it.
     *
     * @param seen true if what was read is compared
     */
    void putBack(S reopened, boolean seen);

    /** Returns true if {@link #reopened} shows what a read would find now. A part that was read may not be enough. */
    boolean isKnown();
}
