package io.github.stormlock.internal.lines;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The lines of one factory: for each entry the updates that were submitted, by whatever task of whatever bolt, in their
 * order. One taker at a time has a line. So two threads of this JVM never meet at an entry, and what waits there is
 * written by one script. Thread-safe, by one monitor, since an update of several entries stands in all their lines and
 * needs one order.
 *
 * <p><b>Place.</b> An update that is taken keeps its place until it is settled or dropped. To put it back is to change its
 * state.
 *
 * <p><b>Order.</b> Order is promised among the updates of one owner at one entry, and for nothing else. An update is taken
 * if all its lines are free, and each update before it is passed, which two reasons allow. The one before is of several
 * entries, and waits for a lock that is held outside of this JVM: it has no order from then on, or one busy entry would
 * keep all that are tied to it. Or it is of a bolt whose threads all have been at work
 * for a moment: otherwise a computation that hangs would stop all bolts at each entry that its bolt only wants. That bolt
 * then takes what was passed before all else, so that nothing is passed for ever. A slow bolt that is behind is passed in
 * the same way, for a second at most, and takes its oldest updates first.
 *
 * <p><b>Callers.</b> A thread that waits for its own update stands in the same lines: {@link Callers}.
 *
 * <p><b>Group.</b> Behind the first update of a line its taker takes those of its own bolt along, past those that stay, but
 * not past one of the same owner. A group that ended at another bolt's update would cost a script for each.
 *
 * <p><b>Wake-ups.</b> Who changes a line looks, in the same step, at the lines of all that stand in it, and wakes a thread
 * of each bolt that may have something to take there, unless one of its threads is awake. A thread looks and sleeps in
 * one step. So no update is ready while all threads of its bolt sleep. If those that are awake compute for a moment,
 * another one is woken or started. If they wait for the server, what comes meanwhile makes the next round larger.
 *
 * @param <U> an update; the same object is the same update
 */
public final class Lines<U> implements AutoCloseable {
    static final long MOMENT_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private final Function<? super U, ? extends List<String>> entriesOf;
    private final BiConsumer<U, Owner<U>> drop;
    private final ToLongFunction<? super U> deadlineOf;
    private final LongSupplier clock;
    private final Nodes nodes;
    private final Callers<U> callers;
    final OutsideLocks<U> outside;
    final Turns<U> turns;
    final LaneThreads<U> threads;

    final ReentrantLock monitor = new ReentrantLock();
    final Map<String, Line<U>> lines = new HashMap<>();
    final Map<String, Lane<U>> lanes = new LinkedHashMap<>();
    /** The lines in which updates of several bolts stand. */
    final Set<Line<U>> shared = new LinkedHashSet<>(0);

    private final ArrayDeque<Line<U>> changed = new ArrayDeque<>();
    private boolean isTouching;

    final PriorityQueue<Line<U>> resting = new PriorityQueue<>(Comparator.comparingLong(line -> line.restsUntilNanos));

    /**
     * Creates lines without updates.
     *
     * @param entriesOf tells the entries of an update, at least one; all of them are of one server
     * @param nodeOf tells the server of an entry; blocks never
     * @param start starts a thread of a bolt, which calls {@link #take} until that returns {@code null}; called under the
     *     monitor
     * @param drop tells an update that its owner is closed, so that nobody makes it; throws nothing
     * @param deadlineOf tells the time of the clock until which an update may wait
     * @param clock tells the time, in nanoseconds
     */
    public Lines(
            Function<? super U, ? extends List<String>> entriesOf,
            Function<String, String> nodeOf,
            Consumer<Lane<U>> start,
            BiConsumer<U, Owner<U>> drop,
            ToLongFunction<? super U> deadlineOf,
            LongSupplier clock) {
        this.entriesOf = entriesOf;
        this.nodes = new Nodes(nodeOf);
        this.drop = drop;
        this.deadlineOf = deadlineOf;
        this.clock = clock;
        this.callers = new Callers<>(this, clock);
        this.outside = new OutsideLocks<>(this, clock);
        this.turns = new Turns<>(this, nodes, clock);
        this.threads = new LaneThreads<>(this, turns, start, clock);
    }

