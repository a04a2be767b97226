package io.github.stormlock.entry;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A Java value in a Redis string, as one update sees and changes it. A time to live stays as it is.
 *
 * <p>An update is written without the lock if what it saw still stands. {@link #set} and {@link #remove} do not look at
 * the value: an update that does not read it writes whatever stands.
 *
 * <p>A value that can be changed itself is written as it was when it was last {@link #set}: to change it and not set
 * it writes nothing.
 *
 * <p>Not thread-safe. An emitted entry is for reading only, by any thread, and decodes a new value at every call; a
 * change is refused with an {@link UnsupportedOperationException}.
 *
 * @param <T> the type of the value
 */
public final class ValueEntry<T> {

    private final Codec<T> codec;
    private final Scalar state;

    // What was read or set last, so that a value changed in place is still there to be set.
    private @Nullable T current;

    ValueEntry(Codec<T> codec, Scalar state) {
        this.codec = codec;
        this.state = state;
    }

    Scalar state() {
        return state;
    }

    /** Whether the entry exists, with the changes made so far. */
    public boolean exists() {
        return state.seeExists();
    }

    /**
     * The value; {@code null} if the entry does not exist. Until the next {@link #set}, the same object every time.
     *
     * @throws IllegalStateException if the codec cannot decode what the entry holds
     */
    public @Nullable T get() {
        Text bytes = state.get();
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

    /** As {@link #get()}; {@code fallback} if the entry does not exist. */
    public T get(T fallback) {
        T value = get();
        return value == null ? fallback : value;
    }

    public void set(T value) {
        Objects.requireNonNull(value, "value must not be null");
        state.refuseIfReadOnly();
        byte[] bytes = Objects.requireNonNull(codec.encode(value), () -> codec + " encoded a value to null");
        // A copy, here and below: a codec may give away the very array that the value lives in.
        state.set(Text.read(bytes.clone()));
        current = value;
    }

    /** Removes the entry, if it exists. It does not look whether it does. */
    public void remove() {
        state.set(null);
        current = null;
    }

    private T decode(byte[] bytes) {
        T value;
        try {
            value = codec.decode(bytes.clone());
        } catch (RuntimeException e) {
            throw new IllegalStateException(codec + " cannot decode the " + bytes.length + " bytes of the entry", e);
        }
        return Objects.requireNonNull(value, () -> codec + " decoded " + bytes.length + " bytes to null");
    }
}
