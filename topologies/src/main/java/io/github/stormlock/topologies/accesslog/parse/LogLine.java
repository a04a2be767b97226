package io.github.stormlock.topologies.accesslog.parse;

import java.time.Instant;

/** The content of a line of an access log. */
public sealed interface LogLine {

    /**
     * A well-formed line.
     *
     * @param address the client: an IPv4 or IPv6 address without brackets and port, or a host name, in small letters
     * @param time the time to the second, from 1970 to 9999
     * @param method the method; {@code -} if the request line has none
     * @param path the request target as logged, query included; the request line itself, if it has no method
     * @param status the status, three digits
     * @param bytes the bytes sent; 0 if none were
     */
    record Hit(String address, Instant time, String method, String path, int status, long bytes) implements LogLine {
        public boolean isError() {
            return status >= 400;
        }
    }

    /**
     * A line that is not well-formed.
     *
     * @param reason the fault, and the character at which it is
     */
    record Malformed(String reason) implements LogLine {}
}
