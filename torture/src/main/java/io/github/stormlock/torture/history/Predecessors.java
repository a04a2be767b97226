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
 * Collects what earlier incarnations of a client have left open. The next incarnation sends again what was not acked, as a
 * spout does. For one thread.
 */
public final class Predecessors {
    private final Map<String, Todo> open = new LinkedHashMap<>();
    private final Map<String, Long> next = new HashMap<>();

    /** Adds the history of the next incarnation, which has ended. */
    public void add(Path history) throws IOException {
        List<Op> ops = HistoryReader.read(List.of(history)).ops();
        Set<String> settled = new HashSet<>();
        for (Op op : ops) {
            if (!op.id().isEmpty() && !op.path().equals(PathNames.FINAL)) {
                Todo todo = Todo.parse(op.id(), op.entry());
                next.merge(todo.source(), todo.offset() + 1, Math::max);
                if (op.isOk()) {
                    settled.add(op.id());
                } else if (!PathNames.triesOnce(op.path())) {
                    open.putIfAbsent(op.id(), todo);
                }
            }
        }
        settled.forEach(open::remove);
    }

    public Inheritance inheritance() {
        return new Inheritance(List.copyOf(open.values()), Map.copyOf(next));
    }
}
