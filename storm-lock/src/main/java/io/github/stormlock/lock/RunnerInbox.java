package io.github.stormlock.lock;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Holds the updates from which a runner takes its rounds. The runner sleeps in here while there is none that it may
 * take. Thread-safe; {@link #take} is for the one thread that runs.
 */
final class RunnerInbox {
    private static final long HELD_MILLIS = TimeUnit.NANOSECONDS.toMillis(SubmittedUpdates.LONGEST_HELD_NANOS);
    private static final long FOR_EVER = 0;

    private final Function<String, List<Submission<Object>>> unpark;
    private final SubmittedUpdates submitted = new SubmittedUpdates();
    private final Set<String> attended = new LinkedHashSet<>(0);
    private boolean asleep;
    private boolean closed;

    /**
     * Begins without updates.
     *
     * @param unpark ends the parking of an entry, and returns its updates that no attendant has taken
     */
    RunnerInbox(Function<String, List<Submission<Object>>> unpark) {
        this.unpark = unpark;
    }

    /** Adds updates, in one step; returns false if this is closed. */
    synchronized boolean add(List<Submission<Object>> updates) {
        if (!closed) {
            updates.forEach(submitted::add);
            if (!submitted.isEmpty()) {
                wake();
            }
        }
        return !closed;
    }

    /** Holds updates back as {@link SubmittedUpdates#holdBack} does; returns false if this is closed. */
    synchronized boolean holdBack(String entry, List<Submission<Object>> some, long now) {
        if (!closed) {
            submitted.holdBack(entry, some, now);
        }
        return !closed;
    }

    /** Puts updates back as {@link SubmittedUpdates#putBack} does; returns false if this is closed. */
    synchronized boolean putBack(List<Submission<Object>> some) {
        if (!closed) {
            submitted.putBack(some);
        }
        return !closed;
    }

    /** Frees an entry. Called on the thread that lets the entry go. */
    synchronized void isFree(String entry) {
        submitted.free(entry);
        wake();
    }

    /** Notes that an attendant has gone from an entry. Called on the attendant's thread. */
    synchronized void isAttended(String entry) {
        attended.add(entry);
        wake();
    }

    private void wake() {
        if (asleep) {
            asleep = false;
            notifyAll();
        }
    }

    /**
     * Waits for updates, and takes some of them.
     *
     * @param mostEntries of how many entries to take at most
     * @param most how many to take at most
     * @return none once this is closed
     */
    synchronized List<Submission<Object>> take(int mostEntries, int most) {
        bringBack();
        while (submitted.isEmpty() && !closed) {
            asleep = true;
            try {
                wait(submitted.holdsBack() ? HELD_MILLIS : FOR_EVER);
            } catch (InterruptedException strayed) {
                // Only close ends the thread.
            }
            bringBack();
        }
        asleep = false;
        return closed ? List.of() : submitted.take(mostEntries, most);
    }

    /**
     * Takes back the updates of entries that are free again. Not once this is closed: then the parking hands over the
     * rest.
     */
    private void bringBack() {
        submitted.freeOld(System.nanoTime());
        if (!closed) {
            attended.forEach(entry -> submitted.putBack(unpark.apply(entry)));
        }
        attended.clear();
    }

    /** Closes the inbox; returns the updates that no round has taken. */
    synchronized List<Submission<Object>> close() {
        closed = true;
        notifyAll();
        return submitted.takeAll();
    }
}
