package io.github.stormlock.entry;

import io.github.stormlock.entry.internal.Overlay;
import io.github.stormlock.entry.internal.Utf8;
import java.util.Objects;

/** The reads and changes that the views of a set and of a sorted set share. */
abstract sealed class MembersEntry<W> extends StateView<Whole<Overlay<W>>> permits SetEntry, SortedSetEntry {
    private final String noun;

    MembersEntry(Whole<Overlay<W>> state, String noun) {
        super(state);
        this.noun = noun;
    }

    Overlay<W> see() {
        return state.see();
    }

    /** Returns all members, of which the one is refused that was neither read nor set. */
    Overlay<W> known(String member) {
        Overlay<W> members = see();
        members.requireRead(member);
        return members;
    }

    /** Returns the same to a method that changes the one. */
    Overlay<W> changing(String member) {
        Overlay<W> members = changing().see();
        members.requireRead(member);
        return members;
    }

    /**
     * {@return true if the entry exists, with the changes made so far} An empty one does not exist. Where a part is read,
     * an entry that existed counts as existing even if all that was read was removed, unless its members are counted
     * ({@link Part.Members#andSize}).
     */
    public boolean exists() {
        return see().seeExists();
    }

    /** {@return true if the entry does not {@link #exists exist}} */
    public boolean isEmpty() {
        return !exists();
    }

    /**
     * {@return true if the member is there}
     *
     * @param member the member; may be empty
     * @throws IllegalStateException if the member was neither read nor set
     */
    public boolean contains(String member) {
        return known(Objects.requireNonNull(member, "member must not be null")).get(member) != null;
    }

    /**
     * {@return the number of members}
     *
     * @throws IllegalStateException if a part is read whose members are not counted ({@link Part.Members#andSize}), or if
     *     a member was set that was not read
     */
    public int size() {
        return (int) see().total();
    }

    /**
     * Removes a member.
     *
     * @param member the member; may be empty
     * @return true if it was there
     * @throws IllegalStateException if the member was neither read nor set
     */
    public boolean remove(String member) {
        return changing(Utf8.check(member, "member")).remove(member, false);
    }

    /**
     * Removes all members.
     *
     * @throws IllegalStateException if a part is read
     */
    public void clear() {
        changing().see().requireWhole("clear", "read the whole " + noun + ", or remove the members");
        see().clear();
    }
}
