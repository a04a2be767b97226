package io.github.stormlock.topologies.accesslog;

/** Leaves the parser's fields for {@link AccessLogParser#parse}, which makes a value of it. Without a stack trace. */
final class MalformedLineException extends Exception {

    private static final long serialVersionUID = 1L;

    MalformedLineException(String reason) {
        super(reason, null, false, false);
    }

    String reason() {
        return String.valueOf(getMessage());
    }
}
