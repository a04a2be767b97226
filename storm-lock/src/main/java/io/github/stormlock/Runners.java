package io.github.stormlock;

import io.github.stormlock.internal.batch.BatchRound;
import io.github.stormlock.internal.lines.Hand;
import io.github.stormlock.internal.lines.Lane;
import io.github.stormlock.internal.lines.Lines;
import io.github.stormlock.internal.lines.Owner;
import io.github.stormlock.internal.protocol.Bytes;
import io.github.stormlock.internal.protocol.LockErrors;
import io.github.stormlock.internal.update.LockWait;
import io.github.stormlock.internal.update.PendingUpdate;
import io.github.stormlock.redis.RedisPort;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The threads of one factory that make the updates for which no caller waits. A bolt of the worker has threads of its own,
 * one mostly, and so have the asynchronous callers. A thread takes what is there, makes it in one round,
 * gives the lines back, and tells what came of it. So rounds grow with the load. Thread-safe.
 *
 * <p>A round waits for no entry. A line whose lock is held elsewhere is left to an attendant, a thread that waits for it.
 * If there are as many attendants as may be, the line is tried again after a while.
 */
final class Runners implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(UpdateRunner.class);
    private static final int MOST_ATTENDANTS = 64;
    private static final long UNANSWERED_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long UNATTENDED_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    /** Another update of this factory has a lock for a moment only. */
    private static final long LOCKED_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final FactoryRuntime runtime;
    private final String name;
    private final Lines<PendingUpdate<?>> lines;
    private final ThreadPoolExecutor attendants;
    private final AtomicBoolean begun = new AtomicBoolean();

    /**
     * Begins without threads.
     *
     * @param name a part of the names of its threads
     */
    Runners(FactoryRuntime runtime, String name) {
        this.runtime = runtime;
        this.name = name;
        this.lines = new Lines<>(
                update -> update.targets().keys(),
                this::node,
                this::start,
                Runners::drop,
                Runners::deadlineNanos,
                System::nanoTime);
        this.attendants = new ThreadPoolExecutor(
                0,
                MOST_ATTENDANTS,
                1,
                TimeUnit.SECONDS,
                new SynchronousQueue<>(),
                task -> daemon(task, "attendant-" + name));
    }

    Lines<PendingUpdate<?>> lines() {
        return lines;
    }

    private static Thread daemon(Runnable task, String role) {
        Thread thread = new Thread(task, "storm-lock-" + role);
        thread.setDaemon(true);
        return thread;
    }

    /** Returns the server of an entry; blocks never. */
    String node(String entry) {
        RedisPort port = runtime.locks().port();
        return port.isCluster() ? port.node(Bytes.of(entry)) : "";
    }

    /** Registers a task of a bolt. */
    Owner<PendingUpdate<?>> task(String bolt, int mostOpen, Consumer<String> full) {
        keepTime();
        return lines.owner(bolt, 0, mostOpen, full);
    }

    /** Registers the asynchronous callers. */
    Owner<PendingUpdate<?>> callers(int mostOpen) {
        keepTime();
        return lines.owner("", Math.max(2, Runtime.getRuntime().availableProcessors()), mostOpen, fullest -> {});
    }

    private void keepTime() {
        if (begun.compareAndSet(false, true)) {
            daemon(() -> lines.keepTime(Runners::timeOut), "lines-" + name).start();
        }
    }

    private void start(Lane<PendingUpdate<?>> lane) {
        daemon(() -> run(lane), "runner-" + (lane.name().isEmpty() ? name : lane.name()))
                .start();
    }

    private void run(Lane<PendingUpdate<?>> lane) {
        Hand<PendingUpdate<?>> hand;
        while ((hand = lines.take(lane)) != null) {
            try {
                round(hand);
            } catch (Throwable t) {
                // The thread goes on: it counts as one of its bolt.
                LOG.warn("a round of updates ended by an error", t);
            }
            // An interrupt in one update must not fail another.
            boolean unused = Thread.interrupted();
        }
    }

    /** Makes one round. It waits for no busy entry. */
    private void round(Hand<PendingUpdate<?>> hand) {
        make(hand, updates -> new BatchRound(runtime.updates(), some -> letGo(hand, some)).run(updates));
    }

    /** Makes the updates of a hand that are still wanted, and gives it back. */
    private void make(Hand<PendingUpdate<?>> hand, Consumer<List<PendingUpdate<?>>> all) {
        try {
            List<PendingUpdate<?>> updates = begin(hand);
            Throwable thrown = thrownBy(() -> all.accept(updates));
            int away = 0;
            for (int i = 0; i < hand.size(); i++) {
                PendingUpdate<?> update = hand.get(i);
                if (!hand.isSettled(i)) {
                    end(hand, i, thrown);
                    if (LockErrors.isOfServer(update.failure())) {
                        away++;
                        rest(hand, update);
                    }
                }
            }
            if (away > 0 && away == updates.size()) {
                hand.away();
            }
        } finally {
            giveBack(hand);
        }
    }

    /** Gives updates back before the others of their round, which take long. Those that are settled are told with the others. */
    private void letGo(Hand<PendingUpdate<?>> hand, List<PendingUpdate<?>> some) {
        for (int i = 0; i < hand.size(); i++) {
            PendingUpdate<?> update = hand.get(i);
            if (some.contains(update) && update.isOpen()) {
                update.submitted().setAside();
            } else if (some.contains(update)) {
                settle(hand, i);
            }
        }
        lines.giveBack(hand, some);
    }

    private static void rest(Hand<PendingUpdate<?>> hand, PendingUpdate<?> update) {
        update.targets().keys().forEach(entry -> hand.rest(entry, UNANSWERED_NANOS));
    }

    /** Waits for the lock of an entry that is held elsewhere, and makes the first updates of it. */
    private void attend(String entry) {
        Hand<PendingUpdate<?>> hand = lines.outside().take(entry);
        if (hand == null) {
            return;
        }
        make(hand, updates -> {
            for (PendingUpdate<?> update : updates) {
                update.contended();
                update.tellsWhereItWaits(busy -> lines.outside().waits(hand, busy));
            }
            new LockWait(runtime.updates(), updates, () -> letGoEnded(hand)).run();
        });
    }

    /** Has those leave that are over, while others wait. A thread of their bolt tells them: this one may be interrupted. */
    private void letGoEnded(Hand<PendingUpdate<?>> hand) {
        List<PendingUpdate<?>> ended = new ArrayList<>();
        for (int i = 0; i < hand.size(); i++) {
            if (!hand.get(i).isOpen()) {
                ended.add(hand.get(i));
            }
        }
        if (ended.size() < hand.size()) {
            letGo(hand, ended);
        }
    }

    /** Gives the lines back, has busy ones waited for, and tells what came of the updates. */
    private void giveBack(Hand<PendingUpdate<?>> hand) {
        for (String busy : lines.giveBack(hand)) {
            try {
                attendants.execute(() -> attend(busy));
            } catch (RejectedExecutionException | OutOfMemoryError e) {
                // All attendants wait, or no thread can be had.
                lines.outside().rest(busy, UNATTENDED_NANOS);
            }
        }
        hand.tell();
    }

    /** Makes updates. Each ends in its own way, also if others throw. Returns what was thrown. */
    private @Nullable Throwable thrownBy(Runnable all) {
        try {
            // They were begun before a close, or their bolt has not ended.
            if (!runtime.users().tryGoOn()) {
                throw runtime.users().closed();
            }
            try {
                all.run();
            } finally {
                runtime.users().letGo();
            }
            return null;
        } catch (Throwable t) {
            return t;
        }
    }

    /**
     * Begins the updates that are still wanted. One that is not has settled itself, and is not open from here on.
     *
     * @return those that were begun
     */
    private static List<PendingUpdate<?>> begin(Hand<PendingUpdate<?>> hand) {
        List<PendingUpdate<?>> begun = new ArrayList<>(hand.size());
        for (int i = 0; i < hand.size(); i++) {
            PendingUpdate<?> update = hand.get(i);
            Owner<PendingUpdate<?>> owner = hand.owner(i);
            try {
                if (update.submitted().isWanted()) {
                    update.begin(hand::compute);
                    if (hand.isBehindCaller(i)) {
                        update.contended();
                    }
                    begun.add(update);
                    continue;
                }
            } catch (Throwable t) {
                tell(update, owner, t);
            }
            hand.settled(i, () -> owner.left(1));
        }
        return begun;
    }

    /** Settles an update, or leaves it in its place. One that is written is settled, whatever is thrown. */
    private void end(Hand<PendingUpdate<?>> hand, int index, @Nullable Throwable thrown) {
        PendingUpdate<?> update = hand.get(index);
        try {
            if (update.isOpen() && thrown != null) {
                update.failed(thrown);
            }
            if (update.isOpen()) {
                leave(hand, update);
            }
        } catch (Throwable t) {
            update.failed(t);
        }
        if (!update.isOpen()) {
            settle(hand, index);
        }
    }

    /** Leaves an update in its place that was not made. It is told so, and by whom its entry is kept. */
    private static void leave(Hand<PendingUpdate<?>> hand, PendingUpdate<?> update) {
        String busy = update.busyEntry();
        String locked = update.ownLockOf();
        if (busy != null && isOverdue(update)) {
            update.timedOutWaiting();
            return;
        }
        update.submitted().setAside();
        if (busy != null) {
            hand.busy(busy);
        } else if (locked != null) {
            hand.rest(locked, LOCKED_NANOS);
        }
    }

    /** Settles an update once its lines are free. */
    private static void settle(Hand<PendingUpdate<?>> hand, int index) {
        PendingUpdate<?> update = hand.get(index);
        Owner<PendingUpdate<?>> owner = hand.owner(index);
        hand.settled(index, () -> tell(update, owner));
    }

    private static void tell(PendingUpdate<?> update, Owner<PendingUpdate<?>> owner) {
        try {
            // An interrupt in one update must not fail another.
            boolean unused = Thread.interrupted();
            update.tell();
        } catch (Throwable t) {
            tell(update, owner, t);
        } finally {
            owner.left(1);
        }
    }

    private static long deadlineNanos(PendingUpdate<?> update) {
        return update.sinceNanos() + Math.min(update.longestWaitNanos(), Long.MAX_VALUE / 2);
    }

    private static boolean isOverdue(PendingUpdate<?> update) {
        return System.nanoTime() - deadlineNanos(update) >= 0;
    }

    private static void timeOut(PendingUpdate<?> update, Owner<PendingUpdate<?>> owner) {
        update.timedOutWaiting();
        tell(update, owner);
    }

    private static void drop(PendingUpdate<?> update, Owner<PendingUpdate<?>> owner) {
        owner.left(1);
        try {
            update.submitted().drop();
        } catch (Throwable t) {
            tell(update, owner, t);
        }
    }

    /** Logs what an update threw when it was told its result; the others are told all the same. */
    private static void tell(PendingUpdate<?> update, Owner<PendingUpdate<?>> owner, Throwable thrown) {
        if (thrown instanceof VirtualMachineError fatal) {
            // The next submission throws it, as if that had made the update.
            owner.failed(fatal);
        } else {
            LOG.warn("an update of {} could not be settled", update.name(), thrown);
        }
    }

    /** Ends the threads. What is in hand ends in its own way. The owners are closed before. */
    @Override
    public void close() {
        lines.close();
        List<Runnable> unused = attendants.shutdownNow();
    }
}
