package io.github.stormlock.torture.history;

import io.github.stormlock.torture.protocol.Inheritance;
import io.github.stormlock.torture.protocol.Todo;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What earlier incarnations of a client have left: as a spout does, the next one sends again what was not acked. For one
 * thread.
 */
public final class Predecessors {
    private final Map<String, Todo> open = new LinkedHashMap<>();
    private final Map<String, Long> next = new HashMap<>();

    /** The history of the next incarnation, which has ended. */
    public void add(Path history) throws IOException {
        List<Op> ops = HistoryReader.read(List.of(history)).ops();
        Set<String> settled = new HashSet<>();
        for (Op op : ops) {
            if (!op.id().isEmpty() && !op.door().equals(Doors.FINAL)) {
                Todo todo = Todo.parse(op.id(), op.entry());
                next.merge(todo.source(), todo.offset() + 1, Math::max);
                if (op.isOk()) {
                    settled.add(op.id());
                } else if (!Doors.triesOnce(op.door())) {
                    Todo unused = open.putIfAbsent(op.id(), todo);
                }
            }
        }
        settled.forEach(open::remove);
    }

    public Inheritance inheritance() {
        return new Inheritance(List.copyOf(open.values()), Map.copyOf(next));
    }
}
