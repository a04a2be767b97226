package io.github.stormlock.internal.lines;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The lines that one taker has, and the updates taken from them. The taker notes what came of each, and gives the lines
 * back once. Used by one thread.
 *
 * @param <U> an update
 */
public final class Hand<U> {
    private static final long COMPUTES = Long.MAX_VALUE;

    final Lane<U> lane;
    final long sinceNanos;
    final List<Place<U>> places = new ArrayList<>(1);
    final List<Line<U>> lines = new ArrayList<>(1);
    final Set<String> busy;
    final Map<String, Long> resting;

    /** The owners of those that left their lines. */
    final Set<Owner<U>> owners;

    final int most;
    /** A round that is not full: all that was ready is in it. */
    boolean hasRoom;

    /** The server of all its entries; {@code null} until a line is taken. */
    @Nullable
    String node;

    /** The lines that wait until the server has answered this one. */
    final Set<Line<U>> behind;

    private boolean isAway;
    /** Since when it waits for its server; {@link #COMPUTES} while users' code runs. */
    private volatile long asksSinceNanos;
    /** The line for whose lock the taker waits; {@code null} for a round. It has no line in hand meanwhile. */
    @Nullable
    Line<U> attended;

    Hand(Lane<U> lane, long sinceNanos, int most) {
        this.lane = lane;
        this.sinceNanos = sinceNanos;
        this.asksSinceNanos = sinceNanos;
        this.most = most;
        // A caller's round has none of these, and is made as often as an update.
        boolean isRound = !lane.isOfCallers();
        this.busy = isRound ? new LinkedHashSet<>(0) : Collections.emptySet();
        this.resting = isRound ? new LinkedHashMap<>(0) : Collections.emptyMap();
        this.owners = isRound ? new LinkedHashSet<>(2) : Collections.emptySet();
        this.behind = isRound ? new LinkedHashSet<>(0) : Collections.emptySet();
    }

    boolean isFull() {
        return places.size() >= most;
    }

    /** Returns true if updates of several entries may be taken along: then the first is one of those. */
    boolean mayTakeJoint() {
        return places.isEmpty() || places.get(0).isJoint();
    }

    Scan<U> scan(Line<U> line) {
        Scan<U> scan = line.scan;
        if (scan == null || !scan.isOf(this)) {
            scan = new Scan<>(this, line);
            line.scan = scan;
        }
        return scan;
    }

    /** Takes an update, and all its lines. */
    void take(Place<U> place) {
        place.hand = this;
        places.add(place);
        place.leavePassed();
        for (Line.Link<U> link : place.links) {
            Scan<U> scan = link.line.scan;
            if (scan != null && scan.isOf(this)) {
                scan.notePassed();
            }
            if (link.line.hand != this && attended == null) {
                link.line.hand = this;
                lines.add(link.line);
            }
        }
    }

    /** Returns how many updates were taken. */
    public int size() {
        return places.size();
    }

    /** Returns an update; those of one entry come in the order in which they are to be made. */
    public U get(int index) {
        return places.get(index).update;
    }

    /** Computes an update, and measures for its bolt how long that takes. */
    public void compute(Runnable update) {
        long begun = beginComputing();
        try {
            update.run();
        } finally {
            long ended = lane.clock.getAsLong();
            lane.took(ended - begun);
            asksSinceNanos = ended;
        }
    }

    long beginComputing() {
        asksSinceNanos = COMPUTES;
        return lane.clock.getAsLong();
    }

    /** Returns true if the round has waited for its server for so long. For any thread. */
    boolean hasAskedFor(long nanos, long now) {
        long since = asksSinceNanos;
        return since != COMPUTES && now - since >= nanos;
    }

    /** Returns true if a caller was at work on one of the update's entries when it came. */
    public boolean isBehindCaller(int index) {
        return places.get(index).isBehindCaller;
    }

    /** Returns who submitted an update. */
    public Owner<U> owner(int index) {
        return places.get(index).owner;
    }

    /** Returns true if an update {@link #settled}. */
    public boolean isSettled(int index) {
        return places.get(index).telling != null;
    }

    /**
     * Notes that an update has left its lines: it was made, has failed, or is not wanted.
     *
     * @param telling tells what came of it, once its lines are free
     */
    public void settled(int index, Runnable telling) {
        places.get(index).telling = telling;
    }

    /** Has a caller's update leave its lines when they are given back, since it has ended. */
    public void ended(int index) {
        places.get(index).isOver = true;
    }

    /** Tells what came of the updates, once the lines are given back. */
    public void tell() {
        while (!owners.isEmpty()) {
            owners.removeIf(owner -> !owner.tellSettled());
        }
    }

    /** Notes that the lock of an entry is held outside of this JVM. */
    public void busy(String entry) {
        busy.add(entry);
    }

    /** Notes that the server of its entries has not answered. */
    public void away() {
        isAway = true;
    }

    boolean isAway() {
        return isAway;
    }

    /** Lets an entry rest for a while, since its update had no answer. */
    public void rest(String entry, long nanos) {
        resting.put(entry, nanos);
    }
}
