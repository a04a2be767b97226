package io.github.stormlock.internal.lines;

import java.util.ArrayDeque;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The lines of which a bolt of this worker, or the asynchronous callers, may take updates, in turns, and the threads that
 * do so. A lane takes no update of another lane. So a bolt that is slow, or blocks, keeps its own threads alone.
 *
 * <p>It measures how long its updates take to compute. A round has as many as fit into 2 ms, since its first ones are
 * written only after its last one is computed. Nothing is known at first, and 1 ms is assumed: a first round of many slow
 * updates would hold its lines, and its locks, for their sum.
 *
 * @param <U> an update
 */
public final class Lane<U> {
    private static final long LONGEST_ROUND_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final int MOST_IN_ROUND = 2_048;
    private static final int SMOOTHING = 16;
    /** An update counts for so many average ones at most. One that is slow must not make rounds of one. */
    private static final int MOST_AVERAGES = 8;

    private static final int OWN_THREADS = -1;
    private static final long SHORTEST_NANOS = 1_000;
    private static final long SLOW_NANOS = 100_000;

    private final String name;
    private final int mostThreads;
    final LongSupplier clock;

    /** The lines that may have an update to take; in turns. A line that has none is left out when it is looked at. */
    final Set<Line<U>> candidates = new LinkedHashSet<>();
    /** The updates that others have passed while this lane stood. They are next. */
    final Set<Place<U>> passed = new LinkedHashSet<>(0);
    /** The rounds that are under way. */
    final Set<Hand<U>> hands = new LinkedHashSet<>();

    final Set<Owner<U>> owners = new LinkedHashSet<>();
    int threads;
    /** The threads that sleep. Who slept last is woken first, so that those which are not needed end. */
    final ArrayDeque<Condition> sleepers = new ArrayDeque<>(1);

    /** One of those that sleep is to look. */
    boolean isRoused;

    long lookedNanos;
    boolean stands;
    /** The last time at which no line was ready. */
    long readyNanos;
    /** It is slow, and lines have been ready at each look for a moment. */
    boolean isBehind;

    private volatile long averageNanos = TimeUnit.MILLISECONDS.toNanos(1);

    /** Returns the lane of the callers, each of whom is a thread by itself. */
    static <U> Lane<U> ofCallers(LongSupplier clock) {
        return new Lane<>("callers", OWN_THREADS, clock);
    }

    boolean isOfCallers() {
        return mostThreads == OWN_THREADS;
    }

    /** @param mostThreads the most threads; 0 for one more than it has owners */
    Lane(String name, int mostThreads, LongSupplier clock) {
        this.name = name;
        this.mostThreads = mostThreads;
        this.clock = clock;
    }

    /** Returns the name of the bolt, for the names of its threads. */
    public String name() {
        return name;
    }

    /** Returns how many threads it may have. A computation that hangs keeps one, and the others go on. */
    int mostThreads() {
        return mostThreads > 0 ? mostThreads : owners.size() + 1;
    }

    /** Returns an owner who has results that nobody tells; {@code null} if none has. */
    @Nullable
    Owner<U> untold() {
        for (Owner<U> owner : owners) {
            if (owner.isUntold()) {
                return owner;
            }
        }
        return null;
    }

    /** Returns how many updates a round takes at most. */
    int mostInRound() {
        return (int) Math.max(1, Math.min(MOST_IN_ROUND, LONGEST_ROUND_NANOS / averageNanos));
    }

    /** Returns true if its threads mostly compute. More of them bring more then, and else smaller rounds. */
    boolean isSlow() {
        return averageNanos >= SLOW_NANOS;
    }

    /** Notes how long an update took to compute. Another thread's measure may be lost, which does no harm. */
    void took(long nanos) {
        long average = averageNanos;
        long counted = Math.min(nanos, MOST_AVERAGES * average);
        averageNanos = Math.max(SHORTEST_NANOS, average + (counted - average) / SMOOTHING);
    }
}
