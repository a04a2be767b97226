package io.github.stormlock.entry.internal;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import org.jspecify.annotations.Nullable;

/** Serializes an object and reads it back, as a bolt is on its way to a worker. */
public final class RoundTrip {
    private RoundTrip() {}

    /**
     * Returns the copy that a worker would get.
     *
     * @param loader finds the classes of what the original refers to
     * @throws IOException if the object, or one that it refers to, cannot be serialized and read back
     */
    public static Object of(Object original, @Nullable ClassLoader loader) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(original);
        } catch (RuntimeException e) {
            throw new IOException(e.toString(), e);
        }
        try (ObjectInputStream in = new Reader(bytes.toByteArray(), loader)) {
            return in.readObject();
        } catch (ClassNotFoundException | RuntimeException e) {
            throw new IOException(e.toString(), e);
        }
    }

    /** Finds the classes where the original found them: this library may have been loaded by a loader above that. */
    private static final class Reader extends ObjectInputStream {
        private final @Nullable ClassLoader loader;

        private Reader(byte[] bytes, @Nullable ClassLoader loader) throws IOException {
            super(new ByteArrayInputStream(bytes));
            this.loader = loader;
        }

        @Override
        protected Class<?> resolveClass(ObjectStreamClass described) throws IOException, ClassNotFoundException {
            try {
                return Class.forName(described.getName(), /* initialize= */ false, loader);
            } catch (ClassNotFoundException primitive) {
                return super.resolveClass(described);
            }
        }
    }
}
