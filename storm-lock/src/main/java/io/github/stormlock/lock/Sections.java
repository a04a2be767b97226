package io.github.stormlock.lock;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Parts of a caller's work from within which nothing may be waited for, since others wait for their end: the entries of a
 * batch, or the tuples behind an executor. Every call of this library that waits is refused there, whichever factory it was
 * made from. Thread-safe.
 */
public final class Sections {
    // One for all factories: who waits for another server's lock holds up this one's entries all the same.
    private static final ThreadLocal<@Nullable String> CURRENT = new ThreadLocal<>();

    private Sections() {}

    /**
     * Runs {@code work} on the calling thread, as a section of this name.
     *
     * @param name as messages show it, such as "emit of the bolt, for the entry page:/"
     */
    public static <R extends @Nullable Object> R run(String name, Supplier<R> work) {
        String outer = CURRENT.get();
        CURRENT.set(name);
        try {
            return work.get();
        } finally {
            if (outer == null) {
                CURRENT.remove();
            } else {
                CURRENT.set(outer);
            }
        }
    }

    /** @throws IllegalStateException if the calling thread is inside a section */
    static void refuse(LockKeys wanted) {
        String section = CURRENT.get();
        if (section != null) {
            throw new IllegalStateException("lock " + Shown.name(wanted.entry()) + " cannot be waited for from within "
                    + Shown.name(section) + ": tuples and entries of others would wait too; take it before, or after");
        }
    }
}
