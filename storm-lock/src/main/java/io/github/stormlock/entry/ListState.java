package io.github.stormlock.entry;

import io.github.stormlock.entry.internal.Commands;
import io.github.stormlock.entry.internal.ListChanges;
import io.github.stormlock.entry.internal.Text;
import io.github.stormlock.entry.internal.Weights;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A list as it was read and as it is now. An attempt compares all that was read, once its update has seen any of it. Not
 * thread-safe, except where it is for reading only.
 *
 * <p>If only an end of the list is read, one element more than wanted is read, the border. It stands between the
 * elements of the part and those that nobody knows. No method shows or removes it, so it belongs to the stretch that
 * stands, and the commands for this end hold for the list as a whole. What is added at the other end is kept apart.
 */
final class ListState extends EntryState {
    private final ListKind kind;
    private final List<Text> read;
    private final List<Text> now;
    private final List<Text> beyond = new ArrayList<>(0);
    private final boolean bordered;
    private final long total;

    // Invariant: of read[i], what still stands untouched stands at now[i + shift].
    private int shift;
    private boolean seen;
    private boolean totalSeen;

    /**
     * Begins with a list as read. Nobody may change the elements any more.
     *
     * @param read the elements; of an end of the list, one more than its part has, if there is one
     * @param total the number of all elements, or {@link Commands#NOT_COUNTED}
     * @param seen true if all of it counts as seen, as under the lock
     */
    ListState(ListKind kind, List<Text> read, long total, boolean seen) {
        this.kind = kind;
        this.read = read;
        this.now = new ArrayList<>(read);
        this.bordered = kind.end() != null && read.size() > kind.end().count();
        this.total = total;
        this.seen = seen;
    }

    private boolean isBorderFirst() {
        return bordered && isLast();
    }

    private boolean isBorderLast() {
        return bordered && !isLast();
    }

    /** Returns true if the last elements are read, and not the first ones, or all. */
    private boolean isLast() {
        return kind.end() != null && kind.end().last();
    }

    /** Returns this, and notes all of it as seen. */
    ListState see() {
        seen = true;
        return this;
    }

    @Override
    public EntryState settled() {
        seeToShow(true);
        ListState copy = new ListState(kind, read, total, /* seen= */ true);
        copy.now.clear();
        copy.now.addAll(now);
        copy.beyond.addAll(beyond);
        return copy.readOnly();
    }

    /** @param shown true if somebody wants to see the list as it stands */
    private void seeToShow(boolean shown) {
        seen |= shown;
        totalSeen |= shown && isCounted();
    }

    @Override
    public EntryState reopened() {
        return next(seen);
    }

    private ListState next(boolean isSeen) {
        Part.End end = kind.end();
        int most = end == null ? now.size() : Math.min(now.size(), end.count() + 1);
        List<Text> cut = isLast() ? now.subList(now.size() - most, now.size()) : now.subList(0, most);
        return new ListState(kind, List.copyOf(cut), isCounted() ? counted() : total, isSeen);
    }

    @Override
    public @Nullable EntryState remembered() {
        return seen && isKnown() ? next(/* isSeen= */ false) : null;
    }

    /** A part with a border is known as long as it has as many elements as were asked for. */
    @Override
    public boolean isKnown() {
        Part.End end = kind.end();
        return end == null || !bordered || now.size() > end.count();
    }

    @Override
    public EntryState cut(EntryKind<?> wanted) {
        return kind.end() == null || isReadOnly() ? this : next(/* isSeen= */ false);
    }

    @Override
    public void putBack(EntryState changed) {
        ListState cut = (ListState) changed;
        seen |= cut.seen;
        totalSeen |= cut.totalSeen;
        // The elements that the cut does not have stand behind its first or before its last ones. There is one only if
        // the cut has a border, before which nothing is added.
        int rest = now.size() - cut.read.size();
        int first = isLast() ? rest : 0;
        now.subList(first, first + cut.read.size()).clear();
        now.addAll(first, cut.now);
        shift += cut.shift;
        cut.beyond.forEach(isLast() ? this::addFirst : this::addLast);
    }

