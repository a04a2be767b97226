package io.github.stormlock.benchmarks.contender.common;

import io.github.stormlock.entry.HashEntry;

/** The update of the library's contenders, as its users would write it. */
public enum Increments {
    /** Computes the new value from the one that it reads. */
    READING {
        @Override
        public void apply(HashEntry entry, Computation computation) {
            entry.set(Contender.FIELD, entry.getLong(Contender.FIELD) + computation.one());
        }
    },
    /** Adds without reading the old value. */
    ADDING {
        @Override
        public void apply(HashEntry entry, Computation computation) {
            entry.add(Contender.FIELD, computation.one());
        }
    };

    /** Adds 1 to the field of this entry. */
    public abstract void apply(HashEntry entry, Computation computation);
}
