package io.github.stormlock.insight.page;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.util.RawValue;
import io.github.stormlock.insight.page.state.LockText;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes the answers of the two data routes. A state is written once, however many look. Thread-safe. */
final class StateJson {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final String run;
    private final PageHistory history;
    private long written = -1;
    private String state = "null";

    /**
     * @param run tells this server from one before it
     */
    StateJson(String run, PageHistory history) {
        this.run = run;
        this.history = history;
    }

    /** Returns the state, and the points that a viewer lacks who knows those up to a reading: all, below 0. */
    byte[] state(StateReading reading, long known, long nowNanos) {
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("v", 1);
        answer.put("run", run);
        answer.put("number", reading.number());
        answer.put("now", history.at(nowNanos));
        answer.put("age", (nowNanos - reading.nanos()) / 1_000_000);
        answer.put("trouble", reading.trouble());
        answer.put("state", new RawValue(stateOnce(reading)));
        answer.put("whole", known < 0);
        answer.put("columns", PageHistory.COLUMNS);
        answer.put("points", history.between(known, reading.number()));
        return bytes(answer);
    }

    byte[] lock(String entry, LockText text) {
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("v", 1);
        answer.put("entry", entry);
        answer.put("text", text.text());
        answer.put("commands", text.commands());
        return bytes(answer);
    }

    byte[] trouble(@Nullable String trouble) {
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("v", 1);
        answer.put("trouble", trouble);
        return bytes(answer);
    }

    private synchronized String stateOnce(StateReading reading) {
        if (reading.number() != written) {
            state = text(reading.state());
            written = reading.number();
        }
        return state;
    }

    private static byte[] bytes(Map<String, @Nullable Object> answer) {
        return text(answer).getBytes(StandardCharsets.UTF_8);
    }

    private static String text(@Nullable Object value) {
        try {
            return JSON.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("an answer cannot be written as JSON", e);
        }
    }
}
