package io.github.stormlock.insight.record;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.stormlock.insight.page.StateRecorder;
import io.github.stormlock.insight.page.state.PageState;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads a recording line by line. A line that is no state, such as the last one of a recording that was cut, is counted and
 * left out. Not thread-safe.
 */
final class RecordingReader {
    private static final ObjectMapper JSON =
            new ObjectMapper().configure(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, false);

    private long leftOut;

    /**
     * Reads a file, and tells each of its lines.
     *
     * @throws IllegalArgumentException if it is no recording, or one of another version
     */
    RecordingHeader read(Path file, Consumer<RecordedState> states) throws IOException {
        // A character that is cut in the middle is no reason to give up all before it.
        var decoder = StandardCharsets.UTF_8.newDecoder().onMalformedInput(CodingErrorAction.REPLACE);
        try (BufferedReader lines =
                new BufferedReader(new java.io.InputStreamReader(Files.newInputStream(file), decoder))) {
            RecordingHeader header = header(lines.readLine(), file);
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                RecordedState state = state(line);
                if (state == null) {
                    leftOut++;
                } else {
                    states.accept(state);
                }
            }
            return header;
        }
    }

    /** Returns how many lines were no states. */
    long leftOut() {
        return leftOut;
    }

    private static RecordingHeader header(@Nullable String line, Path file) {
        try {
            JsonNode header = JSON.readTree(line == null ? "" : line);
            if (header.path("recording").asText().equals("locks")) {
                if (header.path("v").asInt() != StateRecorder.VERSION) {
                    throw new IllegalArgumentException(file + " is of version "
                            + header.path("v").asInt() + ", and this command reads version " + StateRecorder.VERSION);
                }
                return new RecordingHeader(
                        header.path("at").asText(),
                        header.path("version").asText(),
                        header.path("redis").asText(),
                        header.path("hidden").asBoolean());
            }
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(file + " is no recording of locks record", e);
        }
        throw new IllegalArgumentException(file + " is no recording of locks record");
    }

    private static @Nullable RecordedState state(String line) {
        try {
            JsonNode node = JSON.readTree(line);
            if (!node.path("at").isNumber()) {
                return null;
            }
            JsonNode state = node.path("state");
            return new RecordedState(
                    node.path("at").asLong(),
                    node.path("trouble").isTextual() ? node.path("trouble").asText() : null,
                    state.isObject() ? JSON.treeToValue(state, PageState.class) : null);
        } catch (JsonProcessingException e) {
            return null;
        }
    }
}
