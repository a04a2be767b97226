package io.github.stormlock.entry;

import io.github.stormlock.entry.internal.Collected;
import io.github.stormlock.entry.internal.Commands;
import io.github.stormlock.entry.internal.ListChanges;
import io.github.stormlock.entry.internal.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A list as it was read and as it is now, and the stretch of what was read that still stands untouched in it. Only the
 * elements before and behind that stretch are written. Not thread-safe.
 *
 * <p>If only an end of the list is read, one element more than wanted is read, the border. It stands between the
 * elements of the part and those that nobody knows. No method shows or removes it, so it belongs to the stretch that
 * stands, and the commands for this end hold for the list as a whole. What is added at the other end is kept apart.
 */
final class ListState implements Collected<ListState> {

    /** The number of elements is not known. */
    static final long NOT_COUNTED = -1;

    private final List<Text> read;
    private final List<Text> now;
    private final Known known;
    private final List<Text> beyond;
    private final boolean readOnly;

    // Invariant: read[from, to) stands at now[at, at + to - from).
    private int from;
    private int to;
    private int at;
    private boolean totalSeen;

    /**
     * What is known of a list.
     *
     * @param end the part that was read; {@code null} for the whole list
     * @param bordered true if there are elements beyond the part, so that a border was read
     * @param total the number of all elements, or {@link #NOT_COUNTED}
     */
    record Known(Part.@Nullable End end, boolean bordered, long total) {
        boolean borderFirst() {
            return bordered && end != null && end.last();
        }

        boolean borderLast() {
            return bordered && end != null && !end.last();
        }
    }

    private ListState(List<Text> read, List<Text> now, List<Text> beyond, Known known, boolean readOnly) {
        this.read = read;
        this.now = now;
        this.beyond = beyond;
        this.known = known;
        this.readOnly = readOnly;
        this.to = read.size();
    }

    /** Returns the state of a list that was read whole. Nobody may change the elements any more. */
    static ListState opened(List<Text> read) {
        return opened(read, null, NOT_COUNTED);
    }

    /**
     * Returns the state of a list as read. Nobody may change the elements any more.
     *
     * @param end the part that was read, with one element more if there was one; {@code null} for the whole list
     * @param total the number of all elements, or {@link #NOT_COUNTED}
     */
    static ListState opened(List<Text> read, Part.@Nullable End end, long total) {
        boolean bordered = end != null && read.size() > end.count();
        return new ListState(read, new ArrayList<>(read), new ArrayList<>(0), new Known(end, bordered, total), false);
    }

    @Override
    public ListState copy(boolean asReadOnly) {
        ListState copy = new ListState(read, new ArrayList<>(now), new ArrayList<>(beyond), known, asReadOnly);
        copy.from = from;
        copy.to = to;
        copy.at = at;
        copy.totalSeen = totalSeen;
        return copy;
    }

    /** Returns a fresh state that begins with what stands now. */
    @Override
    public ListState reopened() {
        Part.End end = known.end();
        if (end == null) {
            return opened(List.copyOf(now));
        }
        int most = Math.min(now.size(), end.count() + 1);
        List<Text> cut = end.last() ? now.subList(now.size() - most, now.size()) : now.subList(0, most);
        return opened(List.copyOf(cut), end, known.total() == NOT_COUNTED ? NOT_COUNTED : counted());
    }

    /** A part with a border is known as long as it has as many elements as were asked for. */
    @Override
    public boolean isKnown() {
        Part.End end = known.end();
        return end == null || !known.bordered() || now.size() > end.count();
    }

    @Override
    public boolean isShared() {
        return known.end() == null || readOnly;
    }

    @Override
    public void putBack(ListState cut, boolean seen) {
        totalSeen |= cut.totalSeen;
        boolean last = known.end() != null && known.end().last();
        // The elements that the cut does not have stand behind its first or before its last ones. There is one only if
        // the cut has a border, which its stretch ends or begins with. So they make that stretch longer.
        int rest = now.size() - cut.read.size();
        stretch(cut.from, cut.to + rest, cut.at);
        int first = last ? rest : 0;
        now.subList(first, first + cut.read.size()).clear();
        now.addAll(first, cut.now);
        cut.beyond.forEach(last ? this::addFirst : this::addLast);
    }

    /** Leaves of the stretch what stands in {@code now[first, end)}, which goes to {@code place}. */
    private void stretch(int first, int end, int place) {
        int start = clamp(at, first, end);
        int stop = clamp(at + to - from, first, end);
        from = Math.min(from + Math.max(0, start - at), to);
        to = from + stop - start;
        at = place + start - first;
    }

