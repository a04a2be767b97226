package io.github.stormlock.lock.internal.runner;

import com.google.errorprone.annotations.CheckReturnValue;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Holds the updates from which a runner takes its rounds. The runner sleeps in here while there is none that it may
 * take. Thread-safe; {@link #take} is for the one thread that runs.
 *
 * @param <U> an update
 */
public final class RunnerInbox<U> {
    private static final long HELD_MILLIS = TimeUnit.NANOSECONDS.toMillis(SubmittedUpdates.LONGEST_HELD_NANOS);
    private static final long FOR_EVER = 0;

    private final Function<String, List<U>> unpark;
    private final SubmittedUpdates<U> submitted;
    private final Set<String> attended = new LinkedHashSet<>(0);
    private boolean asleep;
    private boolean closed;

    /**
     * Begins without updates.
     *
     * @param entriesOf tells the entries of an update, at least one
     * @param unpark ends the parking of an entry, and returns its updates that no attendant has taken
     */
    public RunnerInbox(Function<? super U, List<String>> entriesOf, Function<String, List<U>> unpark) {
        this.submitted = new SubmittedUpdates<>(entriesOf);
        this.unpark = unpark;
    }

    /** Adds updates, in one step; returns false if this is closed. */
    @CheckReturnValue
    public synchronized boolean add(List<U> updates) {
        if (!closed) {
            boolean free = false;
            for (U update : updates) {
                free |= submitted.add(update);
            }
            if (free) {
                wake();
            }
        }
        return !closed;
    }

    /** Holds an entry back as {@link SubmittedUpdates#holdBack} does. */
    public synchronized void holdBack(String entry, List<U> some, long now) {
        submitted.holdBack(entry, some, now);
    }

    /** Puts updates back as {@link SubmittedUpdates#putBack} does; returns false if this is closed. */
    @CheckReturnValue
    public synchronized boolean putBack(List<U> some) {
        if (!closed) {
            submitted.putBack(some);
        }
        return !closed;
    }

    /** Frees an entry. Called on the thread that lets the entry go. */
    public synchronized void isFree(String entry) {
        submitted.free(entry);
        wake();
    }

    /** Notes that an attendant has gone from an entry. Called on the attendant's thread. */
    public synchronized void isAttended(String entry) {
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
     * Waits for updates, and takes some of them, as {@link SubmittedUpdates#take} does.
     *
     * @param mostEntries of how many entries to take at most
     * @param most how many to take at most
     * @return none once this is closed
     */
    @CheckReturnValue
    public synchronized List<U> take(int mostEntries, int most) {
        bringBack();
        List<U> taken = submitted.take(mostEntries, most);
        while (taken.isEmpty() && !closed) {
            asleep = true;
            try {
                wait(submitted.holdsBack() ? HELD_MILLIS : FOR_EVER);
            } catch (InterruptedException strayed) {
                // Only close ends the thread.
            }
            bringBack();
            taken = submitted.take(mostEntries, most);
        }
        asleep = false;
        return taken;
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
    @CheckReturnValue
    public synchronized List<U> close() {
        closed = true;
        notifyAll();
        return submitted.takeAll();
    }
}
