package io.github.stormlock.entry;

import java.util.Objects;

/**
 * The kinds of entries that come with the library: one for each of the five Redis types, and one for a Java value in a
 * Redis string. Kinds are immutable, serializable and thread-safe. The methods return the same kind every time, except
 * for {@link #value}.
 */
public final class Entries {

    private static final EntryKind<HashEntry> HASH = new HashKind(Part.whole());
    private static final EntryKind<StringEntry> STRING = new ScalarKind.OfText();
    private static final EntryKind<ListEntry> LIST = new ListKind(null);
    private static final EntryKind<SetEntry> SET = new SetKind(Part.whole());
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
     * <p>The codec is serialized and read back here, unless it is equal to the one of its class that came last. One that
     * cannot be serialized is for guards in plain Java only, and a bolt refuses it. Such a codec either defines
     * {@code equals} and {@code hashCode}, or there is one instance of it: updates of an entry by unequal codecs are not
     * written together.
     *
     * @param <T> the type of the values
     * @param codec the conversion between a value and its bytes
     * @throws IllegalArgumentException if the codec is not equal to its copy after Java serialization, or has another
     *     hash code; the message names its class and the remedy
     * @throws NullPointerException if it is {@code null}
     */
    public static <T> EntryKind<ValueEntry<T>> value(Codec<T> codec) {
        return new ScalarKind.OfValue<>(Travel.checked(Objects.requireNonNull(codec, "codec must not be null")));
    }

    /**
     * {@return the same kind, of which it is certain that a bolt can carry it to its workers} Bolts call this. It
     * serializes its codec and reads it back, so call it where a topology is built and not for each update.
     *
     * @param <K> the type of the kind
     * @param kind the kind
     * @throws IllegalArgumentException if its codec cannot be serialized, or is then not equal to its copy; the message
     *     names its class and the remedy
     */
    public static <K extends EntryKind<?>> K travelling(K kind) {
        Travel.require(kind);
        return kind;
    }
}
