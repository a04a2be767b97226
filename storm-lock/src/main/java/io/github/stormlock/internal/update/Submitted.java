package io.github.stormlock.internal.update;

/**
 * Whoever is told of an update that he submitted, and for which no thread waits. One thread at a time calls it.
 */
public interface Submitted {

    /**
     * Returns true if it is still to be made. It is asked each time before it is begun. If it returns false, it has settled
     * itself: it is not written, and is told nothing more.
     */
    boolean isWanted();

    /** Tells that it was begun and not made: nothing of it was written, and it will be begun again. */
    void setAside();

    /** Tells that its outcome, or its failure, is there. Throws nothing but a {@link VirtualMachineError}. */
    void settled();

    /** Tells that nobody can make it: its owner or the factory has ended. Nothing of it was written. */
    void drop();
}
