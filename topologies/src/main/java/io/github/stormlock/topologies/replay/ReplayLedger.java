package io.github.stormlock.topologies.replay;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The events that are pending. An event leaves by its ack (by the second one, if it was chosen to be replayed); until then
 * {@link #low} does not pass it. Not thread-safe.
 */
final class ReplayLedger<E> {

    private static final long FIRST_DELAY_MILLIS = 10;
    private static final long LONGEST_DELAY_MILLIS = 2_000;

    private final ReplayOptions options;
    private final TreeMap<Long, PendingEvent<E>> pending = new TreeMap<>();
    private final PriorityQueue<PendingEvent<E>> replays =
            new PriorityQueue<>(Comparator.comparingLong(p -> p.dueNanos));

    private long next;
    private long nextNumber;

    ReplayLedger(ReplayOptions options, InputProgress from) {
        this.options = options;
        this.next = from.low();
        this.nextNumber = from.events();
    }

    /**
     * Adds a new event.
     *
     * @param following the offset of the event behind it
     * @return the event
     */
    PendingEvent<E> add(long offset, long following, E event) {
        PendingEvent<E> added = new PendingEvent<>(offset, nextNumber++, event);
        next = following;
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

    /** Notes a failure: the event is sent again after a delay. */
    void failed(long offset, long nowNanos) {
        PendingEvent<E> event = pending.get(offset);
        if (event != null) {
            event.failures++;
            replayAt(event, nowNanos + delayNanos(event.failures));
        }
    }

    InputProgress progress() {
        return new InputProgress(low(), lowNumber());
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
        return new SplittableRandom(offset).nextDouble() < options.replayShare();
    }
}
