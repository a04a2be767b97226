package io.github.stormlock.torture;

import org.jspecify.annotations.Nullable;

/** The harness itself failed: nothing is said about what it tests. */
final class HarnessException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    HarnessException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
