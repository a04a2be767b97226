package io.github.stormlock.internal.lines;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The updates of one entry, each in its place until it is settled or dropped. {@link Lines} guards it by its monitor.
 *
 * @param <U> an update
 */
final class Line<U> {
    final String entry;

    @Nullable
    Link<U> first;

    private @Nullable Link<U> last;

    /** The taker that has the line; nobody else takes from it meanwhile. */
    @Nullable
    Hand<U> hand;

    /** The lock of the entry is held outside of this JVM, and a thread waits for it. */
    boolean busy;

    /** The time before which nobody takes the line; without meaning unless it {@link #rests}. */
    long restsUntilNanos;

    boolean rests;

    /** It rests since its lock is held outside, and no thread is left that could wait for that. */
    boolean isUnattended;

    /** The last look along this line. */
    @Nullable
    Scan<U> scan;

    private int size;
    private int joint;
    private final Map<Lane<U>, int[]> lanes = new LinkedHashMap<>(2);

    /** The place of an update in one of its lines. */
    static final class Link<U> {
        final Place<U> place;
        final Line<U> line;
        private @Nullable Link<U> before;

        @Nullable
        Link<U> next;

        Link(Place<U> place, Line<U> line) {
            this.place = place;
            this.line = line;
        }
    }

    Line(String entry) {
        this.entry = entry;
    }

    /** A hash code of its identity would be made for each line, which lives for a moment. */
    @Override
    public int hashCode() {
        return entry.hashCode();
    }

    /** Returns true if updates may be taken from the line. */
    boolean isFree() {
        return isOpen() && !rests;
    }

    /** Returns true if a caller may have the line. It asks a server that rests, too: it is to be told what is wrong. */
    boolean isOpen() {
        return hand == null && !busy;
    }

    boolean isEmpty() {
        return first == null;
    }

    int size() {
        return size;
    }

    /** Returns since when its first update waits. */
    long sinceNanos() {
        return first == null ? Long.MAX_VALUE : first.place.sinceNanos;
    }

    boolean hasJoint() {
        return joint > 0;
    }

    /** Returns the bolts whose updates stand here. */
    Set<Lane<U>> lanes() {
        return lanes.keySet();
    }

    void add(Link<U> link) {
        Link<U> end = last;
        if (end == null) {
            first = link;
        } else {
            end.next = link;
            link.before = end;
        }
        last = link;
        count(link.place, 1);
    }

    void remove(Link<U> link) {
        Link<U> before = link.before;
        Link<U> next = link.next;
        if (before == null) {
            first = next;
        } else {
            before.next = next;
        }
        if (next == null) {
            last = before;
        } else {
            next.before = before;
        }
        // A link that is over must not lead to later ones. The collector looks at old objects seldom: an old link
        // would keep all that follow, and these would grow old by that, too.
        link.before = null;
        link.next = null;
        count(link.place, -1);
    }

    /** Adds the updates that nobody has in hand, of those that are asked for. */
    void addQueued(Predicate<Place<U>> which, Set<Place<U>> found) {
        for (Link<U> link = first; link != null; link = link.next) {
            if (link.place.isQueued() && which.test(link.place)) {
                found.add(link.place);
            }
        }
    }

    /** Returns the lines of all updates of several entries that stand here, this one too. */
    Set<Line<U>> linesOfJoint() {
        Set<Line<U>> found = new LinkedHashSet<>();
        for (Link<U> link = first; link != null; link = link.next) {
            if (link.place.isJoint()) {
                link.place.links.forEach(other -> found.add(other.line));
            }
        }
        return found;
    }

    private void count(Place<U> place, int change) {
        size += change;
        joint += place.isJoint() ? change : 0;
        int[] count = lanes.computeIfAbsent(place.lane(), lane -> new int[1]);
        count[0] += change;
        if (count[0] == 0) {
            lanes.remove(place.lane());
        }
    }
}
