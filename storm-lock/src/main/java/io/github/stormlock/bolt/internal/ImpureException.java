package io.github.stormlock.bolt.internal;

/** A method of a bolt did more than it may, or not the same twice. */
public final class ImpureException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    ImpureException(String message) {
        super(message);
    }
}
