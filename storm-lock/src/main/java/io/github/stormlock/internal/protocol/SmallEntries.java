package io.github.stormlock.internal.protocol;

/**
 * Remembers which entries were small when last read, so that they may be read without being counted first. The table
 * is of fixed size and written without locks. An entry that is forgotten costs a count at the server. One that is
 * mistaken for another may be found too large after the read. Thread-safe.
 */
public final class SmallEntries {
    /** The most elements of a small entry. */
    static final int SMALL_ELEMENTS = 1_000;

    /** The most bytes of a small string. */
    static final int SMALL_BYTES = 65_536;

    private static final int SLOTS = 1 << 14;

    private final int[] table = new int[SLOTS];

    /** Returns true if the entry was small when last read. */
    public boolean contains(String entry) {
        int hash = mix(entry.hashCode());
        return table[hash & (SLOTS - 1)] == (hash | 1);
    }

    /** Notes whether the entry was small when read. */
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
