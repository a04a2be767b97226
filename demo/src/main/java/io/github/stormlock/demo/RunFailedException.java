package io.github.stormlock.demo;

/**
 * Thrown if the run could not be brought to its end. The message is one line, says what happened, and has no secret.
 */
final class RunFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    RunFailedException(String message, Throwable cause) {
        super(message, cause);
    }

    RunFailedException(String message) {
        super(message);
    }
}
