package io.github.stormlock.demo.console;

/**
 * Thrown if the run could not be brought to its end. The message is one line, says what happened, and has no secret.
 */
public final class RunFailedException extends RuntimeException {
    public RunFailedException(String message, Throwable cause) {
        super(message, cause);
    }

    public RunFailedException(String message) {
        super(message);
    }
}
