package io.github.stormlock.internal.lines;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The entries whose locks are held outside of this JVM, and the threads that wait for those. Such a line is busy: nobody
 * takes from it meanwhile. The thread that waits has no line in hand, so at the other entries of its update others go
 * first. Thread-safe, by the monitor of {@link Lines}; what is not public is called under it.
 *
 * @param <U> an update
 */
public final class OutsideLocks<U> {
    private static final int MOST_ATTENDED = 1_000;

    private final Lines<U> lines;
    private final LongSupplier clock;
    private final Set<Hand<U>> waiting = new LinkedHashSet<>(0);
    private final Map<Hand<U>, Thread> attendants = new HashMap<>(0);

    OutsideLocks(Lines<U> lines, LongSupplier clock) {
        this.lines = lines;
        this.clock = clock;
    }

    /**
     * Takes the first updates of a busy entry, for a thread that waits for its lock. It is one of several entries, or all
     * of one bolt that follow each other. The thread makes them in this order, so none has a shorter time to wait than the
     * one before it.
     *
     * @return {@code null} if there is none that may be made now
     */
    public @Nullable Hand<U> take(String entry) {
        lines.monitor.lock();
        try {
            Line<U> line = lines.lines.get(entry);
            if (line == null || !line.busy) {
                return null;
            }
            Hand<U> hand = take(line);
            if (hand == null) {
                lines.free(line);
            } else {
                attendants.put(hand, Thread.currentThread());
            }
            return hand;
        } finally {
            lines.monitor.unlock();
        }
    }

    private @Nullable Hand<U> take(Line<U> line) {
        Line.Link<U> link = line.first;
        while (link != null && !link.place.isQueued()) {
            // Another thread waits for it at another of its entries.
            link = link.next;
        }
        if (link == null || link.place.caller != null || !isFirstElsewhere(link)) {
            return null;
        }
        Place<U> first = link.place;
        Hand<U> hand = new Hand<>(first.lane(), clock.getAsLong(), MOST_ATTENDED);
        waits(hand, line);
        hand.take(first);
        first.attended = first.isJoint();
        Place<U> before = first;
        for (link = link.next; link != null && !first.isJoint() && !hand.isFull(); link = link.next) {
            Place<U> next = link.place;
            if (next.isJoint() || next.lane() != first.lane() || next.deadlineNanos - before.deadlineNanos < 0) {
                break;
            }
            hand.take(next);
            before = next;
        }
        return hand;
    }

    private static <U> boolean isFirstElsewhere(Line.Link<U> link) {
        Place<U> place = link.place;
        for (Line.Link<U> other : place.links) {
            for (Line.Link<U> before = other.line.first;
                    before != other;
                    before = Objects.requireNonNull(before).next) {
                Place<U> stays = Objects.requireNonNull(before).place;
                if (!stays.isJoint() || !stays.waitsOutside()) {
                    return false;
                }
            }
        }
        return true;
    }

    private void waits(Hand<U> hand, Line<U> line) {
        hand.attended = line;
        waiting.add(hand);
        lines.threads.wakeClock();
    }

    /**
     * Notes that the thread that has this hand waits for the lock of an entry. The update goes on in its place. At its other
     * entries others go first meanwhile.
     */
    public void waits(Hand<U> hand, String entry) {
        lines.monitor.lock();
        try {
            Place<U> first = hand.places.get(0);
            if (hand.attended != null && hand.attended.entry.equals(entry)) {
                return;
            }
            Set<Line<U>> touched = new LinkedHashSet<>(hand.lines);
            hand.lines.clear();
            touched.forEach(line -> line.hand = null);
            leave(hand);
            Line<U> line = lines.lines.get(entry);
            if (line != null && line.isOpen()) {
                becomesBusy(line);
                waits(hand, line);
                touched.add(line);
            }
            if (first.isJoint()) {
                first.attended = true;
                lines.giveBackSome(hand, List.copyOf(hand.places.subList(1, hand.size())));
            }
            touched.forEach(lines::touch);
        } finally {
            lines.monitor.unlock();
        }
    }

    /** Lets a busy entry rest for a while, since no thread is left that could wait for its lock. */
    public void rest(String entry, long nanos) {
        lines.monitor.lock();
        try {
            Line<U> line = lines.lines.get(entry);
            if (line != null && line.busy) {
                line.busy = false;
                lines.rest(entry, nanos);
                line.isUnattended = line.rests;
                lines.touch(line);
            }
        } finally {
            lines.monitor.unlock();
        }
    }

    /** Notes the locks that a round has found held. Returns the entries for which a thread has to wait. */
    List<String> busy(Set<String> entries) {
        List<String> found = new ArrayList<>(0);
        for (String entry : entries) {
            Line<U> line = lines.lines.get(entry);
            if (line != null && !line.isEmpty() && !line.busy && line.hand == null) {
                becomesBusy(line);
                found.add(entry);
            }
        }
        return found;
    }

    /** Marks a line. A bolt that kept itself back for it takes others now. */
    private void becomesBusy(Line<U> line) {
        line.busy = true;
        line.lanes().stream().filter(lane -> !lane.candidates.isEmpty()).forEach(lines.threads::rouse);
    }

    /** Ends the waiting of a hand, and frees its line. */
    void leave(Hand<U> hand) {
        Line<U> line = end(hand);
        if (line != null) {
            lines.free(line);
        }
    }

    /** Ends the waiting of a hand. Returns its line, which is to be freed; {@code null} if it has none. */
    @Nullable
    Line<U> end(Hand<U> hand) {
        Line<U> line = hand.attended;
        hand.attended = null;
        boolean unused = waiting.remove(hand);
        return line;
    }

    /** Forgets who waits with a hand that is given back. */
    void forget(Hand<U> hand) {
        attendants.remove(hand);
    }

    /** Interrupts the threads that wait for nobody else any more. */
    void interruptClosed() {
        attendants.forEach((hand, thread) -> {
            if (hand.places.stream().allMatch(place -> place.owner.isClosed())) {
                thread.interrupt();
            }
        });
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    /** Returns the lines of locks that are held outside. */
    List<Line<U>> all() {
        List<Line<U>> all = new ArrayList<>(waiting.size());
        for (Hand<U> hand : waiting) {
            if (hand.attended != null) {
                all.add(hand.attended);
            }
        }
        lines.resting.stream().filter(line -> line.isUnattended).forEach(all::add);
        return all;
    }
}
