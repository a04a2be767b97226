package io.github.stormlock.lock.internal.batch;

import io.github.stormlock.lock.LockUnavailableException;
import io.github.stormlock.lock.UserCode;
import io.github.stormlock.lock.internal.draft.EntryTarget;
import io.github.stormlock.lock.internal.protocol.Bytes;
import io.github.stormlock.lock.internal.protocol.LockErrors;
import io.github.stormlock.lock.internal.update.EntryWaiters;
import io.github.stormlock.lock.internal.update.LeaderLoop;
import io.github.stormlock.lock.internal.update.PendingUpdate;
import io.github.stormlock.lock.internal.update.QueuedUpdates;
import io.github.stormlock.lock.internal.update.UpdateRuntime;
import io.github.stormlock.redis.RedisAnswerLostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes some updates, in one of three ways: without waiting, waiting for what is busy afterwards, or waiting at once. Each
 * update is told its outcome or its failure. Used by one thread, once.
 */
public final class BatchRun {
    private static final int FIRST_LOCKS = 64;

    private final UpdateRuntime runtime;
    private final List<PendingUpdate<?>> updates;

    /** @param updates in the order in which those of one entry are made */
    public BatchRun(UpdateRuntime runtime, List<PendingUpdate<?>> updates) {
        this.runtime = runtime;
        this.updates = updates;
    }

    /**
     * Makes the updates that can be made at once; waits for none. Those that are left have no outcome, and tell which of
     * their entries is busy, or led by another.
     *
     * @param waiter told when an entry is let go that another thread of this JVM leads; may be {@code null}
     * @throws IllegalStateException if the calling thread is inside an update
     */
    public void tryRun(EntryWaiters.@Nullable Waiter waiter) {
        refuseNested();
        // The caller has measured how many of its updates are quick enough.
        tellMet(rounds(fit(), new BatchRounds(runtime, waiter, BatchRounds.MOST_LOCKS)));
    }

    /**
     * Makes all updates. Those of busy entries are waited for afterwards, one after the other, each as long as its guard
     * says.
     *
     * @throws IllegalStateException if the calling thread is inside an update
     */
    public void run() {
        refuseNested();
        int before;
        List<PendingUpdate<?>> open = fit();
        BatchRounds rounds = new BatchRounds(runtime, /* waiter= */ null, FIRST_LOCKS);
        do {
            before = open.size();
            List<PendingUpdate<?>> wanted = open;
            open = failWithTheirServer(wanted, rounds(wanted, rounds));
            // Slow updates of a free entry are made a few at a time, and need no waiting.
        } while (!open.isEmpty() && open.size() < before);
        long now = runtime.ticker().nanos();
        open.forEach(update -> update.waitsSince(now));
        waitFor(open);
    }

    /**
     * Waits for the entries of all updates, each until its own wait is over. Holds nothing meanwhile.
     *
     * @throws IllegalStateException if the calling thread is inside an update
     */
    public void await() {
        refuseNested();
        waitFor(updates);
    }

    /**
     * Fails updates whose server has made none of a round. Each further round would wait for it as long.
     *
     * @param before those of the round
     * @param open those of them that are left
     * @return those that are left
     */
    private List<PendingUpdate<?>> failWithTheirServer(List<PendingUpdate<?>> before, List<PendingUpdate<?>> open) {
        Map<String, Throwable> away = new HashMap<>(0);
        Set<String> answered = new HashSet<>(1);
        for (PendingUpdate<?> update : open.isEmpty() ? open : before) {
            Throwable failure = update.failure();
            if (failure != null && LockErrors.isOfServer(failure) && !isCut(failure)) {
                away.putIfAbsent(node(update), failure);
            } else if (update.outcome() != null) {
                answered.add(node(update));
            }
        }
        away.keySet().removeAll(answered);
        List<PendingUpdate<?>> left = new ArrayList<>(open);
        // One that may be written already is asked for its mark.
        left.removeIf(
                update -> !away.isEmpty() && !update.mayHaveBeenWritten() && failBy(away.get(node(update)), update));
        return left;
    }

