package io.github.stormlock.entry;

import io.github.stormlock.entry.internal.RoundTrip;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Checks that codecs are the same values after Java serialization. Each executor has a copy of its bolt, and of the codec
 * in it. Updates of an entry are written together only if they want it by equal kinds. So a
 * codec that is unequal to its copy would cost a write for each update, without a word. Thread-safe.
 */
final class Travel {
    /** The codec of each class that was looked at last. One that is equal to it need not be looked at. */
    private static final ClassValue<AtomicReference<@Nullable Object>> LAST = new ClassValue<>() {
        @Override
        protected AtomicReference<@Nullable Object> computeValue(Class<?> type) {
            return new AtomicReference<>();
        }
    };

    private Travel() {}

    /**
     * Returns the codec, unless it can travel and comes back as another value. One that cannot travel is for plain Java.
     *
     * @throws IllegalArgumentException if it comes back as another value
     */
    static <T> Codec<T> checked(Codec<T> codec) {
        AtomicReference<@Nullable Object> last = LAST.get(codec.getClass());
        if (!codec.equals(last.get())) {
            try {
                requireEqual(codec, RoundTrip.of(codec, codec.getClass().getClassLoader()));
            } catch (IOException staysHere) {
                // No bolt can carry it, and a guard in plain Java need not.
            }
            last.set(codec);
        }
        return codec;
    }

    /** @throws IllegalArgumentException if the kind's codec cannot travel, or comes back as another value */
    static void require(EntryKind<?> kind) {
        if (kind instanceof ScalarKind.OfValue<?> value) {
            Codec<?> codec = value.codec();
            try {
                requireEqual(codec, RoundTrip.of(codec, codec.getClass().getClassLoader()));
            } catch (IOException e) {
                throw new IllegalArgumentException(
                        named(codec) + " cannot be serialized, and so no bolt can carry it to a worker: " + e + "; "
                                + advice(codec),
                        e);
            }
        }
    }

    private static void requireEqual(Codec<?> original, Object copy) {
        if (!original.equals(copy) || !copy.equals(original) || original.hashCode() != copy.hashCode()) {
            throw new IllegalArgumentException(named(original) + " is not equal to its own copy after Java"
                    + " serialization, or has another hash code. So the executors of a worker could not write their"
                    + " updates of an entry together; " + advice(original));
        }
    }

    private static String named(Codec<?> codec) {
        return "The codec " + codec.getClass().getName();
    }

    private static String advice(Codec<?> codec) {
        return codec instanceof Record
                ? "leave out of the record what is not serializable or has no equals and hashCode of its own"
                : "make it a record or an enum, or let it be serializable and define equals and hashCode";
    }
}
