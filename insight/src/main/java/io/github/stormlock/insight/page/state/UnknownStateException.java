package io.github.stormlock.insight.page.state;

/** The state of the locks cannot be found out. Its message is shown on the page, so it has no password in it. */
public final class UnknownStateException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message why, for the page
     * @param cause what happened
     */
    public UnknownStateException(String message, Throwable cause) {
        super(message, cause);
    }
}
