package io.github.stormlock.lock.update;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;

/**
 * An ordered input, read by a spout that may die, be replaced, and go on all the same. The tuples that it sent are
 * executed at any time, in any order, any number of times. Every tuple is executed at least once in the end.
 */
final class ReplayingSource {
    /** A tuple: an offset, and the lowest offset that its spout had pending when it sent it. */
    record Sent(long offset, long low) {}

    private final Random random;
    private final int events;
    private final List<Sent> executed = new ArrayList<>();
    private final List<Sent> inFlight = new ArrayList<>();
    private final TreeSet<Long> applied = new TreeSet<>();
    private final List<Spout> spouts = new ArrayList<>();

    ReplayingSource(Random random, int events) {
        this.random = random;
        this.events = events;
    }

    /** One incarnation of the spout, with what it has sent and not seen acked. */
    private static final class Spout {
        private final TreeSet<Long> pending = new TreeSet<>();
        private long next;

        private Spout(long durableLow) {
            next = durableLow;
        }

        private long low() {
            return pending.isEmpty() ? next : Math.min(pending.first(), next);
        }
    }

    /** Returns the tuples in the order of their execution. */
    List<Sent> run() {
        spouts.add(new Spout(0));
        while (applied.size() < events) {
            step();
        }
        // Tuples that are still under way arrive when nobody expects them any more.
        while (!inFlight.isEmpty()) {
            execute(random.nextInt(inFlight.size()), false);
        }
        return executed;
    }

    private void step() {
        Spout spout = spouts.get(random.nextInt(spouts.size()));
        switch (random.nextInt(20)) {
            case 0 -> restart(spout);
            case 1, 2, 3 -> replay(spout);
            case 4, 5, 6, 7, 8, 9 -> sendNext(spout);
            default -> {
                if (!inFlight.isEmpty()) {
                    execute(random.nextInt(inFlight.size()), random.nextInt(4) == 0);
                } else {
                    sendNext(spout);
                    replay(spout);
                }
            }
        }
    }

    /** Starts a new incarnation. The old one may stay as a zombie, which goes on until it is removed. */
    private void restart(Spout old) {
        if (random.nextBoolean()) {
            spouts.remove(old);
        }
        // The durable low is behind, because it was saved some time ago.
        long low = Math.max(0, old.low() - random.nextInt(4));
        spouts.add(new Spout(low));
        if (spouts.size() > 3) {
            spouts.remove(0);
        }
    }

    private void sendNext(Spout spout) {
        if (spout.next < events) {
            spout.pending.add(spout.next);
            inFlight.add(new Sent(spout.next++, spout.low()));
        }
    }

    private void replay(Spout spout) {
        if (!spout.pending.isEmpty()) {
            List<Long> pending = List.copyOf(spout.pending);
            inFlight.add(new Sent(pending.get(random.nextInt(pending.size())), spout.low()));
        }
    }

    /** @param again true if a copy of it stays under way, as of a tuple that timed out and is executed late */
    private void execute(int index, boolean again) {
        Sent sent = again ? inFlight.get(index) : inFlight.remove(index);
        executed.add(sent);
        applied.add(sent.offset());
        // The ack may be lost. Then the spout goes on taking the tuple for pending.
        if (random.nextInt(5) > 0) {
            spouts.forEach(spout -> spout.pending.remove(sent.offset()));
        }
    }
}
