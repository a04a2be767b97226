package io.github.stormlock.entry;

import io.github.stormlock.entry.internal.Overlay;
import io.github.stormlock.entry.internal.Utf8;
import io.github.stormlock.entry.internal.Whole;
import java.util.Objects;
import java.util.Set;

/**
 * A Redis set as one update sees and changes it. Members are UTF-8 text. Bytes that are not UTF-8 are shown as chars
 * from U+DC80 to U+DCFF and keep their bytes. Only members that are really added or removed are written.
 *
 * <p>Every method sees the whole set, also one that only changes it. So an update without the lock is written only if
 * the set stands as it was. An update of a large set names the members that it needs ({@link Part#members}): then these
 * are the whole, and the view refuses all others with an {@link IllegalStateException}.
 *
 * <p>Not thread-safe. An emitted entry is for reading only, by any thread, and refuses a change with an
 * {@link UnsupportedOperationException}. No method takes {@code null}.
 */
public final class SetEntry {

    private final Whole<Overlay<Boolean>> state;

    SetEntry(Whole<Overlay<Boolean>> state) {
        this.state = state;
    }

    Whole<Overlay<Boolean>> state() {
        return state;
    }

    private Overlay<Boolean> see() {
        return state.see();
    }

    /**
     * {@return true if the entry exists, with the changes made so far} An empty set does not exist. Where members are
     * named, an entry that existed counts as existing even if all of these were removed, unless its members are counted
     * ({@link Part.Members#andSize}).
     */
    public boolean exists() {
        return see().seeExists();
    }

    /**
     * {@return true if the member is in the set}
     *
     * @param member the member; may be empty
     * @throws IllegalStateException if the member is none of those that the update named
     */
    public boolean contains(String member) {
        return known(Objects.requireNonNull(member, "member must not be null")).get(member) != null;
    }

    /**
     * {@return the members as an unmodifiable copy, in no particular order} Later changes are not seen in it. Where
     * members are named, it has no others.
     */
    public Set<String> asSet() {
        return see().toMap().keySet();
    }

    /**
     * {@return the number of members}
     *
     * @throws IllegalStateException if members are named, and not counted ({@link Part.Members#andSize})
     */
    public int size() {
        return (int) see().total();
    }

    /** {@return true if the entry does not {@link #exists exist}} */
    public boolean isEmpty() {
        return !exists();
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
        Overlay<Boolean> members = known(Utf8.check(member, "member"));
        boolean fresh = members.get(member) == null;
        members.put(member, true);
        return fresh;
    }

    /**
     * Removes a member.
     *
     * @param member the member; may be empty
     * @return true if it was there
     * @throws IllegalStateException if the member is none of those that the update named
     */
    public boolean remove(String member) {
        return known(Utf8.check(member, "member")).remove(member, false);
    }

    /**
     * Removes all members.
     *
     * @throws IllegalStateException if members are named
     */
    public void clear() {
        see().requireWhole("clear", "read the whole set, or remove the members");
        see().clear();
    }

    private Overlay<Boolean> known(String member) {
        Overlay<Boolean> members = see();
        members.requireRead(member);
        return members;
    }

    /** {@return the members in words} It looks at the entry, as {@code asSet()} does. */
    @Override
    public String toString() {
        return String.valueOf(asSet());
    }
}
