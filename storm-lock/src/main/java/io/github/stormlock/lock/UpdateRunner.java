package io.github.stormlock.lock;

import io.github.stormlock.lock.GuardedBatch.Result;
import io.github.stormlock.lock.internal.update.EntryWaiters;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A thread that makes the updates that are handed to it, so that those who hand them over do not wait for Redis. Each round
 * takes the updates that are there, and makes them by one batch: so rounds grow with the load. Where there are more than a
 * round takes, entries take turns. An entry that others of this JVM have in hand is held back until it is let go. One whose lock
 * is held elsewhere is parked: its updates are set aside for a thread that waits for it. The round goes on meanwhile. Updates
 * of one entry are made in the order in which they were submitted. Thread-safe.
 *
 * <p>A round is bounded in updates, and by the time that they are expected to take: the first of a round are written only
 * after the last of it is computed. The updates that are open, which means submitted and not settled, are bounded too.
 *
 * <p>For the bolts of this library; a program uses {@link GuardedEntry#updateAsync}.
 */
public final class UpdateRunner implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(UpdateRunner.class);
    private static final int MOST_IN_ROUND = 256;
    private static final long LONGEST_COMPUTING_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    /** Far longer than a round; others who have an entry in hand all that time wait for it by threads, in its queue. */
    private static final long LONGEST_REFUSED_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private static final long HELD_MILLIS = TimeUnit.NANOSECONDS.toMillis(SubmittedUpdates.LONGEST_HELD_NANOS);
    private static final long FOR_EVER = 0;

    private final OpenUpdates open;
    private final Parking parking;
    private final ComputingTime computing = new ComputingTime();
    private final BackOff backOff = new BackOff();
    private final SubmittedUpdates submitted = new SubmittedUpdates();
    private final EntryWaiters.Waiter waiter = this::isFree;
    private final Map<String, Long> refusedSince = new HashMap<>(0);
    private final Set<String> attended = new LinkedHashSet<>(0);
    private final Thread thread;
    private boolean closed;
    private boolean asleep;
    private int mostInRound = MOST_IN_ROUND;
    private volatile @Nullable VirtualMachineError fatal;

    /**
     * @param name in the names of its threads
     * @param mostOpen how many updates may be open
     * @param full is told, on a thread that has to wait for room, which entry has most updates set aside; empty if none has
     */
    public UpdateRunner(String name, int mostOpen, Consumer<String> full) {
        this.parking = new Parking(name, this::attend, this::unparkSoon);
        this.open = new OpenUpdates(mostOpen, () -> full.accept(parking.fullest()));
        this.thread = new Thread(this::run, "storm-lock-runner-" + name);
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * Hands an update over; waits while too many are open. All that are handed over are of one factory.
     *
     * @param waitNanos how long to wait for room at most
     * @return whether it will be settled, or dropped; otherwise there is no room, this is closed, or the calling thread is
     *     interrupted
     * @throws VirtualMachineError if one ended an earlier round: the JVM is in doubt
     */
    public boolean submit(Submission<?> update, long waitNanos) {
        if (!open.enter(waitNanos)) {
            return false;
        }
        boolean taken = false;
        try {
            taken = enqueue(anyView(update));
            return taken;
        } finally {
            if (!taken) {
                open.leave();
            }
        }
    }

    /** Entries of several kinds share a round: what is made together of one entry is of one kind. */
    @SuppressWarnings("unchecked")
    private static Submission<Object> anyView(Submission<?> update) {
        return (Submission<Object>) update;
    }

    /** How many updates are open. */
    public int open() {
        return open.count();
    }

    private synchronized boolean enqueue(Submission<Object> update) {
        VirtualMachineError thrown = fatal;
        if (thrown != null) {
            fatal = null;
            throw thrown;
        } else if (closed) {
            return false;
        }
        submitted.add(update);
        if (!submitted.isEmpty()) {
            wake();
        }
        return true;
    }

    private void run() {
        for (boolean open = true; open; ) {
            try {
                List<Submission<Object>> some = take();
                open = !some.isEmpty();
                round(some);
            } catch (VirtualMachineError e) {
                // It comes out of the next submission, as if that had run the round.
                fatal = e;
            } catch (Throwable e) {
                LOG.warn("a round of updates ended by an error", e);
            }
        }
    }

    private synchronized List<Submission<Object>> take() {
        submitted.freeOld(System.nanoTime());
        unpark();
        while (submitted.isEmpty() && !closed) {
            asleep = true;
            try {
                wait(submitted.holdsBack() ? HELD_MILLIS : FOR_EVER);
            } catch (InterruptedException strayed) {
                // Only close ends this thread.
            }
            submitted.freeOld(System.nanoTime());
            unpark();
        }
        asleep = false;
        return closed ? List.of() : submitted.take(mostInRound);
    }

    /** On the thread of another who lets an entry go. */
    private synchronized void isFree(String entry) {
        submitted.free(entry);
        wake();
    }

    /** On the thread of an attendant, which has gone from an entry. */
    private synchronized void unparkSoon(String entry) {
        attended.add(entry);
        wake();
    }

    /** Not once this is closed: then the parking hands over the rest. */
    private synchronized void unpark() {
        if (!closed) {
            attended.forEach(entry -> submitted.putBack(parking.unpark(entry)));
        }
        attended.clear();
    }

    private synchronized void wake() {
        if (asleep) {
            asleep = false;
            notifyAll();
        }
    }

    /** Waits for no busy entry. */
    private void round(List<Submission<Object>> taken) {
        List<Submission<Object>> free = new ArrayList<>(taken.size());
        for (Submission<Object> update : taken) {
            if (parking.isParked(update.entry().key())) {
                park(update.entry().key(), List.of(update));
            } else if (!isAdded(free, update)) {
                stopWaiting(update);
            }
        }
        if (free.isEmpty()) {
            return;
        }
        boolean away = makeAll(free, /* waits= */ false);
        updatesTake(computing.average());
        // Once for all of them: a pause for each would hold the runner for as many seconds as a round has updates.
        if (away) {
            backOff.pause();
        } else {
            backOff.succeeded();
        }
    }

    /** On an attendant's thread: waits for one entry. */
    private void attend(List<Submission<Object>> taken) {
        List<Submission<Object>> some = new ArrayList<>(taken.size());
        for (Submission<Object> update : taken) {
            boolean unused = isAdded(some, update);
        }
        if (!some.isEmpty() && makeAll(some, /* waits= */ true)) {
            new BackOff().pause();
        }
    }

    /** Adds it, unless it is not wanted any more: then it is open no more. */
    private boolean isAdded(List<Submission<Object>> some, Submission<Object> update) {
        boolean wanted = false;
        try {
            wanted = update.isWanted();
        } catch (Throwable e) {
            tell(update, e);
        }
        if (wanted) {
            some.add(update);
        } else {
            open.leave();
        }
        return wanted;
    }

    /** One update that cannot be told is no reason not to tell the others. */
    private static void tell(Submission<Object> update, Throwable thrown) {
        LOG.warn("an update of {} could not be settled", update.entry().key(), thrown);
    }

    private synchronized void updatesTake(long averageNanos) {
        mostInRound = (int) Math.max(1, Math.min(MOST_IN_ROUND, LONGEST_COMPUTING_NANOS / Math.max(1, averageNanos)));
    }

    /** Settles each once, whatever happens to the others; tells whether the server was not to be had for some of them. */
    private boolean makeAll(List<Submission<Object>> some, boolean waits) {
        GuardedBatch<Object> batch = some.get(0).entry().batch();
        List<Result<Object>> results = results(some, batch, waits);
        List<Submission<Object>> again = new ArrayList<>(0);
        Map<String, List<Submission<Object>>> busy = new LinkedHashMap<>(0);
        Map<String, List<Submission<Object>>> led = new LinkedHashMap<>(0);
        boolean away = false;
        VirtualMachineError thrown = null;
        for (int i = 0; i < some.size(); i++) {
            // An interrupt of one update is no reason to fail another.
            boolean unused = Thread.interrupted();
            Submission<Object> update = some.get(i);
            Result<Object> result = results.get(i);
            away |= isAway(result.failure());
            try {
                if (!result.isLeftOver()) {
                    settle(update, result);
                    if (result.failure() != null) {
                        // The round may have ended while it stood in the line for the entry.
                        update.entry().stopWaiting(waiter);
                    }
                } else {
                    update.setAside();
                    Map<String, List<Submission<Object>>> waiting =
                            batch.isBusy(i) ? busy : batch.isLed(i) ? led : null;
                    List<Submission<Object>> left = waiting == null
                            ? again
                            : waiting.computeIfAbsent(update.entry().key(), key -> new ArrayList<>(1));
                    left.add(update);
                }
            } catch (VirtualMachineError e) {
                thrown = e;
            } catch (Throwable e) {
                tell(update, e);
            }
        }
        boolean unused = Thread.interrupted();
        putBack(again);
        busy.forEach(this::park);
        // On the runner's own thread only, which alone knows what was refused; and an attendant leaves nothing over.
        if (!waits) {
            forgetRefused(some, results, led);
            led.forEach(this::holdBack);
        }
        if (thrown != null) {
            throw thrown;
        }
        return away;
    }

    private List<Result<Object>> results(List<Submission<Object>> some, GuardedBatch<Object> batch, boolean waits) {
        try {
            for (Submission<Object> update : some) {
                if (waits) {
                    batch.add(update.entry(), update.event(), update::change, update.sinceNanos());
                } else {
                    batch.add(update.entry(), update.event(), view -> computing.of(() -> update.change(view)));
                }
            }
            return waits ? batch.await() : batch.tryRun(waiter);
        } catch (Throwable t) {
            List<Result<Object>> results = batch.resultsAfter(t);
            while (results.size() < some.size()) {
                results.add(new Result<>(null, t));
            }
            return results;
        }
    }

    private static boolean isAway(@Nullable Throwable failure) {
        return failure instanceof LockUnavailableException || failure instanceof OutcomeUnknownException;
    }

    private void settle(Submission<Object> update, Result<Object> result) {
        try {
            update.settle(result);
        } finally {
            open.leave();
        }
    }

    /** Of entries that nobody else has in hand any more, or of which some were made. */
    private void forgetRefused(
            List<Submission<Object>> some, List<Result<Object>> results, Map<String, List<Submission<Object>>> led) {
        if (refusedSince.isEmpty()) {
            return;
        }
        for (int i = 0; i < some.size(); i++) {
            Submission<Object> update = some.get(i);
            if (!led.containsKey(update.entry().key())) {
                stopWaiting(update);
            } else if (!results.get(i).isLeftOver()) {
                refusedSince.remove(update.entry().key());
            }
        }
    }

    /** Otherwise its turn would come, and nobody would take it. */
    private void stopWaiting(Submission<Object> update) {
        if (refusedSince.remove(update.entry().key()) != null) {
            update.entry().stopWaiting(waiter);
        }
    }

    /** Others of this JVM have the entry in hand: mostly for a round trip. */
    private void holdBack(String entry, List<Submission<Object>> some) {
        long now = System.nanoTime();
        long refused = now - refusedSince.computeIfAbsent(entry, key -> now);
        if (refused
                >= Math.min(
                        LONGEST_REFUSED_NANOS, some.get(0).entry().longestWait().toNanos() / 4)) {
            stopWaiting(some.get(0));
            park(entry, some);
        } else if (!isHeldBack(entry, some, now)) {
            some.forEach(this::drop);
        }
    }

    private synchronized boolean isHeldBack(String entry, List<Submission<Object>> some, long now) {
        if (!closed) {
            submitted.holdBack(entry, some, now);
        }
        return !closed;
    }

    private void park(String entry, List<Submission<Object>> some) {
        if (!parking.park(entry, some)) {
            some.forEach(this::drop);
        }
    }

    private void putBack(List<Submission<Object>> some) {
        if (!isPutBack(some)) {
            some.forEach(this::drop);
        }
    }

    private synchronized boolean isPutBack(List<Submission<Object>> some) {
        if (!closed) {
            submitted.putBack(some);
        }
        return !closed;
    }

    private void drop(Submission<Object> update) {
        open.leave();
        try {
            update.drop();
            update.entry().stopWaiting(waiter);
        } catch (Throwable e) {
            tell(update, e);
        }
    }

    /**
     * On any thread; an update that is running ends in its own way. Those that nobody has begun, and those that wait for an
     * entry, are dropped. Idempotent.
     */
    @Override
    public void close() {
        open.close();
        end().forEach(this::drop);
        parking.end().forEach(this::drop);
    }

    /** Ends after the round under way; returns those that no round has taken. */
    private synchronized List<Submission<Object>> end() {
        closed = true;
        notifyAll();
        return submitted.takeAll();
    }
}
