package io.github.stormlock.entry;

import io.github.stormlock.entry.internal.Utf8;

/** The reads and changes that the views of a set and of a sorted set share. */
abstract sealed class MembersEntry<X> extends StateView<NamedState<X>> permits SetEntry, SortedSetEntry {
    MembersEntry(NamedState<X> state) {
        super(state);
    }

    /**
     * {@return true if the entry exists, with the changes made so far} An empty one does not exist. Where a part is read,
     * an entry that existed counts as existing even if all that was read was removed, unless its members are counted
     * ({@link Part.Members#andSize}).
     */
    public boolean exists() {
        return state.seeExists();
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
        return state.get(member) != null;
    }

    /**
     * {@return the number of members}
     *
     * @throws IllegalStateException if a part is read whose members are not counted ({@link Part.Members#andSize}), or if
     *     a member was set that was not read
     */
    public int size() {
        return (int) state.total();
    }

    /**
     * Removes a member.
     *
     * @param member the member; may be empty
     * @return true if it was there
     * @throws IllegalStateException if the member was neither read nor set
     * @throws IllegalArgumentException if the member has half of a surrogate pair
     */
    public boolean remove(String member) {
        return changing().get(Utf8.check(member, "member")) != null && state.remove(member);
    }

    /**
     * Removes all members.
     *
     * @throws IllegalStateException if a part is read
     */
    public void clear() {
        changing().clear();
    }
}
