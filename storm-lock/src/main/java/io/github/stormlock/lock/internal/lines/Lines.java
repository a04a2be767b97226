package io.github.stormlock.lock.internal.lines;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
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
    private static final long MOMENT_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
    /** An entry that a caller of this JVM has is looked at again after it, also if nobody says that it is let go. */
    private static final long LONGEST_LED_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    /** The longest time for which a round that waits for the only server keeps a second one from starting. */
    private static final long LONGEST_KEPT_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private static final long LONGEST_IDLE_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final int MOST_ATTENDED = 1_000;
    private static final int MOST_LOOKED = 4_096;
    private static final int MOST_SORTED = 2_048;

    private final Function<? super U, ? extends List<String>> entriesOf;
    private final Consumer<Lane<U>> start;
    private final BiConsumer<U, Owner<U>> drop;
    private final LongSupplier clock;
    private final Nodes nodes;

    final ReentrantLock monitor = new ReentrantLock();
    private final Condition tick = monitor.newCondition();
    final Map<String, Line<U>> lines = new HashMap<>();
    private final Map<String, Lane<U>> lanes = new LinkedHashMap<>();
    /** The lines in which updates of several bolts stand. */
    final Set<Line<U>> shared = new LinkedHashSet<>(0);

    final PriorityQueue<Line<U>> resting = new PriorityQueue<>(Comparator.comparingLong(line -> line.restsUntilNanos));
    private final Map<Hand<U>, Thread> attending = new HashMap<>(0);
    private boolean clockSleeps;
    private boolean closed;

    /**
     * Creates lines without updates.
     *
     * @param entriesOf tells the entries of an update, at least one; all of them are of one server
     * @param nodeOf tells the server of an entry; blocks never
     * @param start starts a thread of a bolt, which calls {@link #take} until that returns {@code null}; called under the
     *     monitor
     * @param drop tells an update that its owner is closed, so that nobody makes it; throws nothing
     * @param clock tells the time, in nanoseconds
     */
    public Lines(
            Function<? super U, ? extends List<String>> entriesOf,
            Function<String, String> nodeOf,
            Consumer<Lane<U>> start,
            BiConsumer<U, Owner<U>> drop,
            LongSupplier clock) {
        this.entriesOf = entriesOf;
        this.nodes = new Nodes(nodeOf);
        this.start = start;
        this.drop = drop;
        this.clock = clock;
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
            Lane<U> lane =
                    lanes.computeIfAbsent(bolt, name -> new Lane<>(name, mostThreads, monitor.newCondition(), clock));
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
            if (closed || owner.isClosed()) {
                return false;
            }
            long now = clock.getAsLong();
            updates.forEach(update -> enter(owner, update, now));
            if (!owner.lane().candidates.isEmpty()) {
                rouse(owner.lane());
            }
            return true;
        } finally {
            monitor.unlock();
        }
    }

    private void enter(Owner<U> owner, U update, long now) {
        List<String> entries = entriesOf.apply(update);
        Place<U> place = new Place<>(update, owner, entries.size(), now);
        entries.forEach(entry -> place.links.add(new Line.Link<>(place, lines.computeIfAbsent(entry, Line::new))));
        for (Line.Link<U> link : place.links) {
            Line<U> line = link.line;
            line.add(link);
            if (line.lanes().size() > 1) {
                shared.add(line);
            }
            if (line.isFree()) {
                if (owner.lane().candidates.isEmpty()) {
                    owner.lane().readyNanos = now;
                }
                owner.lane().candidates.add(line);
            }
        }
    }

    /**
     * Waits for updates of a bolt, and takes some, of as many entries as possible, an equal share of each. For a thread of
     * the bolt.
     *
     * @param mostLines of how many entries to take at most; updates of several entries may bring along others
     * @return {@code null} if the thread is to end
     */
    public @Nullable Hand<U> take(Lane<U> lane, int mostLines) {
        monitor.lock();
        try {
            while (!closed && !lane.owners.isEmpty()) {
                Hand<U> hand = tryTake(lane, mostLines);
                if (hand != null) {
                    wakeClock();
                    return hand;
                }
                boolean told = tellsForAnother(lane);
                // One that sleeps is enough. If more were woken in turns, none would ever end.
                if (!told && (lane.asleep > 0 || (!sleep(lane) && lane.candidates.isEmpty()))) {
                    break;
                }
            }
            lane.threads--;
            return null;
        } finally {
            monitor.unlock();
        }
    }

    /** Tells what an owner's updates came to, if a thread that has to do so is kept at another owner. */
    private boolean tellsForAnother(Lane<U> lane) {
        Owner<U> untold = lane.untold();
        if (untold == null) {
            return false;
        }
        monitor.unlock();
        try {
            untold.tellSettled();
        } finally {
            monitor.lock();
        }
        return true;
    }

    /** Sleeps until there may be something to take; returns false if nothing came for long. */
    private boolean sleep(Lane<U> lane) {
        long left = LONGEST_IDLE_NANOS;
        lane.asleep++;
        try {
            while (!lane.isRoused && left > 0 && !closed && !lane.owners.isEmpty()) {
                left = lane.wakes.awaitNanos(left);
            }
        } catch (InterruptedException strayed) {
            // Only close ends the thread.
            return true;
        } finally {
            lane.asleep--;
        }
        return left > 0;
    }

    /** Takes some updates; returns {@code null} if none can be taken. Only under the monitor. */
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
                || (hand != null && hand.lane != own.lane && own.sinceNanos - hand.sinceNanos < MOMENT_NANOS);
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
            rest(line.entry, rest, /* isLed= */ false);
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
    private static boolean keepsOthers(Hand<?> asking, long now) {
        boolean isOnly = "".equals(asking.node);
        return asking.hasAskedFor(MOMENT_NANOS, now)
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

    /**
     * Takes the first updates of an entry whose lock is held outside of this JVM, for a thread that waits for that. It is
     * one of several entries, or all of one bolt that follow each other.
     *
     * @return {@code null} if there is none that may be made now
     */
    public @Nullable Hand<U> takeBusy(String entry) {
        monitor.lock();
        try {
            Line<U> line = lines.get(entry);
            if (line == null || !line.busy) {
                return null;
            }
            Hand<U> hand = attended(line);
            if (hand == null) {
                free(line);
            } else {
                attending.put(hand, Thread.currentThread());
            }
            return hand;
        } finally {
            monitor.unlock();
        }
    }

    private @Nullable Hand<U> attended(Line<U> line) {
        Line.Link<U> link = line.first;
        while (link != null && !link.place.isQueued()) {
            // Another thread waits for it at another of its entries.
            link = link.next;
        }
        if (link == null || !isFirstElsewhere(link)) {
            return null;
        }
        Place<U> first = link.place;
        Hand<U> hand = new Hand<>(first.lane(), clock.getAsLong(), MOST_ATTENDED);
        hand.attended = line;
        hand.take(first);
        first.attended = first.isJoint();
        for (link = link.next; link != null && !first.isJoint() && !hand.isFull(); link = link.next) {
            Place<U> next = link.place;
            if (next.isJoint() || next.lane() != first.lane()) {
                break;
            }
            hand.take(next);
        }
        return hand;
    }

    private boolean isFirstElsewhere(Line.Link<U> link) {
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

    /** Notes that the thread that has this hand waits for another entry. So the updates behind go on. */
    public void waitsElsewhere(Hand<U> hand) {
        monitor.lock();
        try {
            leave(hand);
        } finally {
            monitor.unlock();
        }
    }

    /** Ends the waiting for a lock. */
    private void leave(Hand<U> hand) {
        Line<U> line = hand.attended;
        if (line != null) {
            hand.attended = null;
            free(line);
        }
    }

    /**
     * Gives the lines of a hand back, once. What was not made stays in its place. {@link Hand#tell} follows.
     *
     * @return the entries for whose locks a thread has to wait: {@link #takeBusy}
     */
    public List<String> giveBack(Hand<U> hand) {
        List<String> busy = new ArrayList<>(0);
        monitor.lock();
        try {
            hand.lane.hands.remove(hand);
            attending.remove(hand);
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
            leave(hand);
            if (hand.isAway()) {
                nodes.away(Objects.requireNonNullElse(hand.node, ""), clock.getAsLong());
            } else {
                nodes.answered(hand.node);
            }
            offerBehind(hand);
            hand.busy.forEach(entry -> busy(entry, busy));
            hand.led.forEach(entry -> rest(entry, LONGEST_LED_NANOS, /* isLed= */ true));
            hand.resting.forEach((entry, nanos) -> rest(entry, nanos, /* isLed= */ false));
            touched.forEach(this::touch);
            if (hand.owners.size() > 1) {
                // This thread may be kept at one of them.
                wakeClock();
            }
        } finally {
            monitor.unlock();
        }
        return busy;
    }

    private void settle(Place<U> place, Hand<U> hand) {
        Runnable telling = hand.settled.get(place);
        if (telling == null && place.owner.isClosed()) {
            telling = () -> drop.accept(place.update, place.owner);
        }
        if (telling != null) {
            remove(place);
            place.owner.settle(telling);
            hand.owners.add(place.owner);
        }
    }

    private void remove(Place<U> place) {
        place.lane().passed.remove(place);
        for (Line.Link<U> link : place.links) {
            link.line.remove(link);
            if (link.line.lanes().size() < 2) {
                shared.remove(link.line);
            }
        }
    }

    private void busy(String entry, List<String> all) {
        Line<U> line = lines.get(entry);
        if (line != null && !line.isEmpty() && !line.busy && line.hand == null) {
            line.busy = true;
            all.add(entry);
        }
    }

    private void rest(String entry, long nanos, boolean isLed) {
        Line<U> line = lines.get(entry);
        if (line == null || line.isEmpty() || line.rests || line.busy || (isLed && line.letGo)) {
            return;
        }
        line.rests = true;
        line.restsUntilNanos = clock.getAsLong() + nanos;
        resting.add(line);
        tick.signal();
    }

    /** Lets an entry rest for a while whose lock is held outside of this JVM, since no thread is left that could wait. */
    public void restBusy(String entry, long nanos) {
        monitor.lock();
        try {
            Line<U> line = lines.get(entry);
            if (line != null && line.busy) {
                line.busy = false;
                rest(entry, nanos, /* isLed= */ false);
                touch(line);
            }
        } finally {
            monitor.unlock();
        }
    }

    /** Tells that a caller of this JVM has let an entry go. Called on the caller's thread. */
    public void letGo(String entry) {
        monitor.lock();
        try {
            Line<U> line = lines.get(entry);
            if (line != null && line.rests) {
                free(line);
            } else if (line != null) {
                line.letGo = line.hand != null;
            }
        } finally {
            monitor.unlock();
        }
    }

    /** Frees a line that was busy or rested. */
    private void free(Line<U> line) {
        if (line.rests) {
            resting.remove(line);
        }
        line.rests = false;
        line.busy = false;
        touch(line);
    }

    /** Looks at a line that has changed, and at the other lines of all that stand in it. */
    private void touch(Line<U> line) {
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
            for (Line.Link<U> link = line.first; link != null; link = link.next) {
                if (link.place.isJoint()) {
                    link.place.links.forEach(other -> offer(other.line));
                }
            }
        }
    }

    private void offer(Line<U> line) {
        if (line.isFree()) {
            for (Lane<U> lane : line.lanes()) {
                lane.candidates.add(line);
                rouse(lane);
            }
        }
    }

    /** Wakes a thread of a bolt, or starts its first one. If one is awake, it will look. */
    private void rouse(Lane<U> lane) {
        if (lane.threads == 0) {
            startThread(lane);
        } else if (lane.asleep == lane.threads) {
            wake(lane);
        } else {
            wakeClock();
        }
    }

    private void wake(Lane<U> lane) {
        lane.lookedNanos = clock.getAsLong();
        lane.isRoused = true;
        lane.wakes.signal();
    }

    private void startThread(Lane<U> lane) {
        if (closed || lane.owners.isEmpty()) {
            return;
        }
        lane.lookedNanos = clock.getAsLong();
        lane.threads++;
        try {
            start.accept(lane);
        } catch (OutOfMemoryError noThread) {
            // The clock tries again. Here the error would leave a step half done.
            lane.threads--;
            wakeClock();
        }
    }

    private void wakeClock() {
        if (clockSleeps) {
            clockSleeps = false;
            tick.signal();
        }
    }

    /** Keeps the time until this is closed. For a thread of its own. */
    public void keepTime() {
        monitor.lock();
        try {
            while (!closed) {
                long nanos = tick();
                clockSleeps = nanos == Long.MAX_VALUE;
                try {
                    if (clockSleeps) {
                        tick.await();
                    } else if (nanos > 0) {
                        long unused = tick.awaitNanos(nanos);
                    }
                } catch (InterruptedException strayed) {
                    // Only close ends it.
                }
            }
        } finally {
            monitor.unlock();
        }
    }

    /** Does what is due; returns how many nanoseconds later there is something to look at. Only under the monitor. */
    long tick() {
        long now = clock.getAsLong();
        for (Line<U> next = resting.peek(); next != null && next.restsUntilNanos - now <= 0; next = resting.peek()) {
            free(next);
        }
        Line<U> next = resting.peek();
        long nanos = next == null ? Long.MAX_VALUE : next.restsUntilNanos - now;
        for (Lane<U> lane : lanes.values()) {
            look(lane, now);
            // A round that seemed to wait for its server was between two computations, and may hang in this one.
            lane.hands.stream().filter(hand -> !keepsOthers(hand, now)).forEach(this::offerBehind);
            if (lane.hands.isEmpty() && lane.candidates.isEmpty() && lane.untold() == null) {
                continue;
            }
            long late = now - lane.lookedNanos - MOMENT_NANOS;
            if (late >= 0 || lane.isBehind) {
                relieve(lane, now);
            }
            nanos = Math.min(nanos, late >= 0 ? MOMENT_NANOS : -late);
        }
        return nanos;
    }

    /** Looks if a slow bolt has had more than its threads can compute for a moment. */
    private void look(Lane<U> lane, long now) {
        if (lane.candidates.isEmpty()) {
            lane.readyNanos = now;
        }
        boolean wasBehind = lane.isBehind;
        lane.isBehind = lane.isSlow() && now - lane.readyNanos >= MOMENT_NANOS;
        if (lane.isBehind) {
            if (lane.candidates.size() <= MOST_SORTED) {
                // In turns, an entry at which many wait would have its last one far too late.
                List<Line<U>> oldestFirst = new ArrayList<>(lane.candidates);
                oldestFirst.sort(Comparator.comparingLong(Line::sinceNanos));
                lane.candidates.clear();
                lane.candidates.addAll(oldestFirst);
            }
            if (!wasBehind) {
                offerShared(lane);
            }
        }
    }

    private void offerShared(Lane<U> lane) {
        shared.stream().filter(line -> line.lanes().contains(lane)).forEach(this::offer);
    }

    private void offerBehind(Hand<U> hand) {
        hand.behind.forEach(this::offer);
        hand.behind.clear();
    }

    /** Gives a bolt one more thread for what waits. If all that it may have are at work for long, others may pass it. */
    private void relieve(Lane<U> lane, long now) {
        if (lane.hands.stream().anyMatch(hand -> keepsOthers(hand, now))) {
            lane.candidates.removeIf(line -> isKeptByNode(lane, now, line, nodes.of(line.entry)));
        }
        if (!lane.candidates.isEmpty() || lane.untold() != null) {
            if (lane.asleep > 0) {
                wake(lane);
            } else if (lane.threads < lane.mostThreads()) {
                startThread(lane);
            }
        }
        boolean stands = lane.hands.size() >= lane.mostThreads()
                && lane.hands.stream().allMatch(hand -> now - hand.sinceNanos >= MOMENT_NANOS);
        if (stands && !lane.stands) {
            lane.stands = true;
            offerShared(lane);
        }
    }

    /** Drops the updates of an owner that nobody has in hand. */
    void close(Owner<U> owner) {
        List<U> dropped = new ArrayList<>();
        monitor.lock();
        try {
            Set<Line<U>> touched = new LinkedHashSet<>();
            for (Line<U> line : lines.values()) {
                for (Line.Link<U> link = line.first; link != null; link = link.next) {
                    Place<U> place = link.place;
                    if (place.owner == owner && place.isQueued() && place.links.get(0) == link) {
                        dropped.add(place.update);
                        place.links.forEach(each -> touched.add(each.line));
                        remove(place);
                    }
                }
            }
            touched.forEach(this::touch);
            Lane<U> lane = owner.lane();
            lane.owners.remove(owner);
            if (lane.owners.isEmpty()) {
                lanes.remove(lane.name(), lane);
                lane.wakes.signalAll();
            }
            attending.forEach((hand, thread) -> {
                if (hand.places.stream().allMatch(place -> place.owner.isClosed())) {
                    thread.interrupt();
                }
            });
        } finally {
            monitor.unlock();
        }
        dropped.forEach(update -> drop.accept(update, owner));
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
            closed = true;
            tick.signalAll();
            lanes.values().forEach(lane -> lane.wakes.signalAll());
        } finally {
            monitor.unlock();
        }
    }
}
