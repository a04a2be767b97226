package io.github.stormlock.benchmarks.contender;

/**
 * Locks of one kind by key, and nothing else: the entries that they guard are read and written elsewhere. Thread-safe.
 *
 * @param taking waits for a lock, and returns what releases it: for the thread that took it
 * @param end ends what takes them
 */
public record Locks(TimedKind kind, Taking taking, Runnable end) implements AutoCloseable {
    /** The way to take a lock of some kind; of permits, so many. */
    interface Taking {
        Runnable take(TimedKind kind, String key, int permits);
    }

    /** Returns mutexes. */
    static Locks of(Taking taking, Runnable end) {
        return new Locks(TimedKind.MUTEX, taking, end);
    }

    /** Waits for the lock of this key. */
    public Runnable lock(String key) {
        return taking.take(kind, key, 1);
    }

    /** Takes the lock of this key in the way in which {@link #lock} has to wait for its end. */
    public Runnable block(String key) {
        return taking.take(kind == TimedKind.READ ? TimedKind.WRITE : kind, key, TimedKind.SIZE);
    }

    @Override
    public void close() {
        end.run();
    }
}
