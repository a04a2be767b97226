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

/** Records what the harness itself did, as far as the verdict needs it. Thread-safe. */
public final class Ledger {
    private final List<Loss> losses = new ArrayList<>();
    private final Map<String, List<Span>> lockLosses = new HashMap<>();
    private final List<Strike> strikes = new ArrayList<>();
    private final Map<String, Integer> faults = new TreeMap<>();
    private long broken;

    /** Records that everything written between these moments may be gone, and every lock with it. */
    public void lost(long from, long to) {
        lost(new Loss(from, to, to, Set.of()));
        lostLock(Evidence.ALL_LOCKS, from, to);
    }

    public synchronized void lost(Loss loss) {
        losses.add(loss);
    }

    /** Records that a lock may have been lost between these moments. */
    public synchronized void lostLock(String lock, long from, long to) {
        lockLosses.computeIfAbsent(lock, any -> new ArrayList<>()).add(new Span(from, to));
    }

    /** Records that an operator broke a lock. */
    public synchronized void broken() {
        broken++;
    }

    /** Records a fault that is over. */
    public synchronized void struck(Strike strike) {
        strikes.add(strike);
        faults.merge(strike.fault(), 1, Integer::sum);
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

    synchronized long brokenLocks() {
        return broken;
    }

    synchronized Map<String, Integer> faults() {
        return new TreeMap<>(faults);
    }
}
