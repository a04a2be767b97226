package io.github.stormlock.entry;

import io.github.stormlock.entry.internal.Text;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A Java value in a Redis string, as one update sees and changes it. A change leaves the time to live as it is.
 *
 * <p>An update is written without the lock if what it saw still stands. {@link #set} and {@link #remove} do not see the
 * value: an update that does not read it writes over any value.
 *
 * <p>A mutable value is written as it was when it was last {@link #set}. A value that is changed and not set is not
 * written.
 *
 * <p>Not thread-safe. An emitted entry is for reading only, by any thread. It decodes a new value at every call, and
 * refuses a change with an {@link UnsupportedOperationException}.
 *
 * @param <T> the type of the value
 */
public final class ValueEntry<T> extends StateView<NamedState<Text>> {

    private final Codec<T> codec;

    // The value that was read or set last: an update may change it in place, get it again and then set it.
    private @Nullable T current;

    ValueEntry(Codec<T> codec, NamedState<Text> state) {
        super(state);
        this.codec = codec;
    }

    /** {@return true if the entry exists, with the changes made so far} */
    public boolean exists() {
        return state.seeExists();
    }

    /**
     * {@return the value, or {@code null} if the entry does not exist} Until the next {@link #set} it is the same
     * object every time.
     *
     * @throws IllegalStateException if the codec throws because it cannot decode what the entry holds
     * @throws NullPointerException if the codec decodes it to {@code null}
     */
    public @Nullable T get() {
        Text bytes = state.get(ScalarKind.NAME);
        T value = current;
        if (bytes == null || value != null) {
            return value;
        }
        value = decode(bytes.bytes());
        if (!state.isReadOnly()) {
            current = value;
        }
        return value;
    }

    /**
     * {@return the value as {@link #get()} does, or {@code fallback} if the entry does not exist}
     *
     * @param fallback the value for an entry that does not exist
     */
    public T get(T fallback) {
        T value = get();
        return value == null ? fallback : value;
    }

    /**
     * Sets the value, and encodes it now. It does not see the value before. An exception of the codec's
     * {@link Codec#encode encode} comes out of here.
     *
     * @param value the new value
     * @throws NullPointerException if the value is {@code null}, or the codec encodes it to {@code null}
     */
    public void set(T value) {
        Objects.requireNonNull(value, "value must not be null");
        state.requireChangeable();
        byte[] bytes = Objects.requireNonNull(codec.encode(value), () -> codec + " encoded a value to null");
        // The array is copied, here and below: a codec may give away the very array that the value lives in.
        changing().put(ScalarKind.NAME, Text.read(bytes.clone()));
        current = value;
    }

    /** Removes the entry, if it exists. It does not see the value. */
    public void remove() {
        boolean unused = changing().remove(ScalarKind.NAME);
        current = null;
    }

    private T decode(byte[] bytes) {
        T value;
        try {
            value = codec.decode(bytes.clone());
        } catch (RuntimeException e) {
            throw new IllegalStateException(
                    state.place() + codec + " cannot decode the " + bytes.length + " bytes of the entry", e);
        }
        return Objects.requireNonNull(value, () -> codec + " decoded " + bytes.length + " bytes to null");
    }

    /** {@return the value in words} It looks at the entry, as {@code get()} does. */
    @Override
    public String toString() {
        return String.valueOf(get());
    }
}