    /** Returns the threads that wait for their own updates. */
    public Callers<U> callers() {
        return callers;
    }

    /** Returns the locks that are held outside of this JVM. */
    public OutsideLocks<U> outside() {
        return outside;
    }

    /**
     * Registers somebody who submits updates.
     *
     * @param bolt the name of its bolt, whose owners share threads
     * @param mostThreads the most threads of the bolt; 0 for one more than it has owners
     * @param mostOpen how many of its updates may be open
     * @param full told, on a thread that has to wait for room, at which entry most updates wait
     */
    public Owner<U> owner(String bolt, int mostThreads, int mostOpen, Consumer<String> full) {
        monitor.lock();
        try {
            Lane<U> lane = lanes.computeIfAbsent(bolt, name -> new Lane<>(name, mostThreads, clock));
            Owner<U> owner = new Owner<>(this, lane, mostOpen, full);
            lane.owners.add(owner);
            return owner;
        } finally {
            monitor.unlock();
        }
    }

    /** Puts updates into all their lines, in one step; returns false if this or the owner is closed. */
    boolean enter(Owner<U> owner, List<U> updates) {
        monitor.lock();
        try {
            if (threads.isClosed() || owner.isClosed()) {
                return false;
            }
            long now = clock.getAsLong();
            updates.forEach(update -> enter(owner, update, now));
            if (!owner.lane().candidates.isEmpty()) {
                threads.rouse(owner.lane());
            }
            return true;
        } finally {
            monitor.unlock();
        }
    }

    /** Puts an update into all its lines, where it waits for its turn. */
    Place<U> place(Owner<U> owner, U update, long now) {
        List<String> entries = entriesOf.apply(update);
        Place<U> place = new Place<>(update, owner, entries.size(), now, deadlineOf.applyAsLong(update));
        entries.forEach(entry -> place.links.add(new Line.Link<>(place, lines.computeIfAbsent(entry, Line::new))));
        for (Line.Link<U> link : place.links) {
            Line<U> line = link.line;
            place.isBehindCaller |= line.hand != null && line.hand.lane.isOfCallers();
            line.add(link);
            if (line.lanes().size() > 1) {
                shared.add(line);
                threads.wakeClock();
            }
        }
        return place;
    }

    private void enter(Owner<U> owner, U update, long now) {
        for (Line.Link<U> link : place(owner, update, now).links) {
            Line<U> line = link.line;
            if (line.isFree()) {
                if (owner.lane().candidates.isEmpty()) {
                    owner.lane().readyNanos = now;
                }
                owner.lane().candidates.add(line);
            }
        }
    }

    /**
     * Waits for updates of a bolt, and takes some, of as many entries as possible, of 256 mostly, an equal share of each. For
     * a thread of the bolt.
     *
     * @return {@code null} if the thread is to end
     */
    public @Nullable Hand<U> take(Lane<U> lane) {
        return threads.take(lane);
    }

    /**
     * Keeps the time until this is closed. For a thread of its own.
     *
     * @param overdue tells an update that it has waited for as long as it may, and that nobody makes it; throws nothing
     */
    public void keepTime(BiConsumer<U, Owner<U>> overdue) {
        threads.keepTime(overdue);
    }

    /**
     * Gives some updates of a hand back before the others, with the lines that the others do not want. An update that leads
     * stays: its caller has the hand.
     */
    public void giveBack(Hand<U> hand, Collection<? extends U> some) {
        monitor.lock();
        try {
            Set<U> wanted = new HashSet<>(some);
            Place<U> leads = hand.lane.isOfCallers() ? hand.places.get(0) : null;
            List<Place<U>> left = new ArrayList<>(hand.places);
            left.removeIf(place -> place == leads || !wanted.contains(place.update));
            giveBackSome(hand, left);
        } finally {
            monitor.unlock();
        }
    }

    void giveBackSome(Hand<U> hand, List<Place<U>> left) {
        hand.places.removeAll(left);
        Set<Line<U>> touched = new LinkedHashSet<>();
        for (Place<U> place : left) {
            place.hand = null;
            place.links.forEach(link -> touched.add(link.line));
            settle(place, hand);
        }
        Set<Line<U>> kept = new HashSet<>();
        hand.places.forEach(place -> place.links.forEach(link -> kept.add(link.line)));
        touched.removeAll(kept);
        hand.lines.removeAll(touched);
        touched.stream().filter(line -> line.hand == hand).forEach(line -> line.hand = null);
        touched.forEach(this::touch);
    }

