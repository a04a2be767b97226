package io.github.stormlock.lock;

import com.google.errorprone.annotations.CheckReturnValue;
import io.github.stormlock.lock.GuardedBatch.Result;
import io.github.stormlock.lock.internal.acquire.EntryWaiters;
import io.github.stormlock.lock.internal.batch.BatchRun;
import io.github.stormlock.lock.internal.runner.ComputingTime;
import io.github.stormlock.lock.internal.runner.LeftOver;
import io.github.stormlock.lock.internal.runner.OpenUpdates;
import io.github.stormlock.lock.internal.runner.Parking;
import io.github.stormlock.lock.internal.runner.RefusedEntries;
import io.github.stormlock.lock.internal.runner.RunnerInbox;
import io.github.stormlock.lock.internal.update.PendingUpdate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the updates that are handed to it, on a thread of its own, so that those who hand them over do not wait for
 * Redis. Each round takes the updates that are there and makes them by one batch. So rounds grow with the load. If
 * there are more than a round takes, entries take turns. Updates of one entry are made in the order in which they
 * were submitted. Thread-safe.
 *
 * <p>The runner waits for no entry. An entry that another thread of this JVM leads is held back until it is let go.
 * An entry whose lock is held elsewhere is parked: its updates are set aside for a thread that waits for it. The
 * round goes on meanwhile.
 *
 * <p>A round is bounded in entries, each of which costs Redis a script, in updates, and by the time that they are
 * expected to take: the first of a round are written only after the last of it is computed. The open updates, which are those submitted and not settled, are bounded
 * too.
 *
 * <p>For the bolts of this library; a program uses {@link Guard#updateAsync}.
 */
public final class UpdateRunner implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(UpdateRunner.class);
    private static final int MOST_ENTRIES = 256;

    /** The part of its wait after which an update of several entries takes the locks, if others of this JVM lead them. */
    private static final int LATE_PART = 4;

    private static final int MOST_IN_ROUND = 2_048;
    private static final long LONGEST_COMPUTING_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private final OpenUpdates open;
    private final Parking<Submission<Object>> parking;
    private final RunnerInbox<Submission<Object>> inbox;
    private final EntryWaiters.Waiter waiter;
    private final AtomicReference<@Nullable VirtualMachineError> fatal = new AtomicReference<>();
    private final ComputingTime computing = new ComputingTime();
    private final BackOff backOff = new BackOff();
    private final RefusedEntries refused = new RefusedEntries();

    /**
     * An update that is handed to a runner, and is told its result once. All methods but {@link #change}
     * are called by one thread at a time. For the bolts of this library; a program uses {@link Guard#updateAsync}.
     *
     * @param <V> the view of its entry
     */
    public interface Submission<V> {

        /** {@return the guard of its entry, or of all of its entries} */
        Guard<V> guard();

        /** {@return the stable name of its event} */
        EventId event();

        /** {@return when it was made, as {@link System#nanoTime} told} Its wait counts from then. */
        long sinceNanos();

        /**
         * {@return true if it is still to be made} It is asked each time before it is begun. If it returns false, it has
         * settled itself: it is not written, and is told nothing more.
         */
        boolean isWanted();

        /**
         * Tells that it was begun and not made: nothing of it was written, and it will be begun again.
         *
         * @param waits true if others are at work on its entry
         */
        void setAside(boolean waits);

        /** {@return true if others were at work on its entry when it was begun before} Then its wait is counted already. */
        boolean hasWaited();

        /** {@return true if its caller will retry, so that a time-out is not counted} */
        default boolean isQuiet() {
            return false;
        }

        /**
         * Changes the entry. This may run more than once, and on the thread of anybody who updates the entry at the same
         * time.
         *
         * @param view the entry, as far as it was read
         */
        void change(V view);

        /**
         * Tells its result, once it has one. Throws nothing but a {@link VirtualMachineError}.
         *
         * @param result the outcome, or the exception
         */
        void settle(Result<V> result);

        /**
         * Tells that nobody can make it: the runner has ended, or has no thread that waits for the entry. Nothing of it
         * was written.
         */
        void drop();
    }

    /**
     * Starts a runner and its thread.
     *
     * @param name a part of the names of its threads
     * @param mostOpen how many updates may be open
     * @param full told, on a thread that has to wait for room, which entry has most updates set aside; empty if none
     *     has
     */
    public UpdateRunner(String name, int mostOpen, Consumer<String> full) {
        this.parking = new Parking<>(name, UpdateRunner::isJoint, this::attend, this::isAttended);
        this.inbox = new RunnerInbox<>(UpdateRunner::entries, parking::unpark);
        this.waiter = inbox::isFree;
        this.open = new OpenUpdates(mostOpen, () -> full.accept(parking.fullest()));
        Thread thread = new Thread(this::run, "storm-lock-runner-" + name);
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * Hands an update over; waits while too many are open. All updates that are handed over have to be of one
     * factory.
     *
     * @param update the update; it is settled on a thread of the runner
     * @param waitNanos the longest wait for room, in nanoseconds
     * @return true if it will be settled or dropped; false if there is no room, this is closed, or the calling thread
     *     is interrupted
     * @throws VirtualMachineError if one ended an earlier round: the JVM is in doubt
     */
    @CheckReturnValue
    public boolean submit(Submission<?> update, long waitNanos) {
        return submitAll(List.of(update), waitNanos);
    }

    /**
     * Hands some updates over, all or none of them. They are made each for itself, those of one entry in this order. If
     * they are more than may be open, they wait until nothing else is.
     *
     * @param updates the updates, at least one
     * @param waitNanos the longest wait for room, in nanoseconds
     * @return true if each will be settled or dropped; false as {@link #submit} says
     * @throws VirtualMachineError if one ended an earlier round: the JVM is in doubt
     */
    @CheckReturnValue
    public boolean submitAll(List<? extends Submission<?>> updates, long waitNanos) {
        if (!open.enter(updates.size(), waitNanos)) {
            return false;
        }
        boolean taken = false;
        try {
            taken = enqueue(anyView(updates));
            return taken;
        } finally {
            if (!taken) {
                open.leave(updates.size());
            }
        }
    }

    /**
     * Forgets the type of the view. Entries of several kinds share a round, but what is made together of one entry is
     * of one kind.
     */
    @SuppressWarnings("unchecked")
    private static List<Submission<Object>> anyView(List<? extends Submission<?>> updates) {
        return (List<Submission<Object>>) updates;
    }

    private static List<String> entries(Submission<Object> update) {
        return update.guard().keys();
    }

    private static boolean isJoint(Submission<Object> update) {
        return update.guard().keys().size() > 1;
    }

    /** {@return how many updates are open} */
    public int open() {
        return open.count();
    }

    private boolean enqueue(List<Submission<Object>> updates) {
        VirtualMachineError thrown = fatal.getAndSet(null);
        if (thrown != null) {
            throw thrown;
        }
        return inbox.add(updates);
    }

    private void isAttended(String entry) {
        inbox.isAttended(entry);
    }

    private void run() {
        int mostInRound = MOST_IN_ROUND;
        for (boolean open = true; open; ) {
            try {
                List<Submission<Object>> some = inbox.take(MOST_ENTRIES, mostInRound);
                open = !some.isEmpty();
                round(some);
                mostInRound = mostInRound();
            } catch (VirtualMachineError e) {
                // It is thrown by the next submission, as if that had run the round.
                fatal.set(e);
            } catch (Throwable e) {
                LOG.warn("a round of updates ended by an error", e);
            }
        }
    }

    private int mostInRound() {
        return (int) Math.max(1, Math.min(MOST_IN_ROUND, LONGEST_COMPUTING_NANOS / Math.max(1, computing.average())));
    }

    /** Makes one round. It waits for no busy entry. */
    private void round(List<Submission<Object>> taken) {
        List<Submission<Object>> free = new ArrayList<>(taken.size());
        List<Submission<Object>> again = new ArrayList<>(0);
        Set<String> before = new HashSet<>(0);
        for (Submission<Object> update : taken) {
            String parked = parkedEntry(update);
            if (parked != null
                    && isJoint(update)
                    && !Collections.disjoint(before, update.guard().keys())) {
                // An attendant might make it before those of its other entries that came first.
                again.add(update);
            } else if (parked != null) {
                park(parked, List.of(update));
            } else if (!isAdded(free, update)) {
                stopWaiting(update);
            } else if (!parking.isEmpty()) {
                before.addAll(update.guard().keys());
            }
        }
        if (!again.isEmpty() && !inbox.putBack(again)) {
            again.forEach(this::drop);
        }
        if (free.isEmpty()) {
            return;
        }
        boolean away = makeAll(free, /* waits= */ false, busy -> {});
        // One pause serves all of them: a pause for each would hold the runner for as many seconds as a round has
        // updates.
        if (away) {
            backOff.pause();
        } else {
            backOff.succeeded();
        }
    }

    /** Returns the first of its entries that is parked; {@code null} if none is. */
    private @Nullable String parkedEntry(Submission<Object> update) {
        for (String entry : update.guard().keys()) {
            if (parking.isParked(entry)) {
                return entry;
            }
        }
        return null;
    }

    /** Waits for one entry and makes its updates. Runs on an attendant's thread. */
    private void attend(String entry, List<Submission<Object>> taken, Runnable waitsElsewhere) {
        List<Submission<Object>> some = new ArrayList<>(taken.size());
        for (Submission<Object> update : taken) {
            isAdded(some, update);
        }
        Consumer<String> waitsAt = busy -> {
            if (!busy.equals(entry)) {
                waitsElsewhere.run();
            }
        };
        if (!some.isEmpty() && makeAll(some, /* waits= */ true, waitsAt)) {
            new BackOff().pause();
        }
    }

    /** Adds an update that is still wanted. One that is not wanted any more does not count as open from here on. */
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
            open.leave(1);
        }
        return wanted;
    }

    /** Logs what an update threw when it was told its result; the others are told all the same. */
    private static void tell(Submission<Object> update, Throwable thrown) {
        LOG.warn("an update of {} could not be settled", update.guard().name(), thrown);
    }

    /**
     * Makes updates and settles each once, also if others throw. Returns true if the server could not be reached for
     * some of them.
     *
     * @param waitsAt told which entry an update of several waits for
     */
    private boolean makeAll(List<Submission<Object>> some, boolean waits, Consumer<String> waitsAt) {
        List<PendingUpdate<Object>> made = new ArrayList<>(some.size());
        List<Result<Object>> results = results(some, made, waits, waitsAt);
        LeftOver<Submission<Object>> left = new LeftOver<>();
        boolean away = false;
        VirtualMachineError thrown = null;
        for (int i = 0; i < some.size(); i++) {
            // An interrupt in one update must not fail another.
            Thread.interrupted();
            Submission<Object> update = some.get(i);
            Result<Object> result = results.get(i);
            away |= isAway(result.failure());
            try {
                if (!result.isLeftOver()) {
                    settle(update, result);
                    if (result.failure() != null) {
                        // The round may have ended while the runner stood in the line for the entry.
                        update.guard().stopWaiting(waiter);
                    }
                } else {
                    leave(update, made.get(i), left);
                }
            } catch (VirtualMachineError e) {
                thrown = e;
            } catch (Throwable e) {
                tell(update, e);
            }
        }
        Thread.interrupted();
        left.busy().forEach(this::parkBusy);
        // On the runner's own thread only, which alone knows what was refused. An attendant leaves nothing over.
        if (!waits) {
            forgetRefused(some, results, left);
        }
        putBack(left);
        if (thrown != null) {
            throw thrown;
        }
        return away;
    }

    private static void leave(
            Submission<Object> update, PendingUpdate<Object> begun, LeftOver<Submission<Object>> left) {
        String busy = begun.busyEntry();
        String led = begun.ledEntry();
        update.setAside(busy != null || led != null);
        if (busy != null) {
            left.addBusy(update, busy);
        } else if (led != null) {
            left.addLed(update, led);
        } else {
            left.add(update);
        }
    }

    private List<Result<Object>> results(
            List<Submission<Object>> some, List<PendingUpdate<Object>> made, boolean waits, Consumer<String> waitsAt) {
        FactoryRuntime runtime = some.get(0).guard().runtime();
        Throwable thrown = null;
        try {
            some.forEach(update -> made.add(waits ? waiting(update, waitsAt) : pending(update)));
            runtime.retain();
            try {
                BatchRun batch = new BatchRun(runtime.updates(), List.copyOf(made));
                if (waits) {
                    batch.await();
                } else {
                    batch.tryRun(waiter);
                }
            } finally {
                runtime.letGo();
            }
            made.forEach(update -> update.events().throwIfFatal());
        } catch (Throwable t) {
            thrown = t;
        }
        List<Result<Object>> results = new ArrayList<>(some.size());
        for (int i = 0; i < some.size(); i++) {
            Result<Object> result = i < made.size() ? Result.of(made.get(i)) : new Result<>(null, thrown);
            results.add(result.isLeftOver() && thrown != null ? new Result<>(null, thrown) : result);
        }
        return results;
    }

    private PendingUpdate<Object> pending(Submission<Object> update) {
        PendingUpdate<Object> pending =
                update.guard().pending(update.event(), view -> computing.of(() -> update.change(view)));
        pending.came(update.sinceNanos());
        if (update.hasWaited()) {
            pending.waited();
        }
        return quietIfAsked(update, pending);
    }

    private static PendingUpdate<Object> waiting(Submission<Object> update, Consumer<String> waitsAt) {
        PendingUpdate<Object> pending = update.guard().pending(update.event(), update::change);
        pending.waitsSince(update.sinceNanos());
        pending.tellsWhereItWaits(waitsAt);
        return quietIfAsked(update, pending);
    }

    private static PendingUpdate<Object> quietIfAsked(Submission<Object> update, PendingUpdate<Object> pending) {
        if (update.isQuiet()) {
            pending.quietTimeout();
        }
        return pending;
    }

    private static boolean isAway(@Nullable Throwable failure) {
        return failure instanceof LockUnavailableException || failure instanceof OutcomeUnknownException;
    }

    private void settle(Submission<Object> update, Result<Object> result) {
        try {
            update.settle(result);
        } finally {
            open.leave(1);
        }
    }

    /** Forgets the refusals of entries that nobody else leads any more, or of which some updates were made. */
    private void forgetRefused(
            List<Submission<Object>> some, List<Result<Object>> results, LeftOver<Submission<Object>> left) {
        if (refused.isEmpty()) {
            return;
        }
        for (int i = 0; i < some.size(); i++) {
            Guard<Object> guard = some.get(i).guard();
            for (String entry : guard.keys()) {
                if (!left.led().containsKey(entry)) {
                    stopWaiting(guard, entry);
                } else if (!results.get(i).isLeftOver()) {
                    refused.forget(entry);
                }
            }
        }
    }

    private void stopWaiting(Submission<Object> update) {
        update.guard().keys().forEach(entry -> stopWaiting(update.guard(), entry));
    }

    /** Takes the runner out of the line for an entry. Otherwise its turn would come, and nobody would take it. */
    private void stopWaiting(Guard<Object> guard, String entry) {
        if (refused.forget(entry)) {
            guard.stopWaiting(waiter, entry);
        }
    }

    /**
     * Puts back what is left of free entries, and holds the entries back that another thread of this JVM leads, mostly
     * for a round trip. Parks an entry if that takes too long.
     */
    private void putBack(LeftOver<Submission<Object>> left) {
        long now = System.nanoTime();
        for (Map.Entry<String, List<Submission<Object>>> led :
                List.copyOf(left.led().entrySet())) {
            Submission<Object> first = led.getValue().get(0);
            Guard<Object> guard = first.guard();
            long wait = guard.longestWait().toNanos();
            // One of several entries may be refused at another of them each time. Its attendant takes locks, which
            // others of this JVM then meet: so it comes late.
            boolean inVain = isJoint(first) && now - first.sinceNanos() >= wait / LATE_PART;
            if (refused.isRefusedTooLong(led.getKey(), wait, now) || inVain) {
                stopWaiting(guard, led.getKey());
                park(led.getKey(), left.takeLed(led.getKey()));
            }
        }
        if (!inbox.putBack(left.again())) {
            left.again().forEach(this::drop);
            return;
        }
        left.led().forEach((entry, some) -> inbox.holdBack(entry, some, now));
    }

    /**
     * Parks an entry whose lock is held elsewhere. In another round of the same batch it may have met others of this
     * JVM too, so the runner leaves the line for it.
     */
    private void parkBusy(String entry, List<Submission<Object>> some) {
        some.get(0).guard().stopWaiting(waiter, entry);
        park(entry, some);
    }

    private void park(String entry, List<Submission<Object>> some) {
        if (!parking.park(entry, some)) {
            some.forEach(this::drop);
        }
    }

    private void drop(Submission<Object> update) {
        open.leave(1);
        try {
            update.drop();
        } catch (Throwable e) {
            tell(update, e);
        } finally {
            update.guard().stopWaiting(waiter);
        }
    }

    /**
     * Ends the runner. May be called on any thread. An update that is running ends in its own way. Updates that
     * nobody has begun, and those that wait for an entry, are dropped. Idempotent.
     */
    @Override
    public void close() {
        open.close();
        inbox.close().forEach(this::drop);
        parking.end().forEach(this::drop);
    }
}
