package io.github.stormlock.torture.protocol;

import java.util.List;
import java.util.Map;

/**
 * What a client takes over from its earlier incarnations.
 *
 * @param open what they have begun, and not settled
 * @param next for each source, the first offset that was never used
 */
public record Inheritance(List<Todo> open, Map<String, Long> next) {
    public List<Todo> openOf(String source) {
        return open.stream().filter(todo -> todo.source().equals(source)).toList();
    }

    public long nextOf(String source) {
        return next.getOrDefault(source, 0L);
    }
}
