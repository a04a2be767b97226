package io.github.stormlock.insight.record;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.stormlock.insight.page.state.HotLine;
import io.github.stormlock.insight.page.state.Level;
import io.github.stormlock.insight.page.state.LockRow;
import io.github.stormlock.insight.page.state.PageState;
import io.github.stormlock.insight.page.state.StateTotals;
import io.github.stormlock.insight.page.state.TimeSpread;
import io.github.stormlock.insight.page.state.WorkerRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** A recording that a test makes up. */
public final class RecordingFile {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path file;

    public RecordingFile(Path file) throws IOException {
        this.file = file;
        append(
                "{\"v\":1,\"recording\":\"locks\",\"at\":\"2026-11-25T10:00:00Z\",\"version\":\"0.1.0\","
                        + "\"redis\":\"127.0.0.1:6379 (standalone)\",\"mode\":\"standalone\",\"every\":1000,\"hidden\":false}\n");
    }

    public Path file() {
        return file;
    }

    public RecordingFile append(String text) throws IOException {
        Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        return this;
    }

    public RecordingFile state(long at, PageState state) throws IOException {
        ObjectNode line = JSON.createObjectNode().put("at", at).putNull("trouble");
        line.set("state", JSON.valueToTree(state));
        return append(JSON.writeValueAsString(line) + "\n");
    }

    public RecordingFile trouble(long at, String words) throws IOException {
        ObjectNode line = JSON.createObjectNode().put("at", at).put("trouble", words);
        line.putNull("state");
        return append(JSON.writeValueAsString(line) + "\n");
    }

    /** Returns a state of that second, in which all names are one that somebody has chosen. */
    public static PageState state(int second, List<String> names) {
        double wave = Math.sin(second / 9.0) + Math.cos(second * second / 7.0) / 5;
        return new PageState(
                "127.0.0.1:6379 (standalone)",
                names.stream()
                        .map(name -> new WorkerRow(
                                name, name, name, 6700, 4711, 100.0 + wave, 1, 16, 2, 900L, Level.OK, name))
                        .toList(),
                new StateTotals(
                        1_000 + 100 * wave,
                        3,
                        2 + wave,
                        new TimeSpread(0.3, 8.2 + wave, 19.0),
                        new TimeSpread(0.8, 4.2, 41.0),
                        new TimeSpread(0.2, 1.1, 6.0),
                        second == 7 ? 3 : 0,
                        0,
                        0,
                        0),
                names.stream()
                        .map(name -> new LockRow(
                                name,
                                "mutex",
                                true,
                                second * 1_000L,
                                3_000L,
                                name,
                                1,
                                2,
                                Level.WRONG,
                                "dead holder",
                                name))
                        .toList(),
                List.of(),
                names.stream()
                        .map(name -> new HotLine(name, 500 + wave, 3, 2.0, 4, 5.0))
                        .toList(),
                second == 8 ? names : List.of());
    }
}
