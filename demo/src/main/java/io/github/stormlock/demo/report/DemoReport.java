package io.github.stormlock.demo.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;

/** The report: one JSON object in which every leaf is a number. */
public final class DemoReport {
    private static final ObjectMapper JSON = new ObjectMapper();

    private DemoReport() {}

    /**
     * Makes the report.
     *
     * @param seconds the time that the run took
     * @param replays the events recognised as already applied, in this run
     */
    public static ObjectNode of(Totals totals, double seconds, long replays) {
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

    /**
     * Writes the report whole or not at all: first to a new file beside it, which is then moved there. A file that is
     * not a regular one, such as a pipe, is written to directly.
     *
     * @throws IOException if the file cannot be written; an old one is as it was then
     */
    public static void write(Path file, ObjectNode report) throws IOException {
        String text = report.toPrettyString() + "\n";
        if (isSpecial(file)) {
            Files.writeString(file, text);
            return;
        }
        Path target = Files.exists(file) ? file.toRealPath() : file;
        Path fresh = beside(target);
        try {
            Files.writeString(fresh, text);
            Files.move(fresh, target, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(fresh);
        }
    }

    public static boolean isSpecial(Path file) {
        return Files.exists(file) && !Files.isRegularFile(file) && !Files.isDirectory(file);
    }

    /** Returns a path in the same folder that no other run writes to. */
    public static Path beside(Path file) {
        return file.resolveSibling(
                file.getFileName() + "." + ProcessHandle.current().pid() + ".tmp");
    }

    private static ObjectNode object(Map<String, Long> numbers) {
        ObjectNode object = JSON.createObjectNode();
        numbers.forEach(object::put);
        return object;
    }
}
