package io.github.stormlock.insight.page;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** An answer to a request: status, body, its type, and headers beyond those that every answer has. Nobody changes the body. */
final class PageAnswer {
    static final String JSON = "application/json";
    private static final byte[] NOTHING = {};

    private final int status;
    private final String type;
    private final byte[] body;
    private final Map<String, String> headers;

    private PageAnswer(int status, String type, byte[] body, Map<String, String> headers) {
        this.status = status;
        this.type = type;
        this.body = body;
        this.headers = headers;
    }

    static PageAnswer ok(String type, byte[] body) {
        return new PageAnswer(200, type, body, Map.of());
    }

    /** Says in words why there is nothing to see. */
    static PageAnswer no(int status, String words) {
        return new PageAnswer(
                status, "text/plain; charset=utf-8", (words + "\n").getBytes(StandardCharsets.UTF_8), Map.of());
    }

    static PageAnswer nothing() {
        return new PageAnswer(204, "image/x-icon", NOTHING, Map.of());
    }

    static PageAnswer notModified(String tag) {
        return new PageAnswer(304, JSON, NOTHING, Map.of("ETag", tag));
    }

    PageAnswer with(String header, String value) {
        Map<String, String> more = new HashMap<>(headers);
        more.put(header, value);
        return new PageAnswer(status, type, body, Map.copyOf(more));
    }

    int status() {
        return status;
    }

    String type() {
        return type;
    }

    byte[] body() {
        return body;
    }

    Map<String, String> headers() {
        return headers;
    }
}
