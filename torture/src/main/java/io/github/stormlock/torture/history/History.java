package io.github.stormlock.torture.history;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The records of all clients.
 *
 * @param ops every attempt
 * @param holds every grant of a lock
 * @param gaps the times when a client's JVM stood still, by client
 */
public record History(List<Op> ops, List<Hold> holds, Map<String, List<Span>> gaps) {
    /** Returns for how long a client stood still between two moments, in nanoseconds. */
    public long stood(String client, long from, long to) {
        return gaps.getOrDefault(client, List.of()).stream()
                .mapToLong(gap -> gap.within(from, to))
                .sum();
    }

    /** Returns the time between two moments without that for which a client stood still. */
    public long net(String client, long from, long to) {
        return to - from - stood(client, from, to);
    }

    public long updates() {
        return ops.stream().filter(op -> op.isOk() && op.isOfAnUpdate()).count();
    }

    /** Returns the number of attempts whose outcome was unknown and that another attempt settled. */
    public long resolved() {
        Set<String> settled = ops.stream().filter(Op::isOk).map(Op::id).collect(Collectors.toSet());
        return ops.stream()
                .filter(op -> op.outcome() == HistoryLine.Kind.UNKNOWN && settled.contains(op.id()))
                .count();
    }
}
