package io.github.stormlock.demo;

/** The run could not be brought to its end. The message is one line and says what happened; no secret. */
final class RunFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    RunFailedException(String message, Throwable cause) {
        super(message, cause);
    }

    RunFailedException(String message) {
        super(message);
    }
}
