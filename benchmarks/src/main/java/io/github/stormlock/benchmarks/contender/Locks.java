package io.github.stormlock.benchmarks.contender;

/** Locks by key, and nothing else: what they guard is read and written by another. Thread-safe. */
public interface Locks extends AutoCloseable {
    /** Waits for the lock of this key. */
    Held lock(String key);

    /** A lock, to be given back by the thread that took it. */
    interface Held {
        void unlock();
    }

    @Override
    void close();
}
