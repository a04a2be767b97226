package io.github.stormlock.entry;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A Redis list, as one update sees and changes it. Elements are UTF-8 text; bytes of others that are not UTF-8 are
 * shown as chars from U+DC80 to U+DCFF and keep their bytes.
 *
 * <p>What is added or removed at either end is written as that and no more. To set an element in the middle writes
 * the elements from there to the nearer end again.
 *
 * <p>Not thread-safe. An emitted entry is for reading only, by any thread; a change is refused with an
 * {@link UnsupportedOperationException}. No method takes {@code null}. Indexes count from 0, the first element.
 */
public final class ListEntry {

    private final ListState state;
    private boolean seen;

    ListEntry(ListState state, boolean seen) {
        this.state = state;
        this.seen = seen;
    }

    ListState state() {
        return state;
    }

    /** Whether an attempt compares all of it. Under the lock it stands, as if it were compared. */
    boolean isSeen() {
        return seen;
    }

    /** Every method goes by this: the first one makes all of the list seen, also if it only changes something. */
    @CanIgnoreReturnValue
    ListState see() {
        seen = true;
        return state;
    }

    /** Whether the entry exists, with the changes made so far: an empty list does not. */
    public boolean exists() {
        return see().size() > 0;
    }

    public int size() {
        return see().size();
    }

    public boolean isEmpty() {
        return see().size() == 0;
    }

    /**
     * One element.
     *
     * @throws IndexOutOfBoundsException if there is no such element
     */
    public String get(int index) {
        return see().get(index).toString();
    }

    /** The first element; {@code null} if there is none. */
    public @Nullable String peekFirst() {
        return isEmpty() ? null : get(0);
    }

    /** The last element; {@code null} if there is none. */
    public @Nullable String peekLast() {
        return isEmpty() ? null : get(size() - 1);
    }

    /** A copy of the elements: later changes are not seen in it. */
    public List<String> asList() {
        List<String> texts = new ArrayList<>(size());
        for (int i = 0; i < size(); i++) {
            texts.add(get(i));
        }
        return Collections.unmodifiableList(texts);
    }

    public void addFirst(String element) {
        see().addFirst(text(element));
    }

    public void addLast(String element) {
        see().addLast(text(element));
    }

    /** Removes the first element and returns it; {@code null} if there is none. */
    @CanIgnoreReturnValue
    public @Nullable String pollFirst() {
        see().refuseIfReadOnly();
        String first = peekFirst();
        if (first != null) {
            see().trim(1, size());
        }
        return first;
    }

    /** Removes the last element and returns it; {@code null} if there is none. */
    @CanIgnoreReturnValue
    public @Nullable String pollLast() {
        see().refuseIfReadOnly();
        String last = peekLast();
        if (last != null) {
            see().trim(0, size() - 1);
        }
        return last;
    }

    /**
     * Puts another element in the place of one.
     *
     * @throws IndexOutOfBoundsException if there is no such element
     */
    public void set(int index, String element) {
        see().set(index, text(element));
    }

    /**
     * Keeps the elements from {@code from} (inclusive) to {@code to} (exclusive) and removes the others.
     *
     * @throws IndexOutOfBoundsException if this is no part of the list
     */
    public void trim(int from, int to) {
        see().trim(from, to);
    }

    /** Removes all elements. */
    public void clear() {
        see().trim(0, 0);
    }

    private static Text text(String element) {
        return Text.written(Utf8.check(element, "element"));
    }
}
