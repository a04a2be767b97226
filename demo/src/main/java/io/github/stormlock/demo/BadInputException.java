package io.github.stormlock.demo;

/** What the user gave cannot be worked with. The message is one line, says what is wrong and what to do; no secret. */
final class BadInputException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    BadInputException(String message) {
        super(message, null, false, false);
    }
}
