package io.github.stormlock.entry;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import org.jspecify.annotations.Nullable;

/**
 * A Redis string, as one update sees and changes it: UTF-8 text; bytes of others that are not UTF-8 are shown as chars
 * from U+DC80 to U+DCFF and keep their bytes. Written only if it really changed; a time to live stays as it is.
 *
 * <p>Not thread-safe. An emitted entry is for reading only, by any thread; a change is refused with an
 * {@link UnsupportedOperationException}.
 */
public final class StringEntry {

    private final Scalar state;

    StringEntry(Scalar state) {
        this.state = state;
    }

    Scalar state() {
        return state;
    }

    /** Whether the entry exists, with the changes made so far. An empty string exists. */
    public boolean exists() {
        return state.get() != null;
    }

    /** The text; {@code null} if the entry does not exist. */
    public @Nullable String get() {
        Text value = state.get();
        return value == null ? null : value.toString();
    }

    /** The text; {@code fallback} if the entry does not exist. */
    public String get(String fallback) {
        String value = get();
        return value == null ? fallback : value;
    }

    /**
     * The text as a whole number; 0 if the entry does not exist.
     *
     * @throws NumberFormatException if it is no whole number from -2^63 to 2^63-1
     */
    public long getLong() {
        return Numbers.toLong(get(), null);
    }

    /**
     * The text as a number; 0 if the entry does not exist.
     *
     * @throws NumberFormatException if it is no number
     */
    public double getDouble() {
        return Numbers.toDouble(get(), null);
    }

    public void set(String value) {
        state.set(Text.written(Utf8.check(value, "value")));
    }

    public void set(long value) {
        state.set(Text.written(Long.toString(value)));
    }

    /**
     * Adds to a whole number; an entry that does not exist counts as 0.
     *
     * @return the new value
     * @throws ArithmeticException if the sum is beyond the range of a long; nothing is changed
     * @throws NumberFormatException if the entry holds no whole number
     */
    @CanIgnoreReturnValue
    public long add(long delta) {
        String old = getToChange();
        long sum = Numbers.add(Numbers.toLong(old, null), delta, null);
        return old != null && delta == 0 ? sum : put(sum);
    }

    /**
     * Adds to a number; an entry that does not exist counts as 0. The result is written as the shortest text that
     * reads back as the same number.
     *
     * @return the new value
     * @throws ArithmeticException if the sum is infinite or not a number; nothing is changed
     * @throws NumberFormatException if the entry holds no number
     */
    @CanIgnoreReturnValue
    public double add(double delta) {
        String old = getToChange();
        double sum = Numbers.add(Numbers.toDouble(old, null), delta, null);
        if (old == null || delta != 0) {
            state.set(Text.written(Numbers.text(sum)));
        }
        return sum;
    }

    /**
     * Keeps the larger of the entry's value and {@code value}; an entry that does not exist takes it.
     *
     * @return the new value
     * @throws NumberFormatException if the entry holds no whole number
     */
    @CanIgnoreReturnValue
    public long max(long value) {
        String old = getToChange();
        long held = Numbers.toLong(old, null);
        return old != null && held >= value ? held : put(value);
    }

    /** As {@link #max}, with the smaller. */
    @CanIgnoreReturnValue
    public long min(long value) {
        String old = getToChange();
        long held = Numbers.toLong(old, null);
        return old != null && held <= value ? held : put(value);
    }

    /**
     * Removes the entry.
     *
     * @return whether it existed
     */
    @CanIgnoreReturnValue
    public boolean remove() {
        boolean existed = exists();
        state.set(null);
        return existed;
    }

    private @Nullable String getToChange() {
        state.refuseIfReadOnly();
        return get();
    }

    private long put(long value) {
        set(value);
        return value;
    }
}
