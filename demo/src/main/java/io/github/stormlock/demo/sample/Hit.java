package io.github.stormlock.demo.sample;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * One request and its answer.
 *
 * @param at the time when the request came, in milliseconds since the log's beginning; the log shows whole seconds
 * @param took the time that the answer took, in milliseconds: a server logs a request when the answer is sent
 * @param bytes the response's length; 0 is logged as a dash
 */
record Hit(
        long at,
        long took,
        String address,
        String method,
        String target,
        int status,
        long bytes,
        String referer,
        String agent) {

    /** The beginning of the log: a Monday, midnight in UTC. */
    private static final long BEGIN = Instant.parse("2025-03-03T00:00:00Z").toEpochMilli();

    private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("dd/MMM/yyyy:HH:mm:ss Z", Locale.ENGLISH)
            .withZone(ZoneOffset.UTC);

    long logged() {
        return at + took;
    }

    String line() {
        return address + " - - [" + CLOCK.format(Instant.ofEpochMilli(BEGIN + at)) + "] \"" + method + " " + target
                + " HTTP/1.1\" " + status + " " + (bytes == 0 ? "-" : String.valueOf(bytes)) + " \"" + referer + "\" \""
                + agent + "\"";
    }
}
