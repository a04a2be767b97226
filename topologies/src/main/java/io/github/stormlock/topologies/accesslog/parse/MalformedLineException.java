package io.github.stormlock.topologies.accesslog.parse;

/** Thrown inside the parser; {@link AccessLogParser#parse} turns it into a value. It has no stack trace. */
final class MalformedLineException extends Exception {

    private static final long serialVersionUID = 1L;

    MalformedLineException(String reason) {
        super(reason, null, false, false);
    }
}
