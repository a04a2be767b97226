package io.github.stormlock.lock;

import io.github.stormlock.config.LockSettings;
import io.github.stormlock.entry.EntryKind;
import io.github.stormlock.lock.Tokens.Acquisition;
import java.time.Duration;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One guarded update: acquire and read in one round trip, compute, commit and release in the second. Used by one thread.
 *
 * <p>The state that is written was computed from what was read under the token that stands when it is written: so the
 * committed updates of an entry form a chain.
 */
final class GuardedUpdate<V, R> {
    private static final int MOST_READS = 8;

    private final Engine engine;
    private final Acquiring wanted;
    private final Plan<V> plan;
    private final EventId event;
    private final Function<? super V, ? extends R> change;
    private final Acquisition acquisition;

    /**
     * What is the same for every update through one guard.
     *
     * @param timeToLive of the entry after each update; zero leaves it alone
     */
    record Plan<V>(EntryKind<V> kind, Set<String> fields, LockSettings settings, Marks marks, Duration timeToLive) {}

    /** The result of the change, and what came of it. */
    record Done<V, R>(R result, Outcome<V> outcome) {}

    GuardedUpdate(
            Engine engine, Acquiring wanted, Plan<V> plan, EventId event, Function<? super V, ? extends R> change) {
        this.engine = engine;
        this.wanted = wanted;
        this.plan = plan;
        this.event = event;
        this.change = change;
        this.acquisition = engine.newAcquisition();
    }

    /**
     * @throws LockTimeoutException if the lock is not granted in time
     * @throws LeaseLostException if the lease ended before the commit: nothing was written
     * @throws OutcomeUnknownException if it cannot be told whether the commit was written
     */
    Done<V, R> run(Duration wait) {
        engine.retain();
        boolean standing = false;
        try {
            long deadline = engine.deadline(wait);
            for (int reads = 0; reads < MOST_READS; reads++) {
                Done<V, R> done = once(acquire(deadline, wait));
                standing = done == null;
                if (done != null) {
                    return done;
                }
            }
            throw new LockUnavailableException(
                    wanted.keys().entry(), "the entry vanished " + MOST_READS + " times between read and commit", null);
        } finally {
            // Whatever ends the reads after one that was in vain ends them with the lock still taken.
            if (standing) {
                engine.withdraw(wanted, acquisition);
            }
            engine.letGo();
        }
    }

    private Try.Grant acquire(long deadline, Duration wait) {
        Try outcome = engine.acquire(wanted, acquisition, deadline);
        if (outcome instanceof Try.Grant grant) {
            return grant;
        }
        throw new LockTimeoutException(wanted.keys().entry(), wait, ((Try.Busy) outcome).holder());
    }

    /** @return {@code null} if the update must run again on a fresh read: what was read is no longer what stands */
    private @Nullable Done<V, R> once(Try.Grant grant) {
        HeldLease lease = engine.hold(wanted, grant, plan.settings().holdMax(), null);
        boolean settled = false;
        try {
            Done<V, R> done = changed(lease, grant);
            settled = true;
            return done;
        } finally {
            if (!settled) {
                engine.release(lease);
            }
        }
    }

    private @Nullable Done<V, R> changed(HeldLease lease, Try.Grant grant) {
        V view = open(grant);
        R result;
        try {
            result = change(view);
        } catch (Throwable t) {
            // An update that finds its own work done may well throw: that is a replay, and no failure.
            Settlement settlement = ask(lease, t);
            if (settlement instanceof Settlement.Replayed) {
                return replayed(lease, grant, null);
            } else if (settlement instanceof Settlement.Receipt) {
                boolean unused = engine.finish(lease);
                return null;
            }
            throw t;
        }
        return settle(lease, grant, view, result);
    }

    /** @return {@code null} if the event has no id, or the JVM is in doubt */
    private @Nullable Settlement ask(HeldLease lease, Throwable thrown) {
        boolean fatal = thrown instanceof VirtualMachineError && !(thrown instanceof StackOverflowError);
        if (fatal || event instanceof EventId.None) {
            return null;
        }
        try {
            return send(Commit.question(engine.port(), lease, plan.marks(), event));
        } catch (LockException e) {
            e.addSuppressed(thrown);
            throw e;
        }
    }

    // Without a result where the change threw: only who has no use for it names events.
    @SuppressWarnings("NullAway")
    private Done<V, R> replayed(HeldLease lease, Try.Grant grant, @Nullable R result) {
        boolean unused = engine.finish(lease);
        wanted.events().tell(LockEvents::replaySeen);
        return new Done<>(result, new Outcome<>(true, plan.kind().settled(open(grant))));
    }

    private V open(Try.Grant grant) {
        return plan.kind().open(grant.exists(), grant.answer(), plan.fields());
    }

    private R change(V view) {
        engine.nested().enter(wanted.keys());
        try {
            return change.apply(view);
        } finally {
            engine.nested().leave();
        }
    }

    private @Nullable Done<V, R> settle(HeldLease lease, Try.Grant grant, V view, R result) {
        String readType = grant.exists() ? plan.kind().redisType() : "";
        Commit commit = new Commit(
                engine.port(),
                lease,
                readType,
                plan.timeToLive(),
                plan.marks(),
                event,
                plan.kind().changes(view));
        long sent = engine.ticker().nanos();
        Settlement settlement = send(commit);
        if (settlement instanceof Settlement.Written written) {
            boolean unused = engine.finish(lease);
            tellWritten(written, engine.ticker().nanos() - sent);
            return new Done<>(result, new Outcome<>(false, plan.kind().settled(view)));
        } else if (settlement instanceof Settlement.Replayed) {
            return replayed(lease, grant, result);
        } else if (settlement instanceof Settlement.Vanished || settlement instanceof Settlement.Receipt) {
            // The next step of the token takes over what stands, with a fresh read.
            boolean unused = engine.finish(lease);
            return null;
        } else if (settlement instanceof Settlement.Failed failed) {
            throw refused(failed);
        }
        engine.lose(lease);
        wanted.events().tell(LockEvents::commitRefused);
        throw new LeaseLostException(wanted.keys().entry(), "the commit was refused and nothing was written");
    }

    private Settlement send(Commit commit) {
        try {
            return commit.send();
        } catch (OutcomeUnknownException e) {
            wanted.events().tell(LockEvents::outcomeUnknown);
            throw e;
        }
    }

    private void tellWritten(Settlement.Written written, long nanos) {
        wanted.events().tell(events -> events.committed(nanos));
        if (!(event instanceof EventId.None)) {
            wanted.events().tell(events -> events.remembered(written.remembered()));
        }
        if (written.handover() == 3) {
            wanted.events().tell(LockEvents::wakeUpFailed);
        }
    }

    private LockException refused(Settlement.Failed failed) {
        if (failed.torn()) {
            wanted.events().tell(LockEvents::outcomeUnknown);
            return new OutcomeUnknownException(
                    wanted.keys().entry(), "Redis refused a later part of it: " + failed.error(), null);
        }
        return Troubles.refused(wanted.keys(), failed.error());
    }
}
