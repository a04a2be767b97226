package io.github.stormlock.entry;

import io.github.stormlock.entry.internal.Collected;
import io.github.stormlock.entry.internal.Commands;
import io.github.stormlock.entry.internal.ListChanges;
import io.github.stormlock.entry.internal.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A list as it was read and as it is now, and the stretch of what was read that still stands untouched in it. Only the
 * elements before and behind that stretch are written. Not thread-safe.
 */
final class ListState implements Collected<ListState> {

    private final List<Text> read;
    private final List<Text> now;
    private final boolean readOnly;

    // Invariant: read[from, to) stands at now[at, at + to - from).
    private int from;
    private int to;
    private int at;

    private ListState(List<Text> read, List<Text> now, boolean readOnly) {
        this.read = read;
        this.now = now;
        this.readOnly = readOnly;
        this.to = read.size();
    }

    /** Returns the state of a list as read. Nobody may change the elements any more. */
    static ListState opened(List<Text> read) {
        return new ListState(read, new ArrayList<>(read), false);
    }

    @Override
    public ListState copy(boolean asReadOnly) {
        ListState copy = new ListState(read, new ArrayList<>(now), asReadOnly);
        copy.from = from;
        copy.to = to;
        copy.at = at;
        return copy;
    }

    /** Returns a fresh state that begins with what stands now. */
    @Override
    public ListState reopened() {
        return opened(List.copyOf(now));
    }

    /** Returns the elements as they were read, without the changes since. */
    List<Text> read() {
        return read;
    }

    @Override
    public int size() {
        return now.size();
    }

    Text get(int index) {
        return now.get(Objects.checkIndex(index, now.size()));
    }

    void addFirst(Text element) {
        refuseIfReadOnly();
        now.add(0, element);
        at++;
    }

    void addLast(Text element) {
        refuseIfReadOnly();
        now.add(element);
    }

    void set(int index, Text element) {
        refuseIfReadOnly();
        Objects.checkIndex(index, now.size());
        int cut = from + index - at;
        if (cut >= from && cut < to) {
            // Either the elements up to here or those from here are written again. The smaller part is chosen.
            if (cut - from < to - cut) {
                from = cut + 1;
                at = index + 1;
            } else {
                to = cut;
            }
        }
        now.set(index, element);
    }

    /** Keeps the elements from {@code first} (inclusive) to {@code end} (exclusive). */
    void trim(int first, int end) {
        refuseIfReadOnly();
        Objects.checkFromToIndex(first, end, now.size());
        now.subList(end, now.size()).clear();
        now.subList(0, first).clear();
        int start = clamp(at, first, end);
        int stop = clamp(at + to - from, first, end);
        from = Math.min(from + Math.max(0, start - at), to);
        to = from + stop - start;
        at = start - first;
    }

    /** Returns the commands that write the changes; none if the list is as it was read. */
    List<EntryCommand> changes() {
        if (now.equals(read)) {
            return List.of();
        }
        return now.isEmpty() ? List.of(Commands.DELETE) : ListChanges.of(read, now, from, to, at);
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
