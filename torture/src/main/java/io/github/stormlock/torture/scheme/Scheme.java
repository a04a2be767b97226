package io.github.stormlock.torture.scheme;

/** A lock out of a tutorial, as tutorials write it. Thread-safe. */
public interface Scheme {
    /** One try. */
    boolean take(String lock);

    void release(String lock);

    /** Whether it promises a holder anything beyond a time; else what is taken stays taken until it is given back. */
    boolean expires();
}
