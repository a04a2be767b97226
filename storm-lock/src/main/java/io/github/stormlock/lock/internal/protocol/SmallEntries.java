package io.github.stormlock.lock.internal.protocol;

/**
 * Remembers of some entries that they were small when last read, so that they may be read without being counted first. A
 * table of fixed size, written without locks: whatever is forgotten, or taken for another, costs a count at the server or
 * is found too large after the read. Thread-safe.
 */
public final class SmallEntries {
    /** Elements, or bytes of a string. */
    static final int SMALL_ELEMENTS = 1_000;

    static final int SMALL_BYTES = 65_536;
    private static final int SLOTS = 1 << 14;

    private final int[] table = new int[SLOTS];

    public boolean contains(String entry) {
        int hash = mix(entry.hashCode());
        return table[hash & (SLOTS - 1)] == (hash | 1);
    }

    public void seen(String entry, boolean small) {
        int hash = mix(entry.hashCode());
        int slot = hash & (SLOTS - 1);
        if (small) {
            table[slot] = hash | 1;
        } else if (table[slot] == (hash | 1)) {
            table[slot] = 0;
        }
    }

    private static int mix(int hash) {
        int mixed = hash * 0x9E3779B9;
        return mixed ^ (mixed >>> 15);
    }
}
