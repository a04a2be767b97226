package io.github.stormlock.demo;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** The report: one JSON object whose every leaf is a number. */
final class Report {
    private static final ObjectMapper JSON = new ObjectMapper();

    private Report() {}

    /**
     * @param seconds that the run took
     * @param replays events recognised as already applied, in this run
     */
    static ObjectNode of(Totals totals, double seconds, long replays) {
        ObjectNode report = JSON.createObjectNode()
                .put("lines", totals.lines())
                .put("hits", totals.hits())
                .put("malformed", totals.malformed())
                .put("bytes", totals.bytes())
                .put("largest", totals.largest())
                .put("visitors", totals.visitors())
                .put("paths", totals.paths())
                .put("sessions", totals.sessions())
                .put("errors", totals.errors())
                .put("hours", totals.hours());
        report.set("status", object(totals.status()));
        report.set("method", object(totals.method()));
        return report.put("seconds", Math.round(seconds * 1_000) / 1_000.0).put("replays", replays);
    }

    /** @throws IOException if the file cannot be written */
    static void write(Path file, ObjectNode report) throws IOException {
        Files.writeString(file, report.toPrettyString() + "\n");
    }

    private static ObjectNode object(Map<String, Long> numbers) {
        ObjectNode object = JSON.createObjectNode();
        numbers.forEach(object::put);
        return object;
    }
}