    @Override
    public int weight() {
        return Weights.ofElements(read);
    }

    @Override
    public boolean exists() {
        return !now.isEmpty();
    }

    /** Returns the number of elements that are shown: all, or those of the part. */
    int shown() {
        return now.size() - (bordered ? 1 : 0);
    }

    /**
     * Returns the number of the list's elements, and notes that it was seen.
     *
     * @throws IllegalStateException if a part is read, and they were not counted
     */
    long total() {
        if (kind.end() == null) {
            return now.size();
        } else if (!isCounted()) {
            throw new IllegalStateException(
                    "The elements were not counted: the update reads " + kind.end() + ", without andSize()");
        }
        totalSeen = true;
        return counted();
    }

    private boolean isCounted() {
        return total != Commands.NOT_COUNTED;
    }

    private long counted() {
        return total + now.size() + beyond.size() - read.size();
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
        return Objects.checkIndex(index, shown()) + (isBorderFirst() ? 1 : 0);
    }

    /**
     * Refuses a look at an end of the list that is not known.
     *
     * @param last true for the last element
     * @throws IllegalStateException if a part is read that does not have this end, or not any more
     */
    void requireEnd(boolean last) {
        Part.End end = kind.end();
        if (end == null) {
            return;
        } else if (end.last() != last) {
            throw new IllegalStateException(
                    "The " + (last ? "last" : "first") + " element was not read: the update reads " + end
                            + "; name it by Part." + (last ? "last" : "first"));
        } else if (shown() == 0 && bordered) {
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
        if (kind.end() != null) {
            throw new IllegalStateException(
                    method + " is not possible where " + kind.end() + " is read: read the whole list");
        }
    }

    void addFirst(Text element) {
        if (isBorderFirst()) {
            beyond.add(element);
        } else {
            now.add(0, element);
            shift++;
        }
    }

    void addLast(Text element) {
        if (isBorderLast()) {
            beyond.add(element);
        } else {
            now.add(element);
        }
    }

    void set(int index, Text element) {
        now.set(shownAt(index), element);
    }

    void removeFirst() {
        now.remove(0);
        shift--;
    }

    void removeLast() {
        now.remove(now.size() - 1);
    }

    /** Keeps the elements from {@code first} (inclusive) to {@code end} (exclusive) of a list that was read whole. */
    void trim(int first, int end) {
        if (first < 0 || first > end || end > now.size()) {
            throw new IndexOutOfBoundsException("trim(" + first + ", " + end + ") keeps the elements from " + first
                    + " to before " + end + ", and the list has " + now.size());
        }
        now.subList(end, now.size()).clear();
        now.subList(0, first).clear();
        shift -= first;
    }

    @Override
    public List<EntryCommand> changes() {
        List<EntryCommand> commands = new ArrayList<>();
        if (now.isEmpty() && !read.isEmpty()) {
            commands.add(Commands.DELETE);
        } else if (!now.equals(read)) {
            int border = isBorderFirst() ? 0 : isBorderLast() ? read.size() - 1 : ListChanges.NO_BORDER;
            commands.addAll(ListChanges.of(read, now, shift, border));
        }
        if (!beyond.isEmpty()) {
            commands.addAll(ListChanges.added(beyond, /* first= */ isBorderFirst()));
        }
        return commands;
    }

    @Override
    public Attempted attempted(boolean shown) {
        seeToShow(shown);
        List<Expectation> expected = new ArrayList<>(2);
        if (seen) {
            List<byte @Nullable []> elements = new ArrayList<>(read.size());
            read.forEach(element -> elements.add(element.bytes()));
            expected.add(new Expectation(kind.read(), elements));
        }
        if (totalSeen) {
            expected.add(Commands.expectNumber(kind.sizeCommand(), total));
        }
        return new Attempted(expected, List.of(), changes());
    }
}
