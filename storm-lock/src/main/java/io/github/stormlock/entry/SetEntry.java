package io.github.stormlock.entry;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.util.Objects;
import java.util.Set;

/**
 * A Redis set, as one update sees and changes it. Members are UTF-8 text; bytes of others that are not UTF-8 are shown
 * as chars from U+DC80 to U+DCFF and keep their bytes. Only members really added or removed are written.
 *
 * <p>Not thread-safe. An emitted entry is for reading only, by any thread; a change is refused with an
 * {@link UnsupportedOperationException}. No method takes {@code null}.
 */
public final class SetEntry {

    private final Overlay<Boolean> state;
    private boolean seen;

    SetEntry(Overlay<Boolean> state, boolean seen) {
        this.state = state;
        this.seen = seen;
    }

    Overlay<Boolean> state() {
        return state;
    }

    /** Whether an attempt compares all of it. Under the lock it stands, as if it were compared. */
    boolean isSeen() {
        return seen;
    }

    /** Every method goes by this: the first one makes all of the set seen, also if it only changes something. */
    @CanIgnoreReturnValue
    Overlay<Boolean> see() {
        seen = true;
        return state;
    }

    /** Whether the entry exists, with the changes made so far: an empty set does not. */
    public boolean exists() {
        return see().size() > 0;
    }

    public boolean contains(String member) {
        return see().get(Objects.requireNonNull(member, "member must not be null")) != null;
    }

    /** A copy of the members, in no particular order: later changes are not seen in it. */
    public Set<String> asSet() {
        return see().toMap().keySet();
    }

    public int size() {
        return see().size();
    }

    public boolean isEmpty() {
        return see().size() == 0;
    }

    /**
     * Adds a member.
     *
     * @return whether it was new
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
     * @return whether it was there
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
