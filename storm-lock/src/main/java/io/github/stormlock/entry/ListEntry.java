package io.github.stormlock.entry;

import io.github.stormlock.entry.internal.Text;
import io.github.stormlock.entry.internal.Utf8;
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
 * <p>An update of a long list names the end that it needs: {@link Part#first} or {@link Part#last}. Then that end is the
 * whole: the view shows and removes its elements, and refuses to look at the other end with an
 * {@link IllegalStateException}. Elements can be added at both ends. The element next to those that were asked for is
 * compared, too.
 *
 * <p>Not thread-safe. An emitted entry is for reading only, by any thread, and refuses a change with an
 * {@link UnsupportedOperationException}. No method takes {@code null}. Indexes count from 0, the first element, or the
 * first one of the end that is read.
 */
public final class ListEntry extends StateView<ListState> {
    ListEntry(ListState state) {
        super(state);
    }

    private ListState see() {
        return state.see();
    }

    /** {@return true if the entry exists, with the changes made so far} An empty list does not exist. */
    public boolean exists() {
        return see().exists();
    }

    /**
     * {@return the number of elements}
     *
     * @throws IllegalStateException if an end of the list is read, and its elements are not counted
     *     ({@link Part.End#andSize})
     */
    public int size() {
        return (int) see().total();
    }

    /** {@return true if there are no elements} */
    public boolean isEmpty() {
        return !exists();
    }

    /**
     * {@return an element}
     *
     * @param index the index: 0 to {@link #size} - 1, or the place in the end that is read
     * @throws IndexOutOfBoundsException if there is no such element, or it was not read
     */
    public String get(int index) {
        return see().get(index).toString();
    }

    /**
     * {@return the first element, or {@code null} if there is none}
     *
     * @throws IllegalStateException if an end of the list is read that does not have it, or not any more
     */
    public @Nullable String peekFirst() {
        see().requireEnd(/* last= */ false);
        return see().shown() == 0 ? null : get(0);
    }

    /**
     * {@return the last element, or {@code null} if there is none}
     *
     * @throws IllegalStateException if an end of the list is read that does not have it, or not any more
     */
    public @Nullable String peekLast() {
        see().requireEnd(/* last= */ true);
        return see().shown() == 0 ? null : get(see().shown() - 1);
    }

    /**
     * {@return the elements, or those of the end that is read, as an unmodifiable copy, in which later changes are not
     * seen}
     */
    public List<String> asList() {
        int shown = see().shown();
        List<String> texts = new ArrayList<>(shown);
        for (int i = 0; i < shown; i++) {
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
        changing().see().addFirst(text(element));
    }

    /**
     * Adds an element behind all others.
     *
     * @param element the element; may be empty
     * @throws IllegalArgumentException if it has half of a surrogate pair, which has no bytes in UTF-8
     */
    public void addLast(String element) {
        changing().see().addLast(text(element));
    }

    /**
     * Removes the first element and returns it, or returns {@code null} if there is none.
     *
     * @return the element, or {@code null} if there was none
     * @throws IllegalStateException if an end of the list is read that does not have it, or not any more
     */
    public @Nullable String pollFirst() {
        state.requireChangeable();
        String first = peekFirst();
        if (first != null) {
            see().removeFirst();
        }
        return first;
    }

    /**
     * Removes the last element and returns it, or returns {@code null} if there is none.
     *
     * @return the element, or {@code null} if there was none
     * @throws IllegalStateException if an end of the list is read that does not have it, or not any more
     */
    public @Nullable String pollLast() {
        state.requireChangeable();
        String last = peekLast();
        if (last != null) {
            see().removeLast();
        }
        return last;
    }

    /**
     * Replaces an element.
     *
     * @param index the index: 0 to {@link #size} - 1, or the place in the end that is read
     * @param element the new element; may be empty
     * @throws IndexOutOfBoundsException if there is no such element, or it was not read
     * @throws IllegalArgumentException if the new element has half of a surrogate pair
     */
    public void set(int index, String element) {
        changing().see().set(index, text(element));
    }

    /**
     * Keeps the elements from {@code from} (inclusive) to {@code to} (exclusive) and removes the others.
     *
     * @param from the index of the first element that stays: 0 to {@code to}
     * @param to the index behind the last element that stays: at most {@link #size}
     * @throws IndexOutOfBoundsException if this is no part of the list
     * @throws IllegalStateException if an end of the list is read
     */
    public void trim(int from, int to) {
        changing().see().requireWhole("trim");
        changing().see().trim(from, to);
    }

    /**
     * Removes all elements.
     *
     * @throws IllegalStateException if an end of the list is read
     */
    public void clear() {
        changing().see().requireWhole("clear");
        changing().see().trim(0, 0);
    }

    private static Text text(String element) {
        return Text.written(Utf8.check(element, "element"));
    }

    /** {@return the elements in words} It looks at the entry, as {@code asList()} does. */
    @Override
    public String toString() {
        return String.valueOf(asList());
    }
}
