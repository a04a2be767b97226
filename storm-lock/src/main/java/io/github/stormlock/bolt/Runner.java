package io.github.stormlock.bolt;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The thread that updates entries for one task, so that its executor does not wait for Redis. Each round takes the tuples
 * that are there, in the order in which they were executed: so rounds grow with the load. Thread-safe.
 *
 * <p>A round is bounded in tuples, and by the time that their updates are expected to take: the first of a round are written
 * only after the last of it is computed.
 */
final class Runner<V> {
    private static final int MOST_IN_ROUND = 256;
    private static final long LONGEST_COMPUTING_NANOS = 2_000_000;

    private final Consumer<List<Work<V>>> round;
    private final Thread thread;
    private final ArrayDeque<Work<V>> submitted = new ArrayDeque<>();
    private boolean closed;
    private boolean asleep;
    private int mostInRound = MOST_IN_ROUND;
    private volatile @Nullable VirtualMachineError fatal;

    /** @param round updates entries and settles each tuple; waits for no busy entry */
    Runner(String component, Consumer<List<Work<V>>> round) {
        this.round = round;
        this.thread = new Thread(this::run, "storm-lock-runner-" + component);
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * Hands a tuple over.
     *
     * @return whether it will be settled; otherwise this is closed
     * @throws VirtualMachineError if one ended an earlier round: the JVM is in doubt
     */
    synchronized boolean submit(Work<V> work) {
        VirtualMachineError thrown = fatal;
        if (thrown != null) {
            fatal = null;
            throw thrown;
        } else if (closed) {
            return false;
        }
        submitted.addLast(work);
        if (asleep) {
            asleep = false;
            notifyAll();
        }
        return true;
    }

    /** Bounds the next rounds by how long an update takes on average. */
    synchronized void updatesTake(long averageNanos) {
        mostInRound = (int) Math.max(1, Math.min(MOST_IN_ROUND, LONGEST_COMPUTING_NANOS / Math.max(1, averageNanos)));
    }

    private void run() {
        for (List<Work<V>> some = take(); !some.isEmpty(); some = take()) {
            try {
                round.accept(some);
            } catch (VirtualMachineError e) {
                // It comes out of the next execution, as if that had run the round.
                fatal = e;
            }
        }
    }

    private synchronized List<Work<V>> take() {
        while (submitted.isEmpty() && !closed) {
            asleep = true;
            try {
                wait();
            } catch (InterruptedException strayed) {
                // Only close ends this thread.
            }
        }
        asleep = false;
        if (closed) {
            return List.of();
        }
        List<Work<V>> some = new ArrayList<>(Math.min(submitted.size(), mostInRound));
        while (!submitted.isEmpty() && some.size() < mostInRound) {
            some.add(submitted.removeFirst());
        }
        return some;
    }

    /** Ends after the round under way; returns what no round has taken. */
    synchronized List<Work<V>> end() {
        closed = true;
        notifyAll();
        List<Work<V>> some = List.copyOf(submitted);
        submitted.clear();
        return some;
    }
}
