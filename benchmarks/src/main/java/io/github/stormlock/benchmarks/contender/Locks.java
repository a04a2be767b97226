package io.github.stormlock.benchmarks.contender;

/**
 * Locks of one kind by key, and nothing else: the entries that they guard are read and written elsewhere. Thread-safe.
 *
 * @param taking waits for a lock
 * @param end ends what takes them
 */
public record Locks(TimedKind kind, Taking taking, Runnable end) implements AutoCloseable {
    /** A lock that is held. The thread that took it has to release it. */
    public interface Held {
        void unlock();
    }

    /** The way to take a lock of some kind; of permits, so many. */
    interface Taking {
        Held take(TimedKind kind, String key, int permits);
    }

    /** Returns mutexes. */
    static Locks of(Taking taking, Runnable end) {
        return new Locks(TimedKind.MUTEX, taking, end);
    }

    /** Waits for the lock of this key. */
    public Held lock(String key) {
        return taking.take(kind, key, 1);
    }

    /** Takes the lock of this key in the way in which {@link #lock} has to wait for its end. */
    public Held block(String key) {
        return taking.take(kind == TimedKind.READ ? TimedKind.WRITE : kind, key, TimedKind.SIZE);
    }

    @Override
    public void close() {
        end.run();
    }
}
