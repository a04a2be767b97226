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

    /** Returns true if {@link #reopened} shows what a read would find now. A part that was read may not be enough. */
    boolean isKnown();
}
