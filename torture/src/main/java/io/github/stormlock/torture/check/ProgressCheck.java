package io.github.stormlock.torture.check;

import io.github.stormlock.torture.history.Hold;
import io.github.stormlock.torture.history.Moments;
import io.github.stormlock.torture.history.Op;
import io.github.stormlock.torture.history.PathNames;
import io.github.stormlock.torture.history.Span;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Finds clients that waited for a lock although it went to nobody: a queue that stands behind a dead waiter, two that wait
 * for each other, permits that are gone. A grant that its client did not live to see lasts one lease, and a dead waiter is
 * passed over within a second; a client that waits longer than both while no fault strikes it or the servers is stalled.
 *
 * <p>Of several locks that are wanted together, all must go to nobody. Of permits, so many must be free that each waiter
 * could have its own.
 */
final class ProgressCheck {
    private static final Set<String> JUDGED = Set.of(
            PathNames.FAIR, PathNames.READ, PathNames.WRITE, PathNames.PERMITS, PathNames.MULTI, PathNames.QUORUM);

    private static final Span ALWAYS = new Span(Long.MIN_VALUE, Long.MAX_VALUE);

    private final Evidence evidence;
    private final Trouble trouble;
    private final long most;
    private final Map<String, List<Span>> idle = new HashMap<>();

    private ProgressCheck(Evidence evidence) {
        this.evidence = evidence;
        this.trouble = new Trouble(evidence);
        this.most = evidence.limits().recovery() + evidence.limits().slack();
    }

    static List<Violation> of(Evidence evidence) {
        ProgressCheck check = new ProgressCheck(evidence);
        Map<String, List<Op>> waits = new LinkedHashMap<>();
        for (Op op : evidence.history().ops()) {
            if (JUDGED.contains(op.path()) && op.answered() != Long.MAX_VALUE && check.isLong(op)) {
                waits.computeIfAbsent(op.client() + ' ' + op.id(), any -> new ArrayList<>())
                        .add(op);
            }
        }
        if (waits.isEmpty()) {
            return List.of();
        }
        check.gather();
        List<Violation> found = new ArrayList<>();
        waits.values().forEach(together -> check.waited(together, found));
        return found;
    }

    private boolean isLong(Op op) {
        return op.answered() - op.invoked() > most;
    }

    /** Gathers for each lock the times when it went to nobody. */
    private void gather() {
        evidence.history().holds().stream()
                .collect(Collectors.groupingBy(Hold::lock))
                .forEach((lock, holds) -> idle.put(lock, idle(holds)));
    }

    private static List<Span> idle(List<Hold> holds) {
        long wanted = holds.stream()
                .filter(hold -> hold.share().isCounted())
                .mapToLong(hold -> hold.share().taken())
                .max()
                .orElse(0);
        List<Span> idle = new ArrayList<>(List.of(ALWAYS));
        Sweep.over(holds, (from, to, begun, held) -> {
            boolean isFree = held.stream()
                    .allMatch(hold -> hold.share().isCounted()
                            && Sweep.taken(held) + wanted <= hold.share().size());
            if (!isFree) {
                // Busy stretches come in their order: only the last one can be cut.
                idle.addAll(idle.remove(idle.size() - 1).without(new Span(from, to)));
            }
        });
        return idle;
    }

    private void waited(List<Op> together, List<Violation> found) {
        Op first = together.get(0);
        List<Span> left = List.of(new Span(first.invoked(), first.answered()));
        for (Op op : together) {
            List<Span> free = idle.getOrDefault(op.entry(), List.of(ALWAYS));
            left = left.stream()
                    .flatMap(span -> free.stream()
                            .filter(other -> other.from() < span.to() && span.from() < other.to())
                            .map(other -> span.between(other.from(), other.to())))
                    .toList();
        }
        left = Span.without(left, trouble.of(first.client()));
        for (Span span : left) {
            long net = evidence.history().net(first.client(), span.from(), span.to());
            if (net > most) {
                String what = first.id() + " waited for " + first.entry() + ", which went to nobody for "
                        + Moments.millis(net) + " of that, from " + Moments.seconds(span.from()) + " on";
                found.add(Violation.of(Violation.Kind.STALLED, what, together.toArray()));
                return;
            }
        }
    }
}
