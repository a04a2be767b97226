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

    private boolean sized;

    /** Begins with what the first update wants. */
    public JoinedParts(EntryTarget<V> first) {
        this.first = first;
        this.sized = first.guard().kind().part().sized();
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
        Part part = other.guard().kind().part();
        Set<String> known =
                names == null ? new HashSet<>(first.guard().kind().part().names()) : names;
        Set<String> more = new HashSet<>(part.names());
        if (known.isEmpty() || more.isEmpty()) {
            return false;
        }
        more.removeAll(known);
        if (more.isEmpty() && (sized || !part.sized())) {
            return true;
        } else if (known.size() + more.size() > MOST) {
            return false;
        }
        known.addAll(more);
        names = known;
        sized |= part.sized();
        return true;
    }

    /** Returns the entry as it is read for all of them. */
    public EntryTarget<V> target() {
        if (names == null) {
            return first;
        }
        EntryKind<V> kind = first.guard().kind();
        Part part = kind.part() instanceof Part.Members ? new Part.Members(names, sized) : Part.fields(names);
        return new EntryTarget<>(first.keys(), first.guard().ofKind(kind.only(part)));
    }
}
