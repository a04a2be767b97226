package io.github.stormlock.topologies.accesslog.parse;

/**
 * The request between the quotes of a line: method, target, and mostly a protocol. Any other text that a client sent is
 * the target, with the method {@code -}.
 */
public record RequestLine(String method, String target) {

    public static final String NONE = "-";

    private static final int LONGEST_METHOD = 32;
    private static final String METHOD_MARKS = "!#$%&'*+-.^_`|~";

    public static RequestLine of(String request) {
        int space = request.indexOf(' ');
        if (space < 0 || !isMethod(request, space)) {
            return new RequestLine(NONE, request.isEmpty() ? NONE : request);
        }
        int protocol = request.lastIndexOf(" HTTP/");
        int end = protocol > space ? protocol : request.length();
        return new RequestLine(request.substring(0, space), request.substring(space + 1, end));
    }

    private static boolean isMethod(String request, int length) {
        if (length == 0 || length > LONGEST_METHOD) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (!isMethodMark(request.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isMethodMark(char c) {
        return (c >= 'A' && c <= 'Z')
                || (c >= 'a' && c <= 'z')
                || (c >= '0' && c <= '9')
                || METHOD_MARKS.indexOf(c) >= 0;
    }
}
