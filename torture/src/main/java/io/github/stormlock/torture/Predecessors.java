package io.github.stormlock.torture;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What earlier incarnations of a client have left: as a spout does, the next one sends again what was not acked. */
final class Predecessors {
    private final Map<String, Map<String, Todo>> open = new HashMap<>();
    private final Map<String, Long> highest = new HashMap<>();

    Predecessors(List<Path> histories) throws IOException {
        Set<String> settled = new HashSet<>();
        List<Op> ops = HistoryReader.read(histories).ops();
        ops.stream().filter(Op::isOk).forEach(op -> settled.add(op.id()));
        for (Op op : ops) {
            if (!op.id().isEmpty() && !op.door().equals(Doors.FINAL)) {
                Todo todo = Todo.parse(op.id(), op.entry());
                highest.merge(todo.source(), todo.offset(), Math::max);
                if (!settled.contains(op.id()) && !op.door().equals(Doors.PLAIN_UPDATE)) {
                    open.computeIfAbsent(todo.source(), any -> new LinkedHashMap<>())
                            .put(todo.id(), todo);
                }
            }
        }
    }

    List<Todo> open(String source) {
        return List.copyOf(open.getOrDefault(source, Map.of()).values());
    }

    /** The first offset that was never used. */
    long next(String source) {
        return highest.getOrDefault(source, -1L) + 1;
    }
}
