package io.github.stormlock.topologies.accesslog.parse;

import java.util.regex.Pattern;

/**
 * The request between the quotes of a line: method, target, and mostly a protocol. Any other text that a client sent is
 * the target, with the method {@code -}.
 */
public record RequestLine(String method, String target) {

    public static final String NONE = "-";

    private static final Pattern METHOD = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]{1,32}");

    public static RequestLine of(String request) {
        int space = request.indexOf(' ');
        if (space < 0 || !METHOD.matcher(request).region(0, space).matches()) {
            return new RequestLine(NONE, request.isEmpty() ? NONE : request);
        }
        int protocol = request.lastIndexOf(" HTTP/");
        int end = protocol > space ? protocol : request.length();
        return new RequestLine(request.substring(0, space), request.substring(space + 1, end));
    }
}
