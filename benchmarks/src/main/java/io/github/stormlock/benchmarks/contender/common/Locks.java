package io.github.stormlock.benchmarks.contender.common;

/** Locks by key, and nothing else: the entries that they guard are read and written elsewhere. Thread-safe. */
public interface Locks extends AutoCloseable {
    /** Waits for the lock of this key. */
    Held lock(String key);

    /** Takes the lock of this key in the way in which {@link #lock} has to wait for its end. */
    default Held block(String key) {
        return lock(key);
    }

    /** A lock that is held. The thread that took it has to release it. */
    interface Held {
        void unlock();
    }

    @Override
    void close();
}
