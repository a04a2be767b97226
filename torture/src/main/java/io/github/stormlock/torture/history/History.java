package io.github.stormlock.torture.history;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What all clients recorded.
 *
 * @param ops every attempt
 * @param holds every grant of a lock
 * @param gaps when a client's JVM stood still, by client
 * @param refused how many commits were refused
 */
public record History(List<Op> ops, List<Hold> holds, Map<String, List<Span>> gaps, long refused) {
    /** What is about one entry and its lock. */
    public History of(String entry) {
        return new History(
                ops.stream().filter(op -> op.entry().equals(entry)).toList(),
                holds.stream().filter(hold -> hold.lock().equals(entry)).toList(),
                gaps,
                refused);
    }

    /** How long a client stood still between two moments. */
    public long stood(String client, long from, long to) {
        return gaps.getOrDefault(client, List.of()).stream()
                .mapToLong(gap -> gap.within(from, to))
                .sum();
    }

    public long updates() {
        return ops.stream().filter(op -> op.isOk() && !op.id().isEmpty()).count();
    }

    /** Attempts whose outcome nobody told, and which another attempt settled. */
    public long resolved() {
        Set<String> settled = ops.stream().filter(Op::isOk).map(Op::id).collect(Collectors.toSet());
        return ops.stream()
                .filter(op -> op.outcome() == Line.Kind.UNKNOWN && settled.contains(op.id()))
                .count();
    }
}
