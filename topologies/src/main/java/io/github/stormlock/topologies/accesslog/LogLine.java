package io.github.stormlock.topologies.accesslog;

import java.time.Instant;

/** What a line of an access log says. */
public sealed interface LogLine {

    /**
     * A well-formed line.
     *
     * @param address the client, as logged: an IPv4 or IPv6 address, or a host name
     * @param time to the second, from 1970 to 9999
     * @param method {@code -} if the request line has none
     * @param path the request target as logged, query included; the request line itself, if it has no method
     * @param status three digits
     * @param bytes 0 if none were sent
     */
    record Hit(String address, Instant time, String method, String path, int status, long bytes) implements LogLine {
        boolean isError() {
            return status >= 400;
        }
    }

    /**
     * A line that is none.
     *
     * @param reason what is wrong, and at which character
     */
    record Malformed(String reason) implements LogLine {}
}
