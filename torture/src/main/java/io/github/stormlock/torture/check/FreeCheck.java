package io.github.stormlock.torture.check;

import io.github.stormlock.torture.history.History;
import io.github.stormlock.torture.history.Hold;
import io.github.stormlock.torture.history.Moments;
import io.github.stormlock.torture.history.Op;
import io.github.stormlock.torture.history.Span;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds attempts that waited for an entry that was free: nobody held its lock, and no client computed, sent or awaited an
 * update of it. Only entries whose locks were watched are judged, and only times when no fault struck that could keep the
 * waiting client from its servers.
 */
final class FreeCheck {
    private final Evidence evidence;
    private final Map<String, List<Span>> busy = new HashMap<>();
    private final Trouble trouble;

    private FreeCheck(Evidence evidence) {
        this.evidence = evidence;
        this.trouble = new Trouble(evidence);
    }

    static List<Violation> of(Evidence evidence) {
        FreeCheck check = new FreeCheck(evidence);
        check.gather();
        List<Violation> found = new ArrayList<>();
        for (Op op : evidence.history().ops()) {
            if (evidence.unlocked().containsKey(op.entry()) && op.answered() != Long.MAX_VALUE) {
                check.waited(op, found);
            }
        }
        return found;
    }

    private void gather() {
        History history = evidence.history();
        for (Op op : history.ops()) {
            if (op.ran() > 0) {
                busy(op.entry()).add(new Span(op.ran(), op.answered()));
            }
        }
        for (Hold hold : history.holds()) {
            busy(hold.lock()).add(new Span(hold.granted(), hold.released()));
        }
    }

    private List<Span> busy(String entry) {
        return busy.computeIfAbsent(entry, any -> new ArrayList<>());
    }

    private void waited(Op op, List<Violation> found) {
        long end = op.ran() > 0 ? op.ran() : op.answered();
        if (end - op.invoked() < evidence.limits().free()) {
            return;
        }
        for (Span free : free(op, new Span(op.invoked(), end))) {
            long idle = evidence.history().net(op.client(), free.from(), free.to());
            if (idle > evidence.limits().free()) {
                String what = op.id() + " waited for " + op.entry() + ", which was free for " + Moments.millis(idle)
                        + " of that, from " + Moments.seconds(free.from()) + " on";
                found.add(Violation.of(Violation.Kind.STALLED, what, op));
                return;
            }
        }
    }

    /** Returns the times when the entry was seen unlocked, without those when it was busy or a fault struck. */
    private List<Span> free(Op op, Span wait) {
        List<Span> free = evidence.unlocked().getOrDefault(op.entry(), List.of()).stream()
                .filter(span -> span.meets(wait.from(), wait.to()))
                .map(span -> span.between(wait.from(), wait.to()))
                .toList();
        List<Span> left = Span.without(free, busy.getOrDefault(op.entry(), List.of()));
        return Span.without(left, trouble.of(op.client()));
    }
}
