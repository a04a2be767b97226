package io.github.stormlock.entry;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.github.stormlock.entry.internal.Text;
import io.github.stormlock.entry.internal.Utf8;
import io.github.stormlock.entry.internal.Whole;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A Redis list as one update sees and changes it. Elements are UTF-8 text. Bytes that are not UTF-8 are shown as chars
 * from U+DC80 to U+DCFF and keep their bytes.
 *
 * <p>An element that is added or removed at either end is written as that and no more. If an element in the middle is
 * set, the elements from there to the nearer end are written again.
 *
 * <p>Every method sees the whole list, also one that only changes it. So an update without the lock is written only if
 * the list stands as it was.
 *
 * <p>Not thread-safe. An emitted entry is for reading only, by any thread, and refuses a change with an
 * {@link UnsupportedOperationException}. No method takes {@code null}. Indexes count from 0, the first element.
 */
public final class ListEntry {

    private final Whole<ListState> state;

    ListEntry(Whole<ListState> state) {
        this.state = state;
    }

    Whole<ListState> state() {
        return state;
    }

    @CanIgnoreReturnValue
    private ListState see() {
        return state.see();
    }

    /** {@return true if the entry exists, with the changes made so far} An empty list does not exist. */
    public boolean exists() {
        return see().size() > 0;
    }

    /** {@return the number of elements} */
    public int size() {
        return see().size();
    }

    /** {@return true if there are no elements} */
    public boolean isEmpty() {
        return see().size() == 0;
    }

    /**
     * {@return an element}
     *
     * @param index the index: 0 to {@link #size} - 1
     * @throws IndexOutOfBoundsException if there is no such element
     */
    public String get(int index) {
        return see().get(index).toString();
    }

    /** {@return the first element, or {@code null} if there is none} */
    public @Nullable String peekFirst() {
        return isEmpty() ? null : get(0);
    }

    /** {@return the last element, or {@code null} if there is none} */
    public @Nullable String peekLast() {
        return isEmpty() ? null : get(size() - 1);
    }

    /** {@return the elements as an unmodifiable copy, in which later changes are not seen} */
    public List<String> asList() {
        List<String> texts = new ArrayList<>(size());
        for (int i = 0; i < size(); i++) {
            texts.add(get(i));
        }
        return Collections.unmodifiableList(texts);
    }

    /**
     * Adds an element before all others.
     *
     * @param element the element; may be empty
     * @throws IllegalArgumentException if it has half of a surrogate pair, which has no bytes in UTF-8
     */
    public void addFirst(String element) {
        see().addFirst(text(element));
    }

    /**
     * Adds an element behind all others.
     *
     * @param element the element; may be empty
     * @throws IllegalArgumentException if it has half of a surrogate pair, which has no bytes in UTF-8
     */
    public void addLast(String element) {
        see().addLast(text(element));
    }

    /**
     * Removes the first element and returns it, or returns {@code null} if there is none.
     *
     * @return the element, or {@code null} if there was none
     */
    @CanIgnoreReturnValue
    public @Nullable String pollFirst() {
        see().refuseIfReadOnly();
        String first = peekFirst();
        if (first != null) {
            see().trim(1, size());
        }
        return first;
    }

    /**
     * Removes the last element and returns it, or returns {@code null} if there is none.
     *
     * @return the element, or {@code null} if there was none
     */
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
     * Replaces an element.
     *
     * @param index the index: 0 to {@link #size} - 1
     * @param element the new element; may be empty
     * @throws IndexOutOfBoundsException if there is no such element
     * @throws IllegalArgumentException if the new element has half of a surrogate pair
     */
    public void set(int index, String element) {
        see().set(index, text(element));
    }

    /**
     * Keeps the elements from {@code from} (inclusive) to {@code to} (exclusive) and removes the others.
     *
     * @param from the index of the first element that stays: 0 to {@code to}
     * @param to the index behind the last element that stays: at most {@link #size}
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
