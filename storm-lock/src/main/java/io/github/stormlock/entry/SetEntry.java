package io.github.stormlock.entry;

import io.github.stormlock.entry.internal.Utf8;
import java.util.Set;

/**
 * A Redis set as one update sees and changes it. Members are UTF-8 text. Bytes that are not UTF-8 are shown as chars
 * from U+DC80 to U+DCFF and keep their bytes. Only members that are really added or removed are written.
 *
 * <p>An update without the lock is written only if what it saw still stands. {@link #add}, {@link #remove} and
 * {@link #contains} see the member that they name. {@link #asSet}, {@link #size} and {@link #clear} see all members. An
 * update of a large set names the members that it needs ({@link Part#members}): then the view refuses all others with an
 * {@link IllegalStateException}.
 *
 * <p>Not thread-safe. An emitted entry is for reading only, by any thread, and refuses a change with an
 * {@link UnsupportedOperationException}. No method takes {@code null}.
 */
public final class SetEntry extends MembersEntry<Boolean> {

    SetEntry(NamedState<Boolean> state) {
        super(state);
    }

    /**
     * {@return the members as an unmodifiable copy, in no particular order} Later changes are not seen in it. Where
     * members are named, it has no others.
     */
    public Set<String> asSet() {
        return state.toMap().keySet();
    }

    /**
     * Adds a member.
     *
     * @param member the member; may be empty
     * @return true if it was new
     * @throws IllegalArgumentException if it has half of a surrogate pair, which has no bytes in UTF-8
     * @throws IllegalStateException if the member is none of those that the update named
     */
    public boolean add(String member) {
        boolean fresh = changing().get(Utf8.check(member, "member")) == null;
        state.put(member, true);
        return fresh;
    }

    /** {@return the members in words} It looks at the entry, as {@code asSet()} does. */
    @Override
    public String toString() {
        return String.valueOf(asSet());
    }
}
