package io.github.stormlock.torture.run;

import org.jspecify.annotations.Nullable;

/** Thrown if the harness itself failed. Then nothing is said about what it tests. */
public final class HarnessException extends RuntimeException {
    public HarnessException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
