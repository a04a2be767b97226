package io.github.stormlock.torture.check;

import io.github.stormlock.torture.history.Hold;
import io.github.stormlock.torture.history.Op;
import io.github.stormlock.torture.history.Span;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Tells when faults excuse a client, and what holds of locks the servers forgot. Thread-safe once it is made. */
final class Trouble {
    private final Evidence evidence;
    private final Map<String, Long> started = new HashMap<>();

    Trouble(Evidence evidence) {
        this.evidence = evidence;
        for (Op op : evidence.history().ops()) {
            if (op.isOk() || waitedInVain(op)) {
                started.merge(op.client(), op.answered(), Math::min);
            }
        }
    }

    /** A client has also started if it was granted nothing: a lock may go to nobody from the beginning. */
    private boolean waitedInVain(Op op) {
        return op.why().startsWith("LockTimeout")
                && op.answered() - op.invoked() >= evidence.limits().grant();
    }

    /** Returns the times in which a client is excused: while it starts, and while it or the servers are struck. */
    List<Span> of(String client) {
        List<Span> spans = new ArrayList<>();
        long since = started.getOrDefault(client, Long.MAX_VALUE);
        // A JVM that has just started is slow without any fault.
        spans.add(new Span(
                Long.MIN_VALUE,
                since == Long.MAX_VALUE ? since : since + evidence.limits().free()));
        for (Strike strike : evidence.strikes()) {
            if (strike.meets(client)) {
                spans.add(new Span(
                        strike.span().from(),
                        strike.span().to() + 2 * evidence.limits().command()));
            }
        }
        return spans;
    }

    boolean excuses(String client, long from, long to) {
        return of(client).stream().anyMatch(span -> span.meets(from, to));
    }

    /** Returns true if the servers may have lost the lock between two moments. */
    boolean mayHaveLost(String lock, long from, long to) {
        return evidence.losses(lock).stream().anyMatch(span -> span.meets(from, to));
    }

    /**
     * Returns the hold as the servers know it: it ends where they may have lost the lock. A hold that was asked for before
     * that may have been granted before, too.
     */
    Hold known(Hold hold) {
        Hold left = hold;
        for (Span span : evidence.losses(hold.lock())) {
            if (hold.invoked() <= span.to()) {
                left = left.before(span.from());
            }
        }
        return left;
    }
}
