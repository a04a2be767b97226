package io.github.stormlock.internal.lines;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Chooses what a round takes: first what others have passed, then the ready lines of its bolt in turns, all of one server,
 * an equal share of each. Used under the monitor of {@link Lines}.
 */
final class Turns<U> {
    /** The longest time for which a round that waits for the only server keeps a second one from starting. */
    private static final long LONGEST_KEPT_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private static final int MOST_LOOKED = 4_096;

    private final Lines<U> lines;
    private final Nodes nodes;
    private final LongSupplier clock;

    Turns(Lines<U> lines, Nodes nodes, LongSupplier clock) {
        this.lines = lines;
        this.nodes = nodes;
        this.clock = clock;
    }

    /**
     * Takes some updates; returns {@code null} if none can be taken.
     *
     * @param mostLines of how many entries to take at most; updates of several entries may bring along others
     */
    @Nullable
    Hand<U> tryTake(Lane<U> lane, int mostLines) {
        lane.lookedNanos = clock.getAsLong();
        lane.isRoused = false;
        lane.stands = false;
        Hand<U> hand = new Hand<>(lane, lane.lookedNanos, lane.mostInRound());
        boolean waits = takePassed(hand);
        while (hand.size() == 0 && !waits && !lane.candidates.isEmpty()) {
            hand.node = null;
            takeOf(turns(hand, Math.min(mostLines, hand.most)), hand);
        }
        if (hand.size() == 0) {
            return null;
        }
        hand.hasRoom = !hand.isFull() && hand.lines.size() < mostLines;
        lane.hands.add(hand);
        return hand;
    }

    /**
     * Takes what others have passed.
     *
     * @return true if another bolt has a line of it in hand for the moment. Then nothing else is taken: while this bolt was
     *     at work on that, it would be passed again
     */
    private boolean takePassed(Hand<U> hand) {
        boolean waits = false;
        Set<Line<U>> free = new LinkedHashSet<>(0);
        for (Place<U> place : hand.lane.passed) {
            if (!place.links.stream().allMatch(link -> link.line.isFree())) {
                waits |= place.links.stream().allMatch(link -> comesBackSoon(link.line, hand));
            } else if (isOfNode(hand, nodes.of(place.links.get(0).line.entry))) {
                place.links.forEach(link -> free.add(link.line));
            }
        }
        if (!free.isEmpty()) {
            hand.lane.candidates.removeAll(free);
            takeOf(List.copyOf(free), hand);
            free.stream().filter(Line::isFree).forEach(hand.lane.candidates::add);
        }
        return waits;
    }

    private static <U> boolean comesBackSoon(Line<U> line, Hand<U> own) {
        Hand<U> hand = line.hand;
        return line.isFree()
                || (hand != null
                        && hand.lane != own.lane
                        && (isLast(own.lane) || own.sinceNanos - hand.sinceNanos < Lines.MOMENT_NANOS));
    }

    /**
     * Returns true if all other threads of a bolt are at work. Its last one waits for what was passed, however long another
     * bolt keeps that: two slow bolts might miss each other for ever.
     */
    private static boolean isLast(Lane<?> lane) {
        return lane.hands.size() >= Math.max(1, lane.mostThreads() - 1);
    }

    /**
     * Takes the lines of one server that come next in turn out of the candidates. What else it takes out has nothing to
     * take, or waits for its server. It comes back when that changes.
     */
    private List<Line<U>> turns(Hand<U> hand, int most) {
        List<Line<U>> turns = new ArrayList<>();
        int looked = 0;
        for (Iterator<Line<U>> all = hand.lane.candidates.iterator();
                all.hasNext() && turns.size() < most && looked < MOST_LOOKED;
                looked++) {
            Line<U> line = all.next();
            String node = nodes.of(line.entry);
            if (!line.isFree() || line.isEmpty() || isKeptByNode(hand.lane, hand.sinceNanos, line, node)) {
                all.remove();
            } else if (isOfNode(hand, node)) {
                all.remove();
                turns.add(line);
            }
        }
        return turns;
    }

    /** Returns true if a server is the one that a round asks. The first line decides which that is. */
    private static boolean isOfNode(Hand<?> hand, String node) {
        if (hand.node == null) {
            hand.node = node;
        }
        return node.equals(hand.node);
    }

    /**
     * Keeps a line back while its server rests, or while a round of the bolt {@link #keepsOthers}.
     */
    private boolean isKeptByNode(Lane<U> lane, long now, Line<U> line, String node) {
        long rest = nodes.restNanos(node, now);
        if (rest > 0) {
            lines.rest(line.entry, rest);
            return true;
        }
        for (Hand<U> other : lane.hands) {
            if (node.equals(other.node) && keepsOthers(other, now)) {
                other.behind.add(line);
                return true;
            }
        }
        return false;
    }

    /**
     * Returns true if a round waits for its server, and a second one had better wait too: meanwhile more comes, and is
     * written by one script. A round that was full gains nothing by that. If there is one server only, an answer that is
     * late for long was lost, or its connection is slow, and the server may well answer others.
     */
    static boolean keepsOthers(Hand<?> asking, long now) {
        boolean isOnly = "".equals(asking.node);
        return asking.hasAskedFor(Lines.MOMENT_NANOS, now)
                && !(isOnly && (!asking.hasRoom || asking.hasAskedFor(LONGEST_KEPT_NANOS, now)));
    }

    private void takeOf(List<Line<U>> turns, Hand<U> hand) {
        int share = Math.max(1, hand.most / Math.max(1, turns.size()));
        int before;
        do {
            before = hand.size();
            turns.forEach(line -> hand.scan(line).take(share, /* past= */ false));
            // An update of several entries may come first by now.
        } while (hand.size() > before);
        turns.forEach(line -> hand.scan(line).take(hand.most, /* past= */ true));
        if (hand.isFull()) {
            turns.stream().filter(Line::isFree).forEach(hand.lane.candidates::add);
        }
    }

    /** Takes the lines out of the candidates that wait for their server, and would wake threads in vain. */
    void keepBack(Lane<U> lane, long now) {
        if (lane.hands.stream().anyMatch(hand -> keepsOthers(hand, now))) {
            lane.candidates.removeIf(line -> isKeptByNode(lane, now, line, nodes.of(line.entry)));
        }
    }
}
