package io.github.stormlock.lock;

import org.jspecify.annotations.Nullable;

/** Knows which entries the calling thread is updating, so that waiting for oneself is refused at once. Thread-safe. */
final class NestedUpdates {
    // One for each factory: entries of the same name in two servers are two entries.
    @SuppressWarnings("ThreadLocalUsage")
    private final ThreadLocal<@Nullable Frame> current = new ThreadLocal<>();

    private record Frame(String entry, @Nullable Frame outer) {}

    void enter(LockKeys keys) {
        current.set(new Frame(keys.entry(), current.get()));
    }

    void leave() {
        Frame frame = current.get();
        if (frame == null || frame.outer() == null) {
            current.remove();
        } else {
            current.set(frame.outer());
        }
    }

    /** @throws IllegalStateException if the calling thread is inside an update of this entry, or inside a section */
    void refuse(LockKeys keys) {
        Sections.refuse(keys);
        for (Frame frame = current.get(); frame != null; frame = frame.outer()) {
            if (frame.entry().equals(keys.entry())) {
                throw new IllegalStateException("lock " + Shown.name(keys.entry())
                        + " is already held by the update that is running on this thread; change the entry through the"
                        + " view that the update was given");
            }
        }
    }
}
