package io.github.stormlock.topologies.replay;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The events that are pending. An event leaves by its ack (by the second one, if it was chosen to be replayed) or once
 * it was noted as given up; until then {@link #low} does not pass it. Not thread-safe.
 */
final class ReplayLedger<E> {

    private static final long FIRST_DELAY_MILLIS = 10;
    private static final long LONGEST_DELAY_MILLIS = 2_000;

    private final ReplayOptions options;
    private final TreeMap<Long, PendingEvent<E>> pending = new TreeMap<>();
    private final PriorityQueue<PendingEvent<E>> replays =
            new PriorityQueue<>(Comparator.comparingLong(p -> p.dueNanos));
    private final List<PendingEvent<E>> giveUps = new ArrayList<>();
    private final Set<Long> givenUpAbove;

    private long next;
    private long nextNumber;
    private long givenUp;

    ReplayLedger(ReplayOptions options, InputProgress from) {
        this.options = options;
        this.next = from.low();
        this.nextNumber = from.events();
        this.givenUp = from.givenUp();
        this.givenUpAbove = new HashSet<>(from.givenUpAbove());
    }

    /**
     * Adds a new event.
     *
     * @param following the offset of the event behind it
     * @return the event; {@code null} if an earlier run gave it up, so that it must never be sent again
     */
    @Nullable
    PendingEvent<E> add(long offset, long following, E event) {
        PendingEvent<E> added = new PendingEvent<>(offset, nextNumber++, event);
        next = following;
        if (givenUpAbove.contains(offset)) {
            return null;
        }
        pending.put(offset, added);
        return added;
    }

    /** Returns the lowest offset pending; the next one to be read, if none is. */
    long low() {
        return pending.isEmpty() ? next : pending.firstKey();
    }

    /** Returns the offset at which reading goes on. */
    long next() {
        return next;
    }

    boolean isEmpty() {
        return pending.isEmpty();
    }

    /** Returns true if a new event has to wait for the lowest pending one. */
    boolean isSpanFull() {
        return nextNumber - lowNumber() >= options.spanMax();
    }

    /** Returns the event to be sent again now; {@code null} if there is none. */
    @Nullable
    PendingEvent<E> due(long nowNanos) {
        PendingEvent<E> first = replays.peek();
        return first == null || first.dueNanos - nowNanos > 0 ? null : replays.poll();
    }

    /** Notes an ack: the event is gone, unless it is to be sent once more. */
    void acked(long offset, long nowNanos) {
        PendingEvent<E> event = pending.get(offset);
        if (event == null) {
            return;
        }
        boolean again = !event.acked && isChosen(offset);
        event.acked = true;
        if (again) {
            replayAt(event, nowNanos);
        } else {
            pending.remove(offset);
        }
    }

    /**
     * Notes a failure: the event is sent again after a delay. After too many failures it is given up, once
     * {@link #noted}.
     */
    void failed(long offset, long nowNanos) {
        PendingEvent<E> event = pending.get(offset);
        if (event == null) {
            return;
        }
        event.failures++;
        if (event.failures < options.failuresMax()) {
            replayAt(event, nowNanos + delayNanos(event.failures));
        } else if (event.acked) {
            pending.remove(offset);
        } else {
            giveUps.add(event);
        }
    }

    /** Returns the progress; events that are about to be given up count as given up. */
    InputProgress progress() {
        Set<Long> above = new HashSet<>();
        givenUpAbove.stream().filter(offset -> offset >= low()).forEach(above::add);
        giveUps.forEach(event -> above.add(event.offset));
        return new InputProgress(low(), lowNumber(), givenUp + giveUps.size(), above);
    }

    /**
     * Removes the events that were given up, after {@link #progress} was written down: only then may the low pass them.
     *
     * @return the events given up
     */
    List<PendingEvent<E>> noted() {
        List<PendingEvent<E>> gone = List.copyOf(giveUps);
        for (PendingEvent<E> event : gone) {
            pending.remove(event.offset);
            givenUpAbove.add(event.offset);
        }
        givenUp += gone.size();
        giveUps.clear();
        givenUpAbove.removeIf(offset -> offset < low());
        return gone;
    }

    private long lowNumber() {
        return pending.isEmpty() ? nextNumber : pending.firstEntry().getValue().number;
    }

    private void replayAt(PendingEvent<E> event, long dueNanos) {
        event.dueNanos = dueNanos;
        replays.add(event);
    }

    private static long delayNanos(int failures) {
        long millis = FIRST_DELAY_MILLIS << Math.min(failures - 1, 10);
        return TimeUnit.MILLISECONDS.toNanos(Math.min(millis, LONGEST_DELAY_MILLIS));
    }

    private boolean isChosen(long offset) {
        return new SplittableRandom(options.seed() * 0x9E3779B97F4A7C15L + offset).nextDouble() < options.replayShare();
    }
}
