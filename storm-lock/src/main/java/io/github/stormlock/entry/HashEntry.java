package io.github.stormlock.entry;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A Redis hash, as one update sees and changes it. Fields and values are UTF-8 text; bytes of others that are not
 * UTF-8 are shown as chars from U+DC80 to U+DCFF and keep their bytes.
 *
 * <p>An update is written without the lock if what it saw still stands. It sees a field if a method's answer depends on
 * what stood there; {@link #fields}, {@link #asMap}, {@link #size}, {@link #isEmpty} and {@link #clear} see all of
 * them. What it did not see is not compared: {@code set} and {@code remove} write whatever stands, and
 * {@link #add(String, long)}, {@link #max} and {@link #min} are carried out by Redis on what stands, if operand and value
 * have at most 15 digits. So an update that only adds never runs twice. One that also reads the field, for a log line or
 * to decide, is compared: slower, never wrong. An update that does not look adds to an entry that was deleted or has
 * expired as to a new one: ask {@link #exists} if it must not.
 *
 * <p>Where an update names the fields it wants, only these are read: to read another one that the update has not set
 * or removed itself, or to add to it, is refused with an {@link IllegalStateException}, and {@link #size}, {@link #fields}
 * and {@link #asMap} tell of the fields named and set only. A field that is only set or removed need not be named.
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
        return state.seeExists();
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
     * Adds to a whole number; a field without a value counts as 0. To add 0 gives such a field the value 0. It does not
     * look at the field: see the class.
     *
     * @throws ArithmeticException if the sum is beyond the range of a long; nothing is changed
     * @throws NumberFormatException if the field holds no whole number
     * @throws IllegalStateException if the field is none of those that the update named
     */
    public void add(String field, long delta) {
        if (!state.changeBlindly(field, BlindChange.Kind.ADD, delta)) {
            long unused = addAndGet(field, delta);
        }
    }

    /**
     * As {@link #add(String, long)}, but looks at the field.
     *
     * @return the new value
     */
    public long addAndGet(String field, long delta) {
        String old = state.getToChange(field);
        long sum = Numbers.add(Numbers.toLong(old, field), delta, field);
        if (old == null || delta != 0) {
            set(field, sum);
        }
        return sum;
    }

    /**
     * Adds to a number; a field without a value counts as 0. The result is written as the shortest text that reads
     * back as the same number. It looks at the field.
     *
     * @throws ArithmeticException if the sum is infinite or not a number; nothing is changed
     * @throws NumberFormatException if the field holds no number
     * @throws IllegalStateException if the field is none of those that the update named
     */
    public void add(String field, double delta) {
        String old = state.getToChange(field);
        double sum = Numbers.add(Numbers.toDouble(old, field), delta, field);
        if (old == null || delta != 0) {
            state.put(field, Numbers.text(sum));
        }
    }

    /**
     * Keeps the larger of a field's value and {@code value}; a field without a value takes it. It does not look at the
     * field: see the class.
     *
     * @throws NumberFormatException if the field holds no whole number
     * @throws IllegalStateException if the field is none of those that the update named
     */
    public void max(String field, long value) {
        if (!state.changeBlindly(field, BlindChange.Kind.MAX, value)) {
            String old = state.getToChange(field);
            if (Numbers.toLong(old, field) < value || old == null) {
                set(field, value);
            }
        }
    }

    /** As {@link #max}, with the smaller. */
    public void min(String field, long value) {
        if (!state.changeBlindly(field, BlindChange.Kind.MIN, value)) {
            String old = state.getToChange(field);
            if (Numbers.toLong(old, field) > value || old == null) {
                set(field, value);
            }
        }
    }

    /** Removes a field, if it is there. It does not look whether it is. */
    public void remove(String field) {
        state.remove(field);
    }

    /**
     * Removes all fields.
     *
     * @throws IllegalStateException if only named fields were read
     */
    public void clear() {
        state.clear();
    }
}
