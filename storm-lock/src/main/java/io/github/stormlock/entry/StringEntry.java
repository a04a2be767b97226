package io.github.stormlock.entry;

import io.github.stormlock.entry.internal.Text;
import io.github.stormlock.entry.internal.Utf8;
import org.jspecify.annotations.Nullable;

/**
 * A Redis string as one update sees and changes it. It is UTF-8 text. Bytes that are not UTF-8 are shown as chars from
 * U+DC80 to U+DCFF and keep their bytes. A change leaves the time to live as it is.
 *
 * <p>An update is written without the lock if what it saw still stands. A value that it did not see is not compared:
 * {@code set} and {@link #remove} write over any value. {@link #add(long)}, {@link #max} and {@link #min} do not see
 * the value either: Redis applies them to the value that stands. That holds for operands of at most 15 digits and
 * values of at most 15 characters, sign included. An update that also reads the value is compared, which is slower and
 * never wrong.
 *
 * <p>Not thread-safe. An emitted entry is for reading only, by any thread, and refuses a change with an
 * {@link UnsupportedOperationException}. No method takes {@code null}, except as a fallback.
 */
public final class StringEntry extends NumbersEntry {
    StringEntry(NamedState<Text> state) {
        super(state);
    }

    /** {@return true if the entry exists, with the changes made so far} An empty string exists. */
    public boolean exists() {
        return state.seeExists();
    }

    /** {@return the text, or {@code null} if the entry does not exist} */
    public @Nullable String get() {
        return text(ScalarKind.NAME);
    }

    /**
     * {@return the text, or {@code fallback} if the entry does not exist}
     *
     * @param fallback the text for an entry that does not exist
     */
    public String get(String fallback) {
        String value = get();
        return value == null ? fallback : value;
    }

    /**
     * {@return the text as a whole number, or 0 if the entry does not exist}
     *
     * @throws NumberFormatException if it is no whole number from -2^63 to 2^63-1
     */
    public long getLong() {
        return number(ScalarKind.NAME);
    }

    /**
     * {@return the text as a number, or 0 if the entry does not exist} Redis's {@code inf} and {@code -inf} are
     * numbers.
     *
     * @throws NumberFormatException if it is no number
     */
    public double getDouble() {
        return fraction(ScalarKind.NAME);
    }

    /**
     * Sets the text. It does not see the value.
     *
     * @param value the new text; may be empty
     * @throws IllegalArgumentException if the text has half of a surrogate pair, which has no bytes in UTF-8
     */
    public void set(String value) {
        changing().put(ScalarKind.NAME, Text.written(Utf8.check(value, "value")));
    }

    /**
     * Sets the text to a whole number, in decimal. It does not see the value.
     *
     * @param value the new number
     */
    public void set(long value) {
        changing().put(ScalarKind.NAME, Text.written(Long.toString(value)));
    }

    /**
     * Adds to a whole number; an entry that does not exist counts as 0. To add 0 creates such an entry. It does not see
     * the value, within the bounds that the class states.
     *
     * @param delta the number to add; may be negative
     * @throws ArithmeticException if the sum is beyond the range of a long; nothing is changed
     * @throws NumberFormatException if the entry holds no whole number
     */
    public void add(long delta) {
        change(ScalarKind.NAME, BlindChange.Kind.ADD, delta);
    }

    /**
     * Adds to a whole number as {@link #add(long)} does and throws what that throws, but sees the value.
     *
     * @param delta the number to add; may be negative
     * @return the new value
     */
    public long addAndGet(long delta) {
        return changeSeen(ScalarKind.NAME, BlindChange.Kind.ADD, delta);
    }

    /**
     * Adds to a number; an entry that does not exist counts as 0. The result is written as text that reads back as
     * exactly the same number. It sees the value.
     *
     * @param delta the number to add; may be negative
     * @throws ArithmeticException if the sum is infinite or not a number; nothing is changed
     * @throws NumberFormatException if the entry holds no number
     */
    public void add(double delta) {
        addFraction(ScalarKind.NAME, delta);
    }

    /**
     * Keeps the larger of the entry's value and {@code value}; an entry that does not exist takes {@code value}. It
     * does not see the value, within the bounds that the class states.
     *
     * @param value the least number that the entry holds afterwards
     * @throws NumberFormatException if the entry holds no whole number
     */
    public void max(long value) {
        change(ScalarKind.NAME, BlindChange.Kind.MAX, value);
    }

    /**
     * Keeps the smaller of the two, and is otherwise as {@link #max}.
     *
     * @param value the largest number that the entry holds afterwards
     */
    public void min(long value) {
        change(ScalarKind.NAME, BlindChange.Kind.MIN, value);
    }

    /** Removes the entry, if it exists. It does not see the value. */
    public void remove() {
        boolean unused = changing().remove(ScalarKind.NAME);
    }

    /** {@return the text in words} It looks at the entry, as {@code get()} does. */
    @Override
    public String toString() {
        return String.valueOf(get());
    }
}
