package io.github.stormlock.benchmarks.contender;

import io.github.stormlock.entry.HashEntry;

/** The update of the library's contenders, as its users would write it. */
public enum Increments {
    /** Computes the new value from the one that it reads. */
    READING,
    /** Adds without reading the old value. */
    ADDING;

    /** Adds 1 to the field of this entry. */
    public void apply(HashEntry entry, Computation computation) {
        if (this == ADDING) {
            entry.add(Contender.FIELD, computation.one());
        } else {
            entry.set(Contender.FIELD, entry.getLong(Contender.FIELD) + computation.one());
        }
    }
}
