package io.github.stormlock.entry;

import java.util.Objects;

/** The kinds of entries: one for each of the five Redis types, and a Java value in a Redis string. */
public final class Entries {

    private static final EntryKind<HashEntry> HASH = new HashKind();
    private static final EntryKind<StringEntry> STRING = new StringKind();
    private static final EntryKind<ListEntry> LIST = new ListKind();
    private static final EntryKind<SetEntry> SET = new SetKind();
    private static final EntryKind<SortedSetEntry> SORTED_SET = new SortedSetKind();

    private Entries() {}

    /** A Redis hash; the one kind of which named fields can be read. */
    public static EntryKind<HashEntry> hash() {
        return HASH;
    }

    /** A Redis string, as text or a number. */
    public static EntryKind<StringEntry> string() {
        return STRING;
    }

    /** A Redis list, read whole. */
    public static EntryKind<ListEntry> list() {
        return LIST;
    }

    /** A Redis set, read whole. */
    public static EntryKind<SetEntry> set() {
        return SET;
    }

    /** A Redis sorted set, read whole. */
    public static EntryKind<SortedSetEntry> sortedSet() {
        return SORTED_SET;
    }

    /** A Java value in a Redis string. Kinds with equal codecs are equal. */
    public static <T> EntryKind<ValueEntry<T>> value(Codec<T> codec) {
        return new ValueKind<>(Objects.requireNonNull(codec, "codec must not be null"));
    }
}