    /**
     * Gives the lines of a hand back, once. What was not made stays in its place. {@link Hand#tell} follows.
     *
     * @return the entries for whose locks a thread has to wait: {@link OutsideLocks#take}
     */
    public List<String> giveBack(Hand<U> hand) {
        monitor.lock();
        try {
            if (hand.lane.isOfCallers() && hand.lines.size() == 1 && hand.attended == null) {
                Line<U> line = hand.lines.get(0);
                takeBack(hand);
                touch(line);
                return List.of();
            }
            hand.lane.hands.remove(hand);
            // Its thread looks next. A caller who is given a line here would go past its bolt, again and again.
            hand.lane.stands = false;
            outside.forget(hand);
            Set<Line<U>> touched = new LinkedHashSet<>(hand.lines);
            for (Place<U> place : hand.places) {
                place.hand = null;
                place.attended = false;
                place.links.forEach(link -> touched.add(link.line));
                settle(place, hand);
            }
            for (Line<U> line : hand.lines) {
                line.hand = null;
            }
            outside.leave(hand);
            if (hand.isAway()) {
                nodes.away(Objects.requireNonNullElse(hand.node, ""), clock.getAsLong());
            } else {
                nodes.answered(hand.node);
            }
            offerBehind(hand);
            List<String> busy = outside.busy(hand.busy);
            hand.resting.forEach(this::rest);
            // It is given back once, whatever follows.
            hand.lines.clear();
            hand.places.clear();
            touched.forEach(this::touch);
            if (hand.owners.size() > 1) {
                // This thread may be kept at one of them.
                threads.wakeClock();
            }
            return busy;
        } finally {
            monitor.unlock();
        }
    }

    /** Takes the line of callers of one entry back. There is one such hand for each of their round trips, so this is short. */
    void takeBack(Hand<U> hand) {
        for (Place<U> place : hand.places) {
            place.hand = null;
            if (place.isOver) {
                remove(place);
            }
        }
        hand.lines.forEach(line -> line.hand = null);
        Line<U> attended = outside.end(hand);
        if (attended != null) {
            // It is not looked at yet: a live lease may go on with it.
            attended.busy = false;
        }
        hand.lines.clear();
        hand.places.clear();
    }

    private void settle(Place<U> place, Hand<U> hand) {
        Runnable telling = place.telling;
        if (telling == null && place.owner.isClosed()) {
            telling = () -> drop.accept(place.update, place.owner);
        }
        if (place.isOver) {
            remove(place);
        } else if (telling != null) {
            remove(place);
            place.owner.settle(telling);
            hand.owners.add(place.owner);
        }
    }

    void remove(Place<U> place) {
        place.isOver = true;
        place.leavePassed();
        for (Line.Link<U> link : place.links) {
            link.line.remove(link);
            if (link.line.lanes().size() < 2) {
                shared.remove(link.line);
            }
        }
    }

    void rest(String entry, long nanos) {
        Line<U> line = lines.get(entry);
        if (line == null || line.isEmpty() || line.rests || line.busy) {
            return;
        }
        line.rests = true;
        line.restsUntilNanos = clock.getAsLong() + nanos;
        resting.add(line);
        threads.lookAgain();
    }

    /** Frees a line that was busy or rested. */
    void free(Line<U> line) {
        endRest(line);
        line.busy = false;
        touch(line);
    }

    void endRest(Line<U> line) {
        if (line.rests) {
            resting.remove(line);
            line.rests = false;
            line.isUnattended = false;
        }
    }

    /**
     * Looks at a line that has changed, and at the other lines of all that stand in it. What changes then is looked at
     * afterwards: else each caller that has gone would take one more level of the stack.
     */
    void touch(Line<U> line) {
        changed.add(line);
        if (!isTouching) {
            isTouching = true;
            try {
                for (Line<U> next = changed.poll(); next != null; next = changed.poll()) {
                    look(next);
                }
            } finally {
                isTouching = false;
            }
        }
    }

