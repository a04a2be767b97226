package io.github.stormlock.torture;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What the harness itself has done, as far as the verdict must know. Thread-safe. */
final class Ledger {
    private final List<Span> losses = new ArrayList<>();
    private final Map<String, List<Span>> lockLosses = new HashMap<>();
    private final Map<String, Integer> faults = new TreeMap<>();

    /** What was written meanwhile may be gone. */
    synchronized void lost(long from, long to) {
        losses.add(new Span(from, to));
    }

    /** A lock may have been lost meanwhile. */
    synchronized void lostLock(String lock, long from, long to) {
        lockLosses.computeIfAbsent(lock, any -> new ArrayList<>()).add(new Span(from, to));
    }

    synchronized void count(String fault) {
        faults.merge(fault, 1, Integer::sum);
    }

    synchronized List<Span> losses() {
        return List.copyOf(losses);
    }

    synchronized Map<String, List<Span>> lockLosses() {
        return Map.copyOf(lockLosses);
    }

    synchronized Map<String, Integer> faults() {
        return new TreeMap<>(faults);
    }
}