    /** Returns true if a connection was lost. The server may well answer over another, and otherwise refuses that at once. */
    private static boolean isCut(Throwable failure) {
        return failure.getCause() instanceof RedisAnswerLostException lost && !lost.isTimeout();
    }

    private static boolean failBy(@Nullable Throwable reason, PendingUpdate<?> update) {
        if (reason == null) {
            return false;
        }
        update.failed(LockUnavailableException.ofEntry(
                update.name(), "its server has failed other updates of the batch", reason));
        return true;
    }

    private String node(PendingUpdate<?> update) {
        return runtime.locks().port().node(Bytes.of(update.entry()));
    }

    /** Waits for updates in their order. Those of one entry that follow each other are written together. */
    private void waitFor(List<PendingUpdate<?>> some) {
        Map<String, List<PendingUpdate<?>>> byEntry = new LinkedHashMap<>();
        for (PendingUpdate<?> update : some) {
            if (update.isJoint()) {
                waitForEach(byEntry);
                waitForJoint(update);
            } else {
                byEntry.computeIfAbsent(update.entry(), entry -> new ArrayList<>(1))
                        .add(update);
            }
        }
        waitForEach(byEntry);
    }

    private void waitForEach(Map<String, List<PendingUpdate<?>>> byEntry) {
        byEntry.values().forEach(some -> new QueuedUpdates(runtime).run(some));
        byEntry.clear();
    }

    private void waitForJoint(PendingUpdate<?> update) {
        try {
            Duration wait = update.guard().settings().waitMax();
            long since = update.sinceNanos();
            LeaderLoop.locking(runtime, update, since, since + wait.toNanos(), wait)
                    .run();
        } catch (Throwable t) {
            update.failed(t);
            if (LockErrors.isFatal(t)) {
                throw t;
            }
        }
    }

    private void refuseNested() {
        if (!updates.isEmpty()) {
            UserCode.refuse("batch with an update", updates.get(0).name());
        }
    }

    private List<PendingUpdate<?>> fit() {
        List<PendingUpdate<?>> fit = new ArrayList<>(updates.size());
        for (PendingUpdate<?> update : updates) {
            try {
                runtime.locks().ownLeases().refuse(update.targets().locked());
                fit.add(update);
            } catch (IllegalStateException e) {
                update.failed(e);
            }
        }
        return fit;
    }

    private List<PendingUpdate<?>> rounds(List<PendingUpdate<?>> open, BatchRounds rounds) {
        if (open.isEmpty()) {
            return open;
        }
        runtime.locks().checkServer(Long.MAX_VALUE);
        return rounds.run(open);
    }

    /** Has all updates that are left of an entry tell that it is busy, or led, if one of them has met that. */
    private static void tellMet(List<PendingUpdate<?>> open) {
        Set<String> busy = new HashSet<>(0);
        Set<String> led = new HashSet<>(0);
        for (PendingUpdate<?> update : open) {
            if (update.busyEntry() != null) {
                busy.add(update.busyEntry());
            } else if (update.ledEntry() != null) {
                led.add(update.ledEntry());
            }
        }
        for (PendingUpdate<?> update : open) {
            // An update of several entries that has met nobody stands behind others. If one of them is only led, it
            // must not be set aside before them for another entry that is busy.
            boolean behind = update.isJoint() && update.busyEntry() == null && tell(update, led, /* isBusy= */ false);
            if (!behind && !tell(update, busy, /* isBusy= */ true)) {
                tell(update, led, /* isBusy= */ false);
            }
        }
    }

    private static boolean tell(PendingUpdate<?> update, Set<String> met, boolean isBusy) {
        for (EntryTarget<?> target :
                met.isEmpty() ? List.<EntryTarget<?>>of() : update.targets().all()) {
            if (met.contains(target.entry())) {
                if (isBusy) {
                    update.busyIn(target.entry());
                } else {
                    update.metLeader(target.entry());
                }
                return true;
            }
        }
        return false;
    }
}
