package io.github.stormlock.internal.lines;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The threads that wait for the turn of their own updates. They stand in the same lines as all others. A caller whose
 * update comes first is given its lines, and goes to Redis on its own thread; so it costs no hand-over where nobody else
 * wants the entry. With the lines it is given the updates of the callers behind it, which it may take along. It keeps the
 * lines until its own update has ended, and then the next one has them.
 *
 * <p>The lines are given in the step that frees them. So no thread of a bolt comes between, and nobody wakes in vain.
 * Thread-safe, by the monitor of {@link Lines}.
 *
 * @param <U> an update
 */
public final class Callers<U> {
    private static final int MOST_IN_HAND = 1_000;

    private final Lines<U> lines;
    private final LongSupplier clock;
    private final Owner<U> owner;
    final Lane<U> lane;

    /**
     * A thread that waits.
     *
     * @param <U> an update
     */
    public interface Caller<U> {
        /**
         * Gives it the lines of its update. Called on any thread; does not block.
         *
         * @param hand its update first, and those of others behind it; to be given back once
         * @return false if it waits no more, so that the next one is asked
         */
        boolean lead(Hand<U> hand);
    }

    /**
     * A line as others see it. Immutable.
     *
     * @param leading the update of the caller that has the line; {@code null} if none has
     * @param next the update of the caller that waits longest; {@code null} if none waits
     * @param waiting how many wait
     */
    public record Seen<U>(String entry, @Nullable U leading, @Nullable U next, int waiting) {}

    Callers(Lines<U> lines, LongSupplier clock) {
        this.lines = lines;
        this.clock = clock;
        this.lane = Lane.ofCallers(clock);
        this.owner = new Owner<>(lines, lane, Integer.MAX_VALUE, full -> {});
    }

    /** Puts an update into all its lines, in one step. The caller leads at once if nobody comes before it. */
    public Place<U> enter(U update, Caller<U> caller) {
        lines.monitor.lock();
        try {
            Place<U> place = lines.place(owner, update, clock.getAsLong());
            place.caller = caller;
            Line<U> line = place.links.get(0).line;
            if (place.isJoint() || line.size() > 1) {
                boolean unused = give(line);
            } else if (line.isOpen()) {
                // It is alone, as most are.
                Hand<U> hand = new Hand<>(lane, place.sinceNanos, MOST_IN_HAND);
                hand.take(place);
                boolean unused = caller.lead(hand);
            }
            return place;
        } finally {
            lines.monitor.unlock();
        }
    }

    /** Gives an open line to the caller whose update comes first there. Returns false if it cannot be taken. */
    boolean give(Line<U> line) {
        return give(line, Caller::lead);
    }

    private boolean give(Line<U> line, BiPredicate<Caller<U>, Hand<U>> lead) {
        while (line.isOpen()) {
            Hand<U> hand = new Hand<>(lane, clock.getAsLong(), MOST_IN_HAND);
            take(hand, line);
            if (hand.size() == 0) {
                return false;
            }
            hand.lines.forEach(lines::endRest);
            Place<U> first = hand.places.get(0);
            if (lead.test(Objects.requireNonNull(first.caller), hand)) {
                return true;
            }
            hand.places.forEach(place -> place.hand = null);
            hand.lines.forEach(taken -> taken.hand = null);
            lines.removeAll(List.of(first));
        }
        return false;
    }

    private void take(Hand<U> hand, Line<U> line) {
        hand.scan(line).take(1, /* past= */ false);
        if (hand.size() > 0) {
            // They are those of one update, which leads.
            List.copyOf(hand.lines).forEach(taken -> hand.scan(taken).take(hand.most, /* past= */ true));
        }
    }

    /**
     * Takes along what has come behind the update that leads. Returns all that is in hand, that update first; nothing if it
     * is of one entry, and alone.
     */
    public List<U> along(Hand<U> hand) {
        lines.monitor.lock();
        try {
            Line<U> line = lineOf(hand);
            if (line != null && line.size() == 1) {
                return List.of();
            } else if (line != null && line.size() > hand.size()) {
                line.scan = null;
                hand.scan(line).take(hand.most, /* past= */ true);
            }
            List<U> all = new ArrayList<>(hand.size());
            hand.places.forEach(place -> all.add(place.update));
            return all;
        } finally {
            lines.monitor.unlock();
        }
    }

    /** Returns the line of an update of one entry; {@code null} if it is of several, or the hand was given back. */
    private static <U> @Nullable Line<U> lineOf(Hand<U> hand) {
        return hand.places.isEmpty() || hand.places.get(0).isJoint()
                ? null
                : hand.places.get(0).links.get(0).line;
    }

    /**
     * Gives the line of a hand to the next caller, if one of that entry alone comes next.
     *
     * @param lead tells that caller, in place of {@link Caller#lead}
     * @return false if none has it. Then the hand may have been given back, or not
     */
    public boolean passOn(Hand<U> hand, BiPredicate<Caller<U>, Hand<U>> lead) {
        lines.monitor.lock();
        try {
            Line<U> line = lineOf(hand);
            if (line == null || !isForSingle(line)) {
                return false;
            }
            lines.takeBack(hand);
            boolean[] passed = new boolean[1];
            // Those that have gone are passed, and then another may come first.
            boolean unused = give(line, (next, given) -> {
                passed[0] = !given.places.get(0).isJoint() && lead.test(next, given);
                return passed[0] || next.lead(given);
            });
            lines.touch(line);
            return passed[0];
        } finally {
            lines.monitor.unlock();
        }
    }

    private static <U> boolean isForSingle(Line<U> line) {
        Line.Link<U> next = line.first;
        while (next != null && next.place.isOver) {
            next = next.next;
        }
        return next != null && next.place.caller != null && !next.place.isJoint();
    }

    /** Takes an update out whose caller waits no more. Idempotent. */
    public void leave(Place<U> place) {
        lines.monitor.lock();
        try {
            if (place.hand != null) {
                place.isOver = true;
            } else if (!place.isOver) {
                Set<Line<U>> touched = new LinkedHashSet<>(1);
                place.links.forEach(link -> touched.add(link.line));
                lines.remove(place);
                touched.forEach(lines::touch);
            }
        } finally {
            lines.monitor.unlock();
        }
    }

    /** Returns the lines that callers have or wait for. */
    public List<Seen<U>> seen() {
        lines.monitor.lock();
        try {
            List<Seen<U>> seen = new ArrayList<>();
            lines.lines.values().stream()
                    .filter(line -> line.lanes().contains(lane))
                    .map(this::seen)
                    .forEach(seen::add);
            return seen;
        } finally {
            lines.monitor.unlock();
        }
    }

    private Seen<U> seen(Line<U> line) {
        U leading = null;
        U next = null;
        int waiting = 0;
        for (Line.Link<U> link = line.first; link != null; link = link.next) {
            Place<U> place = link.place;
            if (place.lane() != lane || place.isOver) {
                // Not a caller, or one that has ended.
            } else if (place.hand != null && place.hand.places.get(0) == place) {
                leading = place.update;
            } else {
                next = next == null ? place.update : next;
                waiting++;
            }
        }
        return new Seen<>(line.entry, leading, next, waiting);
    }
}
