package io.github.stormlock.internal.lines;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The threads of all bolts: when one is started, sleeps, is woken and ends, and the clock that gives a bolt one more. One
 * thread of a bolt is enough while it gets on. {@link Lines} tells which wake-ups are never lost. Used under its monitor,
 * but for {@link #take} and {@link #keepTime}.
 */
final class LaneThreads<U> {
    private static final long LONGEST_IDLE_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long LONGEST_SPARE_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long LONGEST_OVERDUE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final int MOST_LINES = 256;
    private static final int MOST_SORTED = 2_048;

    private final Lines<U> lines;
    private final Turns<U> turns;
    private final Consumer<Lane<U>> start;
    private final LongSupplier clock;
    private final Condition tick;
    private boolean clockSleeps;
    private boolean closed;

    LaneThreads(Lines<U> lines, Turns<U> turns, Consumer<Lane<U>> start, LongSupplier clock) {
        this.lines = lines;
        this.turns = turns;
        this.start = start;
        this.clock = clock;
        this.tick = lines.monitor.newCondition();
    }

    /** Does as {@link Lines#take} says. */
    @Nullable
    Hand<U> take(Lane<U> lane) {
        lines.monitor.lock();
        try {
            while (!closed && !lane.owners.isEmpty()) {
                Hand<U> hand = turns.tryTake(lane, MOST_LINES);
                if (hand != null) {
                    wakeClock();
                    return hand;
                }
                if (!tellsForAnother(lane) && !sleep(lane) && lane.candidates.isEmpty()) {
                    break;
                }
            }
            lane.threads--;
            return null;
        } finally {
            lines.monitor.unlock();
        }
    }

    /** Tells what an owner's updates came to, if a thread that has to do so is kept at another owner. */
    private boolean tellsForAnother(Lane<U> lane) {
        Owner<U> untold = lane.untold();
        if (untold == null) {
            return false;
        }
        lines.monitor.unlock();
        try {
            // If more comes meanwhile, it is looked for again.
            boolean unused = untold.tellSettled();
        } finally {
            lines.monitor.lock();
        }
        return true;
    }

    /** Sleeps until there may be something to take; returns false if nothing came for long. */
    private boolean sleep(Lane<U> lane) {
        // A further thread is needed soon again, or not at all.
        long left = lane.sleepers.isEmpty() ? LONGEST_IDLE_NANOS : LONGEST_SPARE_NANOS;
        long end = clock.getAsLong() + left;
        Condition wakes = lines.monitor.newCondition();
        lane.sleepers.push(wakes);
        try {
            while (!lane.isRoused && left > 0 && !closed && !lane.owners.isEmpty()) {
                long unused = wakes.awaitNanos(left);
                left = end - clock.getAsLong();
            }
        } catch (InterruptedException strayed) {
            // Only close ends the thread.
            return true;
        } finally {
            boolean unused = lane.sleepers.remove(wakes);
        }
        // It may have been roused in the moment in which its time was over.
        return left > 0 || lane.isRoused;
    }

    /** Wakes a thread of a bolt, or starts its first one. If one is awake, it will look. */
    void rouse(Lane<U> lane) {
        if (lane.threads == 0) {
            startThread(lane);
        } else if (lane.sleepers.size() == lane.threads) {
            wake(lane);
        } else {
            wakeClock();
        }
    }

    private void wake(Lane<U> lane) {
        lane.lookedNanos = clock.getAsLong();
        lane.isRoused = true;
        Objects.requireNonNull(lane.sleepers.peek()).signal();
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

    void wakeClock() {
        if (clockSleeps) {
            clockSleeps = false;
            tick.signal();
        }
    }

    /** Does as {@link Lines#keepTime} says. */
    void keepTime(BiConsumer<U, Owner<U>> overdue) {
        lines.monitor.lock();
        try {
            while (!closed) {
                for (Place<U> place : lines.takeOverdue()) {
                    // A thread of its bolt tells it: here a full queue downstream would stop the clock.
                    place.owner.settle(() -> overdue.accept(place.update, place.owner));
                    rouse(place.lane());
                }
                long nanos = lines.mayBeOverdue() ? Math.min(tick(), LONGEST_OVERDUE_NANOS) : tick();
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
            lines.monitor.unlock();
        }
    }

    /** Does what is due; returns how many nanoseconds later there is something to look at. Only under the lines.monitor. */
    long tick() {
        long now = clock.getAsLong();
        for (Line<U> next = lines.resting.peek();
                next != null && next.restsUntilNanos - now <= 0;
                next = lines.resting.peek()) {
            lines.free(next);
        }
        Line<U> next = lines.resting.peek();
        long nanos = next == null ? Long.MAX_VALUE : next.restsUntilNanos - now;
        for (Lane<U> lane : lines.lanes.values()) {
            look(lane, now);
            // A round that seemed to wait for its server was between two computations, and may hang in this one.
            lane.hands.stream().filter(hand -> !Turns.keepsOthers(hand, now)).forEach(lines::offerBehind);
            if (lane.hands.isEmpty() && lane.candidates.isEmpty() && lane.untold() == null) {
                continue;
            }
            long late = now - lane.lookedNanos - Lines.MOMENT_NANOS;
            if (late >= 0 || lane.isBehind) {
                relieve(lane, now);
            }
            nanos = Math.min(nanos, late >= 0 ? Lines.MOMENT_NANOS : -late);
        }
        return nanos;
    }

    /** Looks if a slow bolt has had more than its threads can compute for a moment. */
    private void look(Lane<U> lane, long now) {
        if (lane.candidates.isEmpty()) {
            lane.readyNanos = now;
        }
        boolean wasBehind = lane.isBehind;
        lane.isBehind = lane.isSlow() && now - lane.readyNanos >= Lines.MOMENT_NANOS;
        if (lane.isBehind) {
            if (lane.candidates.size() <= MOST_SORTED) {
                // In turns, an entry at which many wait would have its last one far too late.
                List<Line<U>> oldestFirst = new ArrayList<>(lane.candidates);
                oldestFirst.sort(Comparator.comparingLong(Line::sinceNanos));
                lane.candidates.clear();
                lane.candidates.addAll(oldestFirst);
            }
            if (!wasBehind) {
                lines.offerShared(lane);
            }
        }
    }

    /** Gives a bolt one more thread for what waits. If all that it may have are at work for long, others may pass it. */
    private void relieve(Lane<U> lane, long now) {
        turns.keepBack(lane, now);
        if (!lane.candidates.isEmpty() || lane.untold() != null) {
            if (!lane.sleepers.isEmpty()) {
                wake(lane);
            } else if (lane.threads < lane.mostThreads()) {
                startThread(lane);
            }
        }
        boolean stands = lane.hands.size() >= lane.mostThreads()
                && lane.hands.stream().allMatch(hand -> now - hand.sinceNanos >= Lines.MOMENT_NANOS);
        if (stands && !lane.stands) {
            lane.stands = true;
            lines.offerShared(lane);
        }
    }

    /** Has the clock look again at what is due. */
    void lookAgain() {
        tick.signal();
    }

    boolean isClosed() {
        return closed;
    }

    /** Ends all threads; what is in hand ends in its own way. */
    void close() {
        closed = true;
        tick.signalAll();
        lines.lanes.values().forEach(lane -> lane.sleepers.forEach(Condition::signal));
    }
}
