package io.github.stormlock.entry;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A Redis hash, as one update sees and changes it. Fields and values are UTF-8 text; bytes of others that are not
 * UTF-8 are shown as chars from U+DC80 to U+DCFF and keep their bytes. Only what really changed is written.
 *
 * <p>Where an update names the fields it wants, only these are read: to read another one that the update has not set
 * or removed itself is refused with an {@link IllegalStateException}, and {@link #size}, {@link #fields} and
 * {@link #asMap} tell of the fields named and set only.
 *
 * <p>Not thread-safe. An emitted entry is for reading only, by any thread; a change is refused with an
 * {@link UnsupportedOperationException}. No method takes {@code null}, save as a fallback.
 */
public final class HashEntry {

    private final HashState state;

    HashEntry(HashState state) {
        this.state = state;
    }

    HashState state() {
        return state;
    }

    /**
     * Whether the entry exists, with the changes made so far. Where fields were named, an entry that existed counts as
     * existing: removing them may leave others.
     */
    public boolean exists() {
        return state.exists();
    }

    /** The value of a field; {@code null} if it has none. */
    public @Nullable String get(String field) {
        Text value = state.get(field);
        return value == null ? null : value.toString();
    }

    /** The value of a field; {@code fallback} if it has none. */
    public String get(String field, String fallback) {
        String value = get(field);
        return value == null ? fallback : value;
    }

    /**
     * The value of a field as a whole number; 0 if it has none.
     *
     * @throws NumberFormatException if it is no whole number from -2^63 to 2^63-1
     */
    public long getLong(String field) {
        return Numbers.toLong(get(field), field);
    }

    /**
     * The value of a field as a number; 0 if it has none.
     *
     * @throws NumberFormatException if it is no number
     */
    public double getDouble(String field) {
        return Numbers.toDouble(get(field), field);
    }

    public boolean contains(String field) {
        return state.get(field) != null;
    }

    /** A copy of the names of the fields: later changes are not seen in it. */
    public Set<String> fields() {
        return state.toMap().keySet();
    }

    /** A copy of the fields and their values: later changes are not seen in it. */
    public Map<String, String> asMap() {
        Map<String, String> texts = new LinkedHashMap<>();
        state.toMap().forEach((field, value) -> texts.put(field, value.toString()));
        return Collections.unmodifiableMap(texts);
    }

    public int size() {
        return state.size();
    }

    public boolean isEmpty() {
        return state.size() == 0;
    }

    public void set(String field, String value) {
        state.put(field, Utf8.check(value, "value"));
    }

    public void set(String field, long value) {
        state.put(field, Long.toString(value));
    }

    /**
     * Adds to a whole number; a field without a value counts as 0.
     *
     * @return the new value
     * @throws ArithmeticException if the sum is beyond the range of a long; nothing is changed
     * @throws NumberFormatException if the field holds no whole number
     */
    @CanIgnoreReturnValue
    public long add(String field, long delta) {
        String old = state.getToChange(field);
        long sum = Numbers.add(Numbers.toLong(old, field), delta, field);
        return old != null && delta == 0 ? sum : put(field, sum);
    }

    /**
     * Adds to a number; a field without a value counts as 0. The result is written as the shortest text that reads
     * back as the same number.
     *
     * @return the new value
     * @throws ArithmeticException if the sum is infinite or not a number; nothing is changed
     * @throws NumberFormatException if the field holds no number
     */
    @CanIgnoreReturnValue
    public double add(String field, double delta) {
        String old = state.getToChange(field);
        double sum = Numbers.add(Numbers.toDouble(old, field), delta, field);
        if (old == null || delta != 0) {
            state.put(field, Numbers.text(sum));
        }
        return sum;
    }

    /**
     * Keeps the larger of a field's value and {@code value}; a field without a value takes it.
     *
     * @return the new value
     * @throws NumberFormatException if the field holds no whole number
     */
    @CanIgnoreReturnValue
    public long max(String field, long value) {
        String old = state.getToChange(field);
        long held = Numbers.toLong(old, field);
        return old != null && held >= value ? held : put(field, value);
    }

    /** As {@link #max}, with the smaller. */
    @CanIgnoreReturnValue
    public long min(String field, long value) {
        String old = state.getToChange(field);
        long held = Numbers.toLong(old, field);
        return old != null && held <= value ? held : put(field, value);
    }

    /**
     * Removes a field.
     *
     * @return whether it had a value; {@code false} for a field that was not read
     */
    @CanIgnoreReturnValue
    public boolean remove(String field) {
        return state.remove(field);
    }

    /**
     * Removes all fields.
     *
     * @throws IllegalStateException if only named fields were read
     */
    public void clear() {
        state.clear();
    }

    private long put(String field, long value) {
        state.put(field, Long.toString(value));
        return value;
    }
}
