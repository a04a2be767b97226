package io.github.stormlock.insight.page;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * An answer to a request. Nobody changes the body.
 *
 * @param headers those beyond the ones that every answer has
 */
@SuppressWarnings("ArrayRecordComponent")
record PageAnswer(int status, String type, byte[] body, Map<String, String> headers) {
    static final String JSON = "application/json";
    private static final byte[] NOTHING = {};

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
}
