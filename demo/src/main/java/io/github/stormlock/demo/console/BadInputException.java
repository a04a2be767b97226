package io.github.stormlock.demo.console;

/**
 * Thrown if an input of the user is wrong. The message is one line, says what is wrong and what to do, and has no
 * secret.
 */
public final class BadInputException extends RuntimeException {
    public BadInputException(String message) {
        super(message, null, false, false);
    }
}
