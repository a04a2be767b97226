package io.github.stormlock.lock.internal.draft;

import io.github.stormlock.entry.EntryKind;
import io.github.stormlock.entry.Part;
import io.github.stormlock.lock.internal.draft.GuardSettings.GroupKey;
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
    private final Set<String> names;
    private @Nullable EntryTarget<V> all;

    /** Begins with what the first update wants. */
    public JoinedParts(EntryTarget<V> first) {
        this.first = first;
        this.names = new HashSet<>(names(first));
        this.all = first;
    }

    /** Returns true if an update of the entry can be written with the others. */
    public boolean fits(EntryTarget<?> other) {
        GroupKey own = first.guard().groupKey();
        GroupKey others = other.guard().groupKey();
        if (own.equals(others)) {
            return true;
        }
        int count = names.size();
        for (String name : names(other)) {
            count += names.contains(name) ? 0 : 1;
        }
        boolean few = count <= MOST || count == names.size();
        return few && own.isLike(others) && !names.isEmpty() && !names(other).isEmpty() && isMadeByItsPart();
    }

    /** Returns false for a kind of a user's own that tells its part, and makes none of another part. */
    private boolean isMadeByItsPart() {
        EntryKind<V> kind = first.guard().kind();
        if (names.size() > names(first).size()) {
            return true;
        }
        try {
            return kind.only(kind.part()).equals(kind);
        } catch (IllegalArgumentException refused) {
            return false;
        }
    }

    /** Adds what an update wants that {@link #fits}. */
    public void add(EntryTarget<?> other) {
        if (names.addAll(names(other))) {
            all = null;
        }
    }

    /** Returns the entry as it is read for all of them. */
    public EntryTarget<V> target() {
        EntryTarget<V> made = all;
        if (made == null) {
            EntryKind<V> kind = first.guard().kind();
            Part part = kind.part() instanceof Part.Members members
                    ? new Part.Members(names, members.sized())
                    : Part.fields(names);
            made = new EntryTarget<>(first.keys(), first.guard().ofKind(kind.only(part)));
            all = made;
        }
        return made;
    }

    private static Set<String> names(EntryTarget<?> target) {
        Part part = target.guard().kind().part();
        if (part instanceof Part.Fields fields) {
            return fields.names();
        }
        return part instanceof Part.Members members ? members.names() : Set.of();
    }
}
