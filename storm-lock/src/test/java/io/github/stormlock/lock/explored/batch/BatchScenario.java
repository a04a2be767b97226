package io.github.stormlock.lock.explored.batch;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Callers and their batches. A program names the entries of each batch by digits: {@code "01 1"} updates entries 0 and
 * 1 together, and then entry 1. A scenario is set up before it is explored, and not changed afterwards.
 */
public final class BatchScenario {
    /** One update: its caller, its batch and its entry. */
    public record Part(int caller, int batch, int entry) {}

    private final List<Part> parts = new ArrayList<>();
    private final Set<BatchRule> broken = EnumSet.noneOf(BatchRule.class);
    private int callers;
    private int entries;
    private int misses;
    private int busy;
    private int replays;
    private int givesUp;

    public BatchScenario caller(String program) {
        String[] batches = program.split(" ");
        for (int batch = 0; batch < batches.length; batch++) {
            for (char entry : batches[batch].toCharArray()) {
                parts.add(new Part(callers, batch, entry - '0'));
                entries = Math.max(entries, entry - '0' + 1);
            }
        }
        callers++;
        return this;
    }

    /** Lets so many groups miss. */
    public BatchScenario misses(int times) {
        misses = times;
        return this;
    }

    /** Lets so many groups meet a lock of another worker. */
    public BatchScenario busy(int times) {
        busy = times;
        return this;
    }

    /** Lets so many groups find that the event of their first update was applied before. */
    public BatchScenario replays(int times) {
        replays = times;
        return this;
    }

    /** Lets so many queued updates give up. */
    public BatchScenario givesUp(int times) {
        givesUp = times;
        return this;
    }

    public BatchScenario without(BatchRule rule) {
        broken.add(rule);
        return this;
    }

    public boolean holds(BatchRule rule) {
        return !broken.contains(rule);
    }

    public Part part(int update) {
        return parts.get(update);
    }

    public int updates() {
        return parts.size();
    }

    public int callers() {
        return callers;
    }

    public int entries() {
        return entries;
    }

    /** Returns the numbers of misses, busy answers, replays and updates that give up, in this order. */
    public List<Integer> troubles() {
        return List.of(misses, busy, replays, givesUp);
    }
}
