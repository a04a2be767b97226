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
        Map<String, List<Hold>> byLock = new HashMap<>();
        for (Hold hold : evidence.history().holds()) {
            byLock.computeIfAbsent(hold.lock(), any -> new ArrayList<>()).add(hold);
        }
        byLock.forEach((lock, holds) -> idle.put(lock, idle(holds)));
    }

    private static List<Span> idle(List<Hold> holds) {
        long wanted = holds.stream()
                .filter(hold -> hold.share().isCounted())
                .mapToLong(hold -> hold.share().taken())
                .max()
                .orElse(0);
        List<Span> busy = new ArrayList<>();
        Sweep.over(holds, (from, to, begun, held) -> {
            boolean isFree = held.stream()
                    .allMatch(hold -> hold.share().isCounted()
                            && Sweep.taken(held) + wanted <= hold.share().size());
            if (!isFree) {
                Span last = busy.isEmpty() ? null : busy.get(busy.size() - 1);
                if (last != null && last.to() >= from) {
                    busy.set(busy.size() - 1, new Span(last.from(), to));
                } else {
                    busy.add(new Span(from, to));
                }
            }
        });
        List<Span> idle = new ArrayList<>();
        long from = Long.MIN_VALUE;
        for (Span span : busy) {
            idle.add(new Span(from, span.from()));
            from = span.to();
        }
        idle.add(new Span(from, Long.MAX_VALUE));
        return idle;
    }

    private void waited(List<Op> together, List<Violation> found) {
        Op first = together.get(0);
        List<Span> left = List.of(new Span(first.invoked(), first.answered()));
        for (Op op : together) {
            List<Span> free = idle.getOrDefault(op.entry(), List.of(new Span(Long.MIN_VALUE, Long.MAX_VALUE)));
            left = left.stream()
                    .flatMap(span -> free.stream()
                            .filter(other -> other.from() < span.to() && span.from() < other.to())
                            .map(other ->
                                    new Span(Math.max(span.from(), other.from()), Math.min(span.to(), other.to()))))
                    .toList();
        }
        for (Span struck : trouble.of(first.client())) {
            left = left.stream().flatMap(span -> span.without(struck).stream()).toList();
        }
        for (Span span : left) {
            long net = span.to() - span.from() - evidence.history().stood(first.client(), span.from(), span.to());
            if (net > most) {
                String what = first.id() + " waited for " + first.entry() + ", which went to nobody for "
                        + Moments.millis(net) + " of that, from " + Moments.seconds(span.from()) + " on";
                found.add(new Violation(
                        Violation.Kind.STALLED,
                        what,
                        together.stream().map(Op::toString).toList()));
                return;
            }
        }
    }
}
