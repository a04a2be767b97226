package io.github.stormlock.lock;

import io.github.stormlock.lock.GuardedBatch.Result;
import io.github.stormlock.lock.UpdateRunner.Submission;
import io.github.stormlock.lock.internal.batch.BatchRun;
import io.github.stormlock.lock.internal.lines.Hand;
import io.github.stormlock.lock.internal.lines.Lane;
import io.github.stormlock.lock.internal.lines.Lines;
import io.github.stormlock.lock.internal.lines.Owner;
import io.github.stormlock.lock.internal.protocol.Bytes;
import io.github.stormlock.lock.internal.protocol.LockErrors;
import io.github.stormlock.lock.internal.update.EntryWaiters;
import io.github.stormlock.lock.internal.update.PendingUpdate;
import io.github.stormlock.redis.RedisPort;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The threads of one factory that make the updates for which no caller waits. A bolt of the worker has threads of its own,
 * one mostly, and so have the asynchronous callers. A thread takes what is there, makes it by one batch, gives the lines
 * back, and tells what came of it. So rounds grow with the load. Thread-safe.
 *
 * <p>A round waits for no entry. A line whose lock is held elsewhere is left to an attendant, a thread that waits for it.
 * If there are as many attendants as may be, the line is tried again after a while.
 */
final class Runners implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(UpdateRunner.class);
    private static final int MOST_ENTRIES = 256;
    private static final int MOST_ATTENDANTS = 64;
    private static final long UNANSWERED_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long UNATTENDED_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    /** Callers that leave no gap keep a line from its turn for so long at most; then an attendant stands in their queue. */
    private static final long LONGEST_LED_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private static final int LONGEST_LED_PART = 4;

    private final FactoryRuntime runtime;
    private final String name;
    private final Lines<Submission<Object>> lines;
    private final EntryWaiters.Waiter waiter;
    private final ThreadPoolExecutor attendants;

    /** @param name a part of the names of its threads */
    Runners(FactoryRuntime runtime, String name) {
        this.runtime = runtime;
        this.name = name;
        this.lines = new Lines<>(Runners::entries, this::node, this::start, Runners::drop, System::nanoTime);
        this.waiter = lines::letGo;
        this.attendants = new ThreadPoolExecutor(
                0,
                MOST_ATTENDANTS,
                1,
                TimeUnit.SECONDS,
                new SynchronousQueue<>(),
                task -> daemon(task, "attendant-" + name));
        daemon(lines::keepTime, "lines-" + name).start();
    }

    private static Thread daemon(Runnable task, String role) {
        Thread thread = new Thread(task, "storm-lock-" + role);
        thread.setDaemon(true);
        return thread;
    }

    private String node(String entry) {
        RedisPort port = runtime.updates().locks().port();
        return port.isCluster() ? port.node(Bytes.of(entry)) : "";
    }

    private static List<String> entries(Submission<Object> update) {
        return update.guard().keys();
    }

    private static boolean isJoint(Submission<Object> update) {
        return entries(update).size() > 1;
    }

    /** Registers a task of a bolt. */
    Owner<Submission<Object>> task(String bolt, int mostOpen, Consumer<String> full) {
        return lines.owner(bolt, 0, mostOpen, full);
    }

    /** Registers the asynchronous callers. */
    Owner<Submission<Object>> callers(int mostOpen) {
        return lines.owner("", Math.max(2, Runtime.getRuntime().availableProcessors()), mostOpen, fullest -> {});
    }

    private void start(Lane<Submission<Object>> lane) {
        daemon(() -> run(lane), "runner-" + (lane.name().isEmpty() ? name : lane.name()))
                .start();
    }

    private void run(Lane<Submission<Object>> lane) {
        Hand<Submission<Object>> hand;
        while ((hand = lines.take(lane, MOST_ENTRIES)) != null) {
            try {
                round(hand);
            } catch (Throwable t) {
                // The thread goes on: it counts as one of its bolt.
                LOG.warn("a round of updates ended by an error", t);
            }
        }
    }

    /** Makes one round. It waits for no busy entry. */
    private void round(Hand<Submission<Object>> hand) {
        try {
            List<Made> all = makeAll(hand, update -> pending(update, hand), batch -> batch.tryRun(waiter));
            int away = 0;
            for (Made made : all) {
                end(hand, made);
                if (LockErrors.isOfServer(made.result().failure())) {
                    away++;
                    entries(hand.get(made.index())).forEach(entry -> hand.rest(entry, UNANSWERED_NANOS));
                }
            }
            if (away > 0 && away == all.size()) {
                hand.away();
            }
            hand.noLongerLed().forEach(this::stopWaiting);
        } finally {
            giveBack(hand);
        }
    }

    /** Settles an update, or leaves it in its place. One that is written is settled, whatever is thrown. */
    private void end(Hand<Submission<Object>> hand, Made made) {
        Result<Object> result = made.result();
        try {
            if (result.isLeftOver()) {
                leave(hand, made);
            } else {
                settle(hand, made.index(), result);
            }
        } catch (Throwable t) {
            settle(hand, made.index(), result.isLeftOver() ? new Result<>(null, t) : result);
        }
    }

    /** Waits for the lock of an entry that is held elsewhere, and makes the first updates of it. */
    private void attend(String entry) {
        Hand<Submission<Object>> hand = lines.takeBusy(entry);
        if (hand == null) {
            return;
        }
        Consumer<String> waitsAt = busy -> {
            if (!busy.equals(entry)) {
                lines.waitsElsewhere(hand);
            }
        };
        try {
            for (Made made : makeAll(hand, update -> waiting(update, waitsAt), BatchRun::await)) {
                end(hand, made);
                if (LockErrors.isOfServer(made.result().failure())) {
                    hand.rest(entry, UNANSWERED_NANOS);
                }
            }
        } finally {
            giveBack(hand);
        }
    }

    /** Gives the lines back, has busy ones waited for, and tells what came of the updates. */
    private void giveBack(Hand<Submission<Object>> hand) {
        for (String busy : lines.giveBack(hand)) {
            try {
                attendants.execute(() -> attend(busy));
            } catch (RejectedExecutionException | OutOfMemoryError e) {
                // All attendants wait, or no thread can be had.
                lines.restBusy(busy, UNATTENDED_NANOS);
            }
        }
        hand.tell();
        boolean unused = Thread.interrupted();
    }

    /**
     * An update that a round has begun.
     *
     * @param index its place in the hand
     */
    private record Made(int index, PendingUpdate<Object> update, @Nullable Throwable thrown) {
        Result<Object> result() {
            Result<Object> result = Result.of(update);
            return result.isLeftOver() && thrown != null ? new Result<>(null, thrown) : result;
        }
    }

    /** Makes the updates that are still wanted. Each ends in its own way, also if others throw. */
    private List<Made> makeAll(
            Hand<Submission<Object>> hand,
            Function<Submission<Object>, PendingUpdate<Object>> begin,
            Consumer<BatchRun> run) {
        Map<Integer, PendingUpdate<Object>> begun = new LinkedHashMap<>(2 * hand.size());
        for (int i = 0; i < hand.size(); i++) {
            begin(hand, i, begin, begun);
        }
        Throwable thrown = null;
        try {
            // They were begun before a close, or their bolt has not ended.
            if (!runtime.users().tryGoOn()) {
                throw runtime.users().closed();
            }
            try {
                run.accept(new BatchRun(runtime.updates(), List.copyOf(begun.values())));
            } finally {
                runtime.letGo();
            }
        } catch (Throwable t) {
            thrown = t;
        }
        List<Made> made = new ArrayList<>(begun.size());
        for (Map.Entry<Integer, PendingUpdate<Object>> each : begun.entrySet()) {
            made.add(new Made(each.getKey(), each.getValue(), thrownBy(each.getValue(), thrown)));
        }
        return made;
    }

    private static @Nullable Throwable thrownBy(PendingUpdate<Object> update, @Nullable Throwable byAll) {
        try {
            update.events().throwIfFatal();
            return byAll;
        } catch (Throwable t) {
            return t;
        }
    }

    /** Begins an update that is still wanted. One that is not has settled itself, and is not open from here on. */
    private void begin(
            Hand<Submission<Object>> hand,
            int index,
            Function<Submission<Object>, PendingUpdate<Object>> begin,
            Map<Integer, PendingUpdate<Object>> begun) {
        Submission<Object> update = hand.get(index);
        Owner<Submission<Object>> owner = hand.owner(index);
        boolean wanted = false;
        try {
            wanted = update.isWanted();
            if (wanted) {
                begun.put(index, begin.apply(update));
                return;
            }
        } catch (Throwable t) {
            if (wanted) {
                settle(hand, index, new Result<>(null, t));
                return;
            }
            tell(update, owner, t);
        }
        hand.settled(index, () -> owner.left(1));
    }

    private static PendingUpdate<Object> pending(Submission<Object> update, Hand<Submission<Object>> hand) {
        PendingUpdate<Object> pending =
                update.guard().pending(update.event(), view -> hand.compute(() -> update.change(view)));
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

    /** Leaves an update in its place that was not made. It is told so, and by whom its entry is kept. */
    private void leave(Hand<Submission<Object>> hand, Made made) {
        Submission<Object> update = hand.get(made.index());
        PendingUpdate<Object> begun = made.update();
        String busy = begun.busyEntry();
        String led = begun.ledEntry();
        update.setAside(busy != null || led != null);
        long now = System.nanoTime();
        long wait = update.guard().longestWait().toNanos();
        if (busy != null && now - update.sinceNanos() >= wait) {
            begun.timedOutWaiting();
            settle(hand, made.index(), Result.of(begun));
        } else if (busy != null) {
            stopWaiting(busy);
            hand.busy(busy);
        } else if (led != null) {
            // One of several entries may be refused at another of them each time. Its attendant takes locks, which
            // others of this JVM then meet: so it comes late.
            boolean inVain = isJoint(update) && now - update.sinceNanos() >= wait / LONGEST_LED_PART;
            if (inVain || now - hand.led(led) >= Math.min(LONGEST_LED_NANOS, wait / LONGEST_LED_PART)) {
                stopWaiting(led);
                hand.busy(led);
            }
        }
    }

    /** Leaves the queue of a caller's entry. Otherwise the turn of the lines would come, and nobody would take it. */
    private void stopWaiting(String entry) {
        runtime.updates().queues().waiters().leave(entry, waiter);
    }

    /** Settles an update once its lines are free. */
    private void settle(Hand<Submission<Object>> hand, int index, Result<Object> result) {
        Submission<Object> update = hand.get(index);
        Owner<Submission<Object>> owner = hand.owner(index);
        if (result.failure() != null) {
            // The round may have ended while the lines stood in the queue for the entry.
            entries(update).forEach(this::stopWaiting);
        }
        hand.settled(index, () -> {
            // An interrupt in one update must not fail another.
            boolean unused = Thread.interrupted();
            try {
                update.settle(result);
            } catch (Throwable t) {
                tell(update, owner, t);
            } finally {
                owner.left(1);
            }
        });
    }

    private static void drop(Submission<Object> update, Owner<Submission<Object>> owner) {
        owner.left(1);
        try {
            update.drop();
        } catch (Throwable t) {
            tell(update, owner, t);
        }
    }

    /** Logs what an update threw when it was told its result; the others are told all the same. */
    private static void tell(Submission<Object> update, Owner<Submission<Object>> owner, Throwable thrown) {
        if (thrown instanceof VirtualMachineError fatal) {
            // The next submission throws it, as if that had made the update.
            owner.failed(fatal);
        } else {
            LOG.warn("an update of {} could not be settled", update.guard().name(), thrown);
        }
    }

    /** Ends the threads. What is in hand ends in its own way. The owners are closed before. */
    @Override
    public void close() {
        lines.close();
        List<Runnable> unused = attendants.shutdownNow();
    }
}
