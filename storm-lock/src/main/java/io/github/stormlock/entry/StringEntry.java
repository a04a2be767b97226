package io.github.stormlock.entry;

import org.jspecify.annotations.Nullable;

/**
 * A Redis string, as one update sees and changes it: UTF-8 text; bytes of others that are not UTF-8 are shown as chars
 * from U+DC80 to U+DCFF and keep their bytes. A time to live stays as it is.
 *
 * <p>An update is written without the lock if what it saw still stands. What it did not see is not compared: {@code set}
 * and {@link #remove} write whatever stands, and {@link #add(long)}, {@link #max} and {@link #min} are carried out by Redis
 * on what stands, if operand and value have at most 15 digits. An update that also reads the value is compared: slower,
 * never wrong.
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
        return state.seeExists();
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
     * Adds to a whole number; an entry that does not exist counts as 0. To add 0 creates such an entry. It does not look
     * at the value: see the class.
     *
     * @throws ArithmeticException if the sum is beyond the range of a long; nothing is changed
     * @throws NumberFormatException if the entry holds no whole number
     */
    public void add(long delta) {
        if (!state.changeBlindly(BlindChange.Kind.ADD, delta)) {
            long unused = addAndGet(delta);
        }
    }

    /**
     * As {@link #add(long)}, but looks at the value.
     *
     * @return the new value
     */
    public long addAndGet(long delta) {
        String old = getToChange();
        long sum = Numbers.add(Numbers.toLong(old, null), delta, null);
        if (old == null || delta != 0) {
            set(sum);
        }
        return sum;
    }

    /**
     * Adds to a number; an entry that does not exist counts as 0. The result is written as the shortest text that
     * reads back as the same number. It looks at the value.
     *
     * @throws ArithmeticException if the sum is infinite or not a number; nothing is changed
     * @throws NumberFormatException if the entry holds no number
     */
    public void add(double delta) {
        String old = getToChange();
        double sum = Numbers.add(Numbers.toDouble(old, null), delta, null);
        if (old == null || delta != 0) {
            state.set(Text.written(Numbers.text(sum)));
        }
    }

    /**
     * Keeps the larger of the entry's value and {@code value}; an entry that does not exist takes it. It does not look at
     * the value: see the class.
     *
     * @throws NumberFormatException if the entry holds no whole number
     */
    public void max(long value) {
        if (!state.changeBlindly(BlindChange.Kind.MAX, value)) {
            String old = getToChange();
            if (Numbers.toLong(old, null) < value || old == null) {
                set(value);
            }
        }
    }

    /** As {@link #max}, with the smaller. */
    public void min(long value) {
        if (!state.changeBlindly(BlindChange.Kind.MIN, value)) {
            String old = getToChange();
            if (Numbers.toLong(old, null) > value || old == null) {
                set(value);
            }
        }
    }

    /** Removes the entry, if it exists. It does not look whether it does. */
    public void remove() {
        state.set(null);
    }

    private @Nullable String getToChange() {
        state.refuseIfReadOnly();
        return get();
    }
}
