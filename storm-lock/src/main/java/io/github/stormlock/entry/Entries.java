package io.github.stormlock.entry;

/** The kinds of entries: one for each Redis type. */
public final class Entries {

    private static final EntryKind<HashEntry> HASH = new HashKind();

    private Entries() {}

    /** A Redis hash; the one kind of which named fields can be read. */
    public static EntryKind<HashEntry> hash() {
        return HASH;
    }
}
