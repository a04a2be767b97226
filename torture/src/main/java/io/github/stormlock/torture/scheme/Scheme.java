package io.github.stormlock.torture.scheme;

/** A lock as tutorials write it. Thread-safe. */
public interface Scheme {
    /** Tries once to take the lock, and returns true if it was granted. */
    boolean take(String lock);

    void release(String lock);

    /** Returns true if a lock that is taken expires. Otherwise it stays taken until it is released. */
    boolean expires();
}
