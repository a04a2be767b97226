package io.github.stormlock.internal.draft;

import com.google.errorprone.annotations.CheckReturnValue;
import io.github.stormlock.entry.EntryKind;
import io.github.stormlock.entry.Part;
import io.github.stormlock.internal.draft.GuardSettings.GroupKey;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One entry as the updates of a group want it that name different fields or members: all names of them are read. The part
 * of all is made once, since a group takes hundreds of updates, one by one. Used by one thread.
 */
public final class JoinedParts<V> {
    /** Each name is compared, so a change of any of them by others has all of the group computed again. */
    private static final int MOST = 256;

    private final EntryTarget<V> first;
    /** The names of all; {@code null} while the first update names them all, as it mostly does. */
    private @Nullable Set<String> names;

    /** Begins with what the first update wants. */
    public JoinedParts(EntryTarget<V> first) {
        this.first = first;
    }

    /**
     * Adds what an update of the entry wants.
     *
     * @return false if it cannot be written with the others; then nothing has changed
     */
    @CheckReturnValue
    public boolean add(EntryTarget<?> other) {
        GroupKey own = first.guard().groupKey();
        GroupKey others = other.guard().groupKey();
        if (own.equals(others)) {
            return true;
        } else if (!own.isLike(others)) {
            return false;
        }
        Set<String> known = names == null ? new HashSet<>(names(first)) : names;
        Set<String> more = new HashSet<>(names(other));
        if (known.isEmpty() || more.isEmpty() || (names == null && !isMadeByItsPart())) {
            return false;
        }
        more.removeAll(known);
        if (more.isEmpty()) {
            return true;
        } else if (known.size() + more.size() > MOST) {
            return false;
        }
        known.addAll(more);
        names = known;
        return true;
    }

    /** Returns false for a kind of a user's own that tells its part, and makes none of another part. */
    private boolean isMadeByItsPart() {
        EntryKind<V> kind = first.guard().kind();
        try {
            return kind.only(kind.part()).equals(kind);
        } catch (IllegalArgumentException refused) {
            return false;
        }
    }

    /** Returns the entry as it is read for all of them. */
    public EntryTarget<V> target() {
        if (names == null) {
            return first;
        }
        EntryKind<V> kind = first.guard().kind();
        Part part = kind.part() instanceof Part.Members members
                ? new Part.Members(names, members.sized())
                : Part.fields(names);
        return new EntryTarget<>(first.keys(), first.guard().ofKind(kind.only(part)));
    }

    private static Set<String> names(EntryTarget<?> target) {
        Part part = target.guard().kind().part();
        if (part instanceof Part.Fields fields) {
            return fields.names();
        }
        return part instanceof Part.Members members ? members.names() : Set.of();
    }
}
