package io.github.stormlock.entry;

import java.util.Objects;
import java.util.Set;

/**
 * The kinds of entries that come with the library: one for each of the five Redis types, and one for a Java value in a
 * Redis string. Kinds are immutable, serializable and thread-safe. The methods return the same kind every time, except
 * for {@link #value}.
 */
public final class Entries {

    private static final EntryKind<HashEntry> HASH = new HashKind(Set.of());
    private static final EntryKind<StringEntry> STRING = new ScalarKind.OfText();
    private static final EntryKind<ListEntry> LIST = new ListKind(null);
    private static final EntryKind<SetEntry> SET = new SetKind(null);
    private static final EntryKind<SortedSetEntry> SORTED_SET = new SortedSetKind(Part.whole());

    private Entries() {}

    /** {@return the kind of Redis hashes, read whole unless {@linkplain EntryKind#only fields} are named} */
    public static EntryKind<HashEntry> hash() {
        return HASH;
    }

    /** {@return the kind of Redis strings that hold text or a number} */
    public static EntryKind<StringEntry> string() {
        return STRING;
    }

    /** {@return the kind of Redis lists, read whole unless {@linkplain EntryKind#only a part} is named} */
    public static EntryKind<ListEntry> list() {
        return LIST;
    }

    /** {@return the kind of Redis sets, read whole unless {@linkplain EntryKind#only members} are named} */
    public static EntryKind<SetEntry> set() {
        return SET;
    }

    /** {@return the kind of Redis sorted sets, read whole unless {@linkplain EntryKind#only a part} is named} */
    public static EntryKind<SortedSetEntry> sortedSet() {
        return SORTED_SET;
    }

    /**
     * {@return the kind of Java values in Redis strings} Kinds with equal codecs are equal.
     *
     * @param <T> the type of the values
     * @param codec the conversion between a value and its bytes
     */
    public static <T> EntryKind<ValueEntry<T>> value(Codec<T> codec) {
        return new ScalarKind.OfValue<>(Objects.requireNonNull(codec, "codec must not be null"));
    }
}