    private void look(Line<U> line) {
        if (line.isEmpty()) {
            if (line.isFree()) {
                lines.remove(line.entry, line);
            } else if (line.hand == null) {
                free(line);
            }
            return;
        }
        offer(line);
        if (line.hasJoint()) {
            // A caller that has given up leaves its lines meanwhile.
            line.linesOfJoint().forEach(this::offer);
        }
    }

    private void offer(Line<U> line) {
        if (line.isOpen() && line.lanes().contains(callers.lane) && callers.give(line)) {
            return;
        }
        if (line.isFree()) {
            for (Lane<U> lane : line.lanes()) {
                if (!lane.isOfCallers()) {
                    lane.candidates.add(line);
                    threads.rouse(lane);
                }
            }
        }
    }

    void offerShared(Lane<U> lane) {
        // A copy: a caller that has given up leaves its lines.
        List.copyOf(shared).stream().filter(line -> line.lanes().contains(lane)).forEach(this::offer);
    }

    void offerBehind(Hand<U> hand) {
        hand.behind.forEach(this::offer);
        hand.behind.clear();
    }

    /** Drops those updates of an owner that nobody has in hand. */
    public void drop(Owner<U> owner, Predicate<? super U> which) {
        Set<Place<U>> dropped = new LinkedHashSet<>();
        monitor.lock();
        try {
            lines.values()
                    .forEach(
                            line -> line.addQueued(place -> place.owner == owner && which.test(place.update), dropped));
            removeAll(dropped);
        } finally {
            monitor.unlock();
        }
        dropped.forEach(place -> drop.accept(place.update, owner));
    }

    /**
     * Takes updates out that have waited for as long as they may, if nobody else would end that: behind a lock that is held
     * outside, and behind the computation of a caller. A caller looks for itself.
     */
    List<Place<U>> takeOverdue() {
        long now = clock.getAsLong();
        Set<Place<U>> found = new LinkedHashSet<>(0);
        outside.all().forEach(line -> line.addQueued(place -> place.isOverdue(now), found));
        for (Line<U> line : shared) {
            if (line.hand != null && line.hand.lane.isOfCallers()) {
                line.addQueued(place -> place.isOverdue(now), found);
            }
        }
        removeAll(found);
        return List.copyOf(found);
    }

    /** Returns true if updates stand where {@link #takeOverdue} looks. */
    boolean mayBeOverdue() {
        return !outside.isEmpty() || !shared.isEmpty();
    }

    /** Takes updates out of their lines. */
    void removeAll(Collection<Place<U>> places) {
        Set<Line<U>> touched = new LinkedHashSet<>();
        for (Place<U> place : places) {
            if (!place.isOver) {
                place.links.forEach(link -> touched.add(link.line));
                remove(place);
            }
        }
        touched.forEach(this::touch);
    }

    /** Drops the updates of an owner that nobody has in hand, and ends it. */
    void close(Owner<U> owner) {
        drop(owner, update -> true);
        monitor.lock();
        try {
            Lane<U> lane = owner.lane();
            lane.owners.remove(owner);
            if (lane.owners.isEmpty()) {
                lanes.remove(lane.name(), lane);
                lane.sleepers.forEach(Condition::signal);
            }
            outside.interruptClosed();
        } finally {
            monitor.unlock();
        }
    }

    /** Returns how many entries have updates that wait or are made. */
    public int size() {
        monitor.lock();
        try {
            return lines.size();
        } finally {
            monitor.unlock();
        }
    }

    /** Returns the entry at which most updates wait among which are some of an owner, and how many; empty if none does. */
    String fullest(Owner<U> owner) {
        monitor.lock();
        try {
            return lines.values().stream()
                    .filter(line -> line.lanes().contains(owner.lane()))
                    .max(Comparator.comparingInt(Line::size))
                    .map(line -> line.entry + ", " + line.size() + " updates")
                    .orElse("none, all are being written or told");
        } finally {
            monitor.unlock();
        }
    }

    /** Ends all threads; what is in hand ends in its own way. The owners are closed before. */
    @Override
    public void close() {
        monitor.lock();
        try {
            threads.close();
        } finally {
            monitor.unlock();
        }
    }
}