    /** Returns the elements as they were read, without the changes since. */
    List<Text> read() {
        return read;
    }

    @Override
    public boolean exists() {
        return !now.isEmpty();
    }

    /** Returns the number of elements that are shown: all, or those of the part. */
    int shown() {
        return now.size() - (known.bordered() ? 1 : 0);
    }

    /**
     * Returns the number of the list's elements, and notes that it was seen.
     *
     * @throws IllegalStateException if a part is read, and they were not counted
     */
    long total() {
        if (known.end() == null) {
            return now.size();
        } else if (known.total() == NOT_COUNTED) {
            throw new IllegalStateException(
                    "The elements were not counted: the update reads " + known.end() + ", without andSize()");
        }
        totalSeen = true;
        return counted();
    }

    private long counted() {
        return known.total() + now.size() + beyond.size() - read.size();
    }

    /** Returns the number of the list's elements that was read, if the update saw it; otherwise {@link #NOT_COUNTED}. */
    long seenTotal() {
        return totalSeen ? known.total() : NOT_COUNTED;
    }

    Text get(int index) {
        return now.get(shownAt(index));
    }

    /**
     * Returns the place of an element that is shown.
     *
     * @throws IndexOutOfBoundsException if there is none
     */
    private int shownAt(int index) {
        return Objects.checkIndex(index, shown()) + (known.borderFirst() ? 1 : 0);
    }

    /**
     * Refuses a look at an end of the list that is not known.
     *
     * @param last true for the last element
     * @throws IllegalStateException if a part is read that does not have this end, or not any more
     */
    void requireEnd(boolean last) {
        Part.End end = known.end();
        if (end == null) {
            return;
        } else if (end.last() != last) {
            throw new IllegalStateException(
                    "The " + (last ? "last" : "first") + " element was not read: the update reads " + end
                            + "; name it by Part." + (last ? "last" : "first"));
        } else if (shown() == 0 && known.bordered()) {
            throw new IllegalStateException("The update has removed all elements that " + end
                    + " reads, and there are more: read more of them");
        }
    }

    /**
     * Refuses what needs the whole list.
     *
     * @param method the method that needs it
     * @throws IllegalStateException if a part is read
     */
    void requireWhole(String method) {
        if (known.end() != null) {
            throw new IllegalStateException(
                    method + " is not possible where " + known.end() + " is read: read the whole list");
        }
    }

    void addFirst(Text element) {
        refuseIfReadOnly();
        if (known.borderFirst()) {
            beyond.add(element);
        } else {
            now.add(0, element);
            at++;
        }
    }

    void addLast(Text element) {
        refuseIfReadOnly();
        if (known.borderLast()) {
            beyond.add(element);
        } else {
            now.add(element);
        }
    }

    void set(int index, Text element) {
        refuseIfReadOnly();
        int place = shownAt(index);
        int cut = from + place - at;
        if (cut >= from && cut < to) {
            // Either the elements up to here or those from here are written again: those that do not have the border,
            // or the smaller part.
            if (known.borderLast() || (!known.borderFirst() && cut - from < to - cut)) {
                from = cut + 1;
                at = place + 1;
            } else {
                to = cut;
            }
        }
        now.set(place, element);
    }

    void removeFirst() {
        keep(1, now.size());
    }

    void removeLast() {
        keep(0, now.size() - 1);
    }

    /** Keeps the elements from {@code first} (inclusive) to {@code end} (exclusive) of a list that was read whole. */
    void trim(int first, int end) {
        refuseIfReadOnly();
        if (first < 0 || first > end || end > now.size()) {
            throw new IndexOutOfBoundsException("trim(" + first + ", " + end + ") keeps the elements from " + first
                    + " to before " + end + ", and the list has " + now.size());
        }
        keep(first, end);
    }

    private void keep(int first, int end) {
        refuseIfReadOnly();
        now.subList(end, now.size()).clear();
        now.subList(0, first).clear();
        stretch(first, end, 0);
    }

    /** Returns the commands that write the changes; none if the list is as it was read. */
    List<EntryCommand> changes() {
        List<EntryCommand> commands = new ArrayList<>();
        if (!now.equals(read)) {
            commands.addAll(now.isEmpty() ? List.of(Commands.DELETE) : ListChanges.of(read, now, from, to, at));
        }
        if (!beyond.isEmpty()) {
            commands.addAll(ListChanges.added(beyond, /* first= */ known.borderFirst()));
        }
        return commands;
    }

    private static int clamp(int value, int least, int most) {
        return Math.max(least, Math.min(value, most));
    }

    void refuseIfReadOnly() {
        if (readOnly) {
            throw Commands.readOnly();
        }
    }
}
