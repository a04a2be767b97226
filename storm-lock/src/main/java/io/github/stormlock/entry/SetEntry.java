package io.github.stormlock.entry;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
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
 * the set stands as it was.
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

    @CanIgnoreReturnValue
    private Overlay<Boolean> see() {
        return state.see();
    }

    /** {@return true if the entry exists, with the changes made so far} An empty set does not exist. */
    public boolean exists() {
        return see().size() > 0;
    }

    /**
     * {@return true if the member is in the set}
     *
     * @param member the member; may be empty
     */
    public boolean contains(String member) {
        return see().get(Objects.requireNonNull(member, "member must not be null")) != null;
    }

    /** {@return the members as an unmodifiable copy, in no particular order} Later changes are not seen in it. */
    public Set<String> asSet() {
        return see().toMap().keySet();
    }

    /** {@return the number of members} */
    public int size() {
        return see().size();
    }

    /** {@return true if there are no members} */
    public boolean isEmpty() {
        return see().size() == 0;
    }

    /**
     * Adds a member.
     *
     * @param member the member; may be empty
     * @return true if it was new
     * @throws IllegalArgumentException if it has half of a surrogate pair, which has no bytes in UTF-8
     */
    @CanIgnoreReturnValue
    public boolean add(String member) {
        int before = see().size();
        see().put(Utf8.check(member, "member"), true);
        return see().size() > before;
    }

    /**
     * Removes a member.
     *
     * @param member the member; may be empty
     * @return true if it was there
     */
    @CanIgnoreReturnValue
    public boolean remove(String member) {
        return see().remove(Utf8.check(member, "member"), false);
    }

    /** Removes all members. */
    public void clear() {
        see().clear();
    }
}
