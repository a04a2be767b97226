package io.github.stormlock.torture.run;

import io.github.stormlock.torture.check.Evidence;
import io.github.stormlock.torture.check.Loss;
import io.github.stormlock.torture.check.Strike;
import io.github.stormlock.torture.history.Span;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What the harness itself has done, as far as the verdict must know. Thread-safe. */
public final class Ledger {
    private final List<Loss> losses = new ArrayList<>();
    private final Map<String, List<Span>> lockLosses = new HashMap<>();
    private final List<Strike> strikes = new ArrayList<>();
    private final Map<String, Integer> faults = new TreeMap<>();

    /** What was written meanwhile may be gone, with everything else that the server held. */
    public void lost(long from, long to) {
        lost(new Loss(from, to, to, Set.of()));
        lostLock(Evidence.ALL_LOCKS, from, to);
    }

    public synchronized void lost(Loss loss) {
        losses.add(loss);
    }

    /** A lock may have been lost meanwhile. */
    public synchronized void lostLock(String lock, long from, long to) {
        lockLosses.computeIfAbsent(lock, any -> new ArrayList<>()).add(new Span(from, to));
    }

    public synchronized void count(String fault) {
        faults.merge(fault, 1, Integer::sum);
    }

    /** A fault was over. */
    public synchronized void struck(Strike strike) {
        strikes.add(strike);
        count(strike.fault());
    }

    synchronized List<Strike> strikes() {
        return List.copyOf(strikes);
    }

    synchronized List<Loss> losses() {
        return List.copyOf(losses);
    }

    synchronized Map<String, List<Span>> lockLosses() {
        return Map.copyOf(lockLosses);
    }

    synchronized Map<String, Integer> faults() {
        return new TreeMap<>(faults);
    }
}
