package io.github.stormlock.torture.protocol;

import java.util.List;
import java.util.Map;

/**
 * The work that a client takes over from its earlier incarnations.
 *
 * @param open the updates that they began and did not settle
 * @param next the first offset that was never used, by source
 */
public record Inheritance(List<Todo> open, Map<String, Long> next) {
    public List<Todo> openOf(String source) {
        return open.stream().filter(todo -> todo.source().equals(source)).toList();
    }

    public long nextOf(String source) {
        return next.getOrDefault(source, 0L);
    }
}
