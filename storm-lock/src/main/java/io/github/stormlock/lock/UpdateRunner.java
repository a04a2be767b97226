package io.github.stormlock.lock;

import io.github.stormlock.lock.GuardedBatch.Result;
import io.github.stormlock.lock.internal.update.EntryWaiters;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
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

    private final OpenUpdates open;
    private final Parking parking;
    private final RunnerInbox inbox;
    private final EntryWaiters.Waiter waiter;
    private final AtomicReference<@Nullable VirtualMachineError> fatal = new AtomicReference<>();
    private final ComputingTime computing = new ComputingTime();
    private final BackOff backOff = new BackOff();
    private final RefusedEntries refused = new RefusedEntries();

    /**
     * @param name in the names of its threads
     * @param mostOpen how many updates may be open
     * @param full is told, on a thread that has to wait for room, which entry has most updates set aside; empty if none has
     */
    public UpdateRunner(String name, int mostOpen, Consumer<String> full) {
        this.parking = new Parking(name, this::attend, this::isAttended);
        this.inbox = new RunnerInbox(parking::unpark);
        this.waiter = inbox::isFree;
        this.open = new OpenUpdates(mostOpen, () -> full.accept(parking.fullest()));
        Thread thread = new Thread(this::run, "storm-lock-runner-" + name);
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

    private boolean enqueue(Submission<Object> update) {
        VirtualMachineError thrown = fatal.getAndSet(null);
        if (thrown != null) {
            throw thrown;
        }
        return inbox.add(update);
    }

    private void isAttended(String entry) {
        inbox.isAttended(entry);
    }

    private void run() {
        int mostInRound = MOST_IN_ROUND;
        for (boolean open = true; open; ) {
            try {
                List<Submission<Object>> some = inbox.take(mostInRound);
                open = !some.isEmpty();
                round(some);
                mostInRound = mostInRound();
            } catch (VirtualMachineError e) {
                // It comes out of the next submission, as if that had run the round.
                fatal.set(e);
            } catch (Throwable e) {
                LOG.warn("a round of updates ended by an error", e);
            }
        }
    }

    private int mostInRound() {
        return (int) Math.max(1, Math.min(MOST_IN_ROUND, LONGEST_COMPUTING_NANOS / Math.max(1, computing.average())));
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

    /** Settles each once, whatever happens to the others; tells whether the server was not to be had for some of them. */
    private boolean makeAll(List<Submission<Object>> some, boolean waits) {
        GuardedBatch<Object> batch = some.get(0).entry().batch();
        List<Result<Object>> results = results(some, batch, waits);
        LeftOver left = new LeftOver();
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
                    update.setAside(batch.isBusy(i) || batch.isLed(i));
                    left.add(update, batch, i);
                }
            } catch (VirtualMachineError e) {
                thrown = e;
            } catch (Throwable e) {
                tell(update, e);
            }
        }
        boolean unused = Thread.interrupted();
        if (!inbox.putBack(left.again())) {
            left.again().forEach(this::drop);
        }
        left.busy().forEach(this::parkBusy);
        // On the runner's own thread only, which alone knows what was refused; and an attendant leaves nothing over.
        if (!waits) {
            forgetRefused(some, results, left);
            left.led().forEach(this::holdBack);
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
                    batch.add(
                            update.entry(),
                            update.event(),
                            view -> computing.of(() -> update.change(view)),
                            update.hasWaited());
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
    private void forgetRefused(List<Submission<Object>> some, List<Result<Object>> results, LeftOver left) {
        if (refused.isEmpty()) {
            return;
        }
        for (int i = 0; i < some.size(); i++) {
            Submission<Object> update = some.get(i);
            String entry = update.entry().key();
            if (!left.led().containsKey(entry)) {
                stopWaiting(update);
            } else if (!results.get(i).isLeftOver()) {
                boolean unused = refused.forget(entry);
            }
        }
    }

    /** Otherwise its turn would come, and nobody would take it. */
    private void stopWaiting(Submission<Object> update) {
        if (refused.forget(update.entry().key())) {
            update.entry().stopWaiting(waiter);
        }
    }

    /** Others of this JVM have the entry in hand: mostly for a round trip. */
    private void holdBack(String entry, List<Submission<Object>> some) {
        long now = System.nanoTime();
        Submission<Object> first = some.get(0);
        if (refused.isRefusedTooLong(entry, first.entry().longestWait().toNanos(), now)) {
            stopWaiting(first);
            park(entry, some);
        } else if (!inbox.holdBack(entry, some, now)) {
            some.forEach(this::drop);
        }
    }

    /** It may have met others of this JVM too, in another round of the same batch. */
    private void parkBusy(String entry, List<Submission<Object>> some) {
        some.get(0).entry().stopWaiting(waiter);
        park(entry, some);
    }

    private void park(String entry, List<Submission<Object>> some) {
        if (!parking.park(entry, some)) {
            some.forEach(this::drop);
        }
    }

    private void drop(Submission<Object> update) {
        open.leave();
        try {
            update.drop();
        } catch (Throwable e) {
            tell(update, e);
        } finally {
            update.entry().stopWaiting(waiter);
        }
    }

    /**
     * On any thread; an update that is running ends in its own way. Those that nobody has begun, and those that wait for an
     * entry, are dropped. Idempotent.
     */
    @Override
    public void close() {
        open.close();
        inbox.close().forEach(this::drop);
        parking.end().forEach(this::drop);
    }
}
