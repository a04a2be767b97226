package io.github.stormlock.torture.history;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads clients' files into one history. An attempt without an outcome is unknown. For one thread. */
public final class HistoryReader {
    private final ObjectReader json = new ObjectMapper().readerFor(HistoryLine.class);
    private final Map<String, Op> ops = new LinkedHashMap<>();
    private final Map<String, Hold> holds = new LinkedHashMap<>();
    private final Map<String, List<Span>> gaps = new HashMap<>();

    public static History read(List<Path> files) throws IOException {
        HistoryReader reader = new HistoryReader();
        for (Path file : files) {
            reader.add(file);
        }
        return reader.history();
    }

    void add(Path file) throws IOException {
        String name = String.valueOf(file.getFileName());
        String client = name.substring(0, name.lastIndexOf('.'));
        List<String> lines = Files.readAllLines(file);
        for (int i = 0; i < lines.size(); i++) {
            try {
                HistoryLine line = json.readValue(lines.get(i));
                add(client, line);
            } catch (JsonProcessingException e) {
                // This is the last line of a client that was killed while it wrote. Its attempt is unknown.
                if (i < lines.size() - 1) {
                    throw e;
                }
            }
        }
    }

    public void add(String client, HistoryLine line) {
        switch (line.kind()) {
            case INVOKE -> ops.put(line.op(), begun(client, line));
            case OK, FAILED, UNKNOWN -> ops.computeIfPresent(line.op(), (op, begun) -> begun.ended(line));
            case HELD -> {
                Op op = ops.get(line.op());
                if (op != null) {
                    holds.put(line.op(), granted(op, line));
                }
            }
            case FENCE -> holds.computeIfPresent(line.op(), (op, hold) -> hold.fenced(line.n(), line.at()));
            case PROLONGED -> holds.computeIfPresent(line.op(), (op, hold) -> hold.prolonged(line.n()));
            case RELEASE -> holds.computeIfPresent(line.op(), (op, hold) -> hold.released(line.at()));
            case GAP -> gaps.computeIfAbsent(client, any -> new ArrayList<>()).add(new Span(line.at(), line.n()));
        }
    }

    public History history() {
        return new History(List.copyOf(ops.values()), List.copyOf(holds.values()), Map.copyOf(gaps));
    }

    private static Op begun(String client, HistoryLine line) {
        return new Op(
                client,
                line.op(),
                line.id(),
                line.entry(),
                line.path(),
                line.at(),
                HistoryLine.Kind.UNKNOWN,
                Long.MAX_VALUE,
                0,
                "",
                0);
    }

    private static Hold granted(Op op, HistoryLine line) {
        return new Hold(
                op.client(),
                op.op(),
                op.entry(),
                op.path(),
                LockShare.parse(line.why()),
                op.invoked(),
                line.at(),
                line.n(),
                Long.MAX_VALUE,
                0,
                0);
    }
}
