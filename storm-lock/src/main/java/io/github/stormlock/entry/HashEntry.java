package io.github.stormlock.entry;

import io.github.stormlock.entry.internal.Text;
import io.github.stormlock.entry.internal.Utf8;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A Redis hash as one update sees and changes it. Fields and values are UTF-8 text. Bytes that are not UTF-8 are shown
 * as chars from U+DC80 to U+DCFF and keep their bytes.
 *
 * <p>An update is written without the lock if what it saw still stands. It sees a field if a method's answer depends on
 * what stood there. {@link #fields}, {@link #asMap}, {@link #size}, {@link #isEmpty} and {@link #clear} see all fields.
 * A field that it did not see is not compared: {@code set} and {@code remove} write over any value.
 *
 * <p>{@link #add(String, long)}, {@link #max} and {@link #min} do not see the field either: Redis applies them to the
 * value that stands. That holds for operands of at most 15 digits and values of at most 15 characters, sign included.
 * So an update that only adds never misses. If it also reads the field, for a log line or to decide, the field is
 * compared, which is slower and never wrong. An update that sees nothing adds to an entry that was deleted or has
 * expired as to a new one. Ask {@link #exists} if it must not.
 *
 * <p>An update may name the fields that it wants. Then only these are read. To read another field, or to add to it, is
 * refused with an {@link IllegalStateException}, unless the update has set or removed that field itself. {@link #size},
 * {@link #fields} and {@link #asMap} tell of the fields named and set only. A field that is only set or removed need
 * not be named.
 *
 * <p>Not thread-safe. An emitted entry is for reading only, by any thread, and refuses a change with an
 * {@link UnsupportedOperationException}. No method takes {@code null}, except as a fallback.
 */
public final class HashEntry extends NumbersEntry {
    HashEntry(NamedState<Text> state) {
        super(state);
    }

    /**
     * {@return true if the entry exists, with the changes made so far} Where fields were named, an entry that existed
     * counts as existing even if all of these were removed, because it may have others.
     */
    public boolean exists() {
        return state.seeExists();
    }

    /**
     * {@return the value of a field, or {@code null} if it has none}
     *
     * @param field the name of the field
     * @throws IllegalStateException if the field is none of those that the update named
     */
    public @Nullable String get(String field) {
        return text(field);
    }

    /**
     * {@return the value of a field, or {@code fallback} if it has none}
     *
     * @param field the name of the field
     * @param fallback the text for a field without a value
     * @throws IllegalStateException if the field is none of those that the update named
     */
    public String get(String field, String fallback) {
        String value = get(field);
        return value == null ? fallback : value;
    }

    /**
     * {@return the value of a field as a whole number, or 0 if it has none}
     *
     * @param field the name of the field
     * @throws NumberFormatException if it is no whole number from -2^63 to 2^63-1
     * @throws IllegalStateException if the field is none of those that the update named
     */
    public long getLong(String field) {
        return number(field);
    }

    /**
     * {@return the value of a field as a number, or 0 if it has none} Redis's {@code inf} and {@code -inf} are numbers.
     *
     * @param field the name of the field
     * @throws NumberFormatException if it is no number
     * @throws IllegalStateException if the field is none of those that the update named
     */
    public double getDouble(String field) {
        return fraction(field);
    }

    /**
     * {@return true if the field has a value; an empty text is one}
     *
     * @param field the name of the field
     * @throws IllegalStateException if the field is none of those that the update named
     */
    public boolean contains(String field) {
        return state.get(field) != null;
    }

    /**
     * {@return the names of the fields, in the order read and with new ones last} It is an unmodifiable copy, in which
     * later changes are not seen.
     */
    public Set<String> fields() {
        return state.toMap().keySet();
    }

    /**
     * {@return the fields and their values, in the order read and with new ones last} It is an unmodifiable copy, in
     * which later changes are not seen.
     */
    public Map<String, String> asMap() {
        Map<String, String> texts = new LinkedHashMap<>();
        state.toMap().forEach((field, value) -> texts.put(field, value.toString()));
        return Collections.unmodifiableMap(texts);
    }

    /** {@return the number of fields} */
    public int size() {
        return state.size();
    }

    /** {@return true if there are no fields} */
    public boolean isEmpty() {
        return state.size() == 0;
    }

    /**
     * Sets a field, which then holds the value as its text. It does not see the field.
     *
     * @param field the name of the field
     * @param value the new text; may be empty
     * @throws IllegalArgumentException if field or value has half of a surrogate pair, which has no bytes in UTF-8
     */
    public void set(String field, String value) {
        changing().put(field, Text.written(Utf8.check(value, "value")));
    }

    /**
     * Sets a field to a whole number, in decimal. It does not see the field.
     *
     * @param field the name of the field
     * @param value the new number
     * @throws IllegalArgumentException if the field has half of a surrogate pair
     */
    public void set(String field, long value) {
        changing().put(field, Text.written(Long.toString(value)));
    }

    /**
     * Adds to a whole number; a field without a value counts as 0. To add 0 gives such a field the value 0. It does not
     * see the field, within the bounds that the class states.
     *
     * @param field the name of the field
     * @param delta the number to add; may be negative
     * @throws ArithmeticException if the sum is beyond the range of a long; nothing is changed
     * @throws NumberFormatException if the field holds no whole number
     * @throws IllegalStateException if the field is none of those that the update named
     */
    public void add(String field, long delta) {
        change(field, BlindChange.Kind.ADD, delta);
    }

    /**
     * Adds to a whole number as {@link #add(String, long)} does and throws what that throws, but sees the field.
     *
     * @param field the name of the field
     * @param delta the number to add; may be negative
     * @return the new value
     */
    public long addAndGet(String field, long delta) {
        return changeSeen(field, BlindChange.Kind.ADD, delta);
    }

    /**
     * Adds to a number; a field without a value counts as 0. The result is written as text that reads back as exactly
     * the same number. It sees the field.
     *
     * @param field the name of the field
     * @param delta the number to add; may be negative
     * @throws ArithmeticException if the sum is infinite or not a number; nothing is changed
     * @throws NumberFormatException if the field holds no number
     * @throws IllegalStateException if the field is none of those that the update named
     */
    public void add(String field, double delta) {
        addFraction(field, delta);
    }

    /**
     * Keeps the larger of the field's value and {@code value}; a field without a value takes {@code value}. It does not
     * see the field, within the bounds that the class states.
     *
     * @param field the name of the field
     * @param value the least number that the field holds afterwards
     * @throws NumberFormatException if the field holds no whole number
     * @throws IllegalStateException if the field is none of those that the update named
     */
    public void max(String field, long value) {
        change(field, BlindChange.Kind.MAX, value);
    }

    /**
     * Keeps the smaller of the two, and is otherwise as {@link #max}.
     *
     * @param field the name of the field
     * @param value the largest number that the field holds afterwards
     */
    public void min(String field, long value) {
        change(field, BlindChange.Kind.MIN, value);
    }

    /**
     * Removes a field, if it is there. It does not see the field.
     *
     * @param field the name of the field
     */
    public void remove(String field) {
        boolean unused = changing().remove(field);
    }

    /**
     * Removes all fields, and sees them.
     *
     * @throws IllegalStateException if only named fields were read
     */
    public void clear() {
        changing().clear();
    }

    /** {@return the fields in words} It looks at the entry, as {@code asMap()} does. */
    @Override
    public String toString() {
        return String.valueOf(asMap());
    }
}
