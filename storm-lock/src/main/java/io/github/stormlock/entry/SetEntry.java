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

    SetEntry(Overlay<Boolean> state) {
        this.state = state;
    }

    Overlay<Boolean> state() {
        return state;
    }

    /** Whether the entry exists, with the changes made so far: an empty set does not. */
    public boolean exists() {
        return state.size() > 0;
    }

    public boolean contains(String member) {
        return state.get(Objects.requireNonNull(member, "member must not be null")) != null;
    }

    /** A copy of the members, in no particular order: later changes are not seen in it. */
    public Set<String> asSet() {
        return state.toMap().keySet();
    }

    public int size() {
        return state.size();
    }

    public boolean isEmpty() {
        return state.size() == 0;
    }

    /**
     * Adds a member.
     *
     * @return whether it was new
     */
    @CanIgnoreReturnValue
    public boolean add(String member) {
        int before = state.size();
        state.put(Utf8.check(member, "member"), true);
        return state.size() > before;
    }

    /**
     * Removes a member.
     *
     * @return whether it was there
     */
    @CanIgnoreReturnValue
    public boolean remove(String member) {
        return state.remove(Utf8.check(member, "member"), false);
    }

    /** Removes all members. */
    public void clear() {
        state.clear();
    }
}
