package io.github.stormlock.internal.update;

import io.github.stormlock.internal.acquire.AcquireRequest;
import io.github.stormlock.internal.acquire.AcquireResult;
import io.github.stormlock.internal.acquire.HeldLease;
import io.github.stormlock.internal.draft.GroupSnapshot;
import io.github.stormlock.internal.protocol.Holder;
import io.github.stormlock.internal.protocol.Tokens.Acquisition;
import io.github.stormlock.internal.update.PendingUpdate.State;
import io.github.stormlock.lock.LockException;
import io.github.stormlock.lock.LockInterruptedException;
import io.github.stormlock.lock.LockTimeoutException;
import io.github.stormlock.lock.LockUnavailableException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Does the work of the update that leads its line. It applies its own update and those behind it to one view, and attempts to write
 * them without the lock. If attempts are over, or a live lease was passed on to it, it writes them under the lock, by
 * one commit. Then it passes the lead on. Used by one thread.
 *
 * <p>An update that throws fails alone. A trouble of the leader's own, such as an interrupt or a time-out, fails
 * nobody else: the others go back to where they were.
 */
public final class LeaderLoop {
    private static final int MOST_READS = 8;

    private final UpdateRuntime runtime;
    private final PendingUpdate<?> own;
    private final long started;
    private final long deadline;
    private final Duration wait;
    private final AcquireRequest wanted;
    private final LeaderState lead;
    private final boolean locks;
    private final GroupApplier applying;
    private final Attempting attempting;
    private boolean granted;
    private long waitedNanos;
    private boolean claimed;
    private @Nullable String heldBy;

    /**
     * Creates the loop of an update that leads its lines.
     *
     * @param started the time of the ticker since which it waits
     * @param deadline the time of the ticker until which it waits
     * @param locks true to take the locks without an attempt before
     */
    private LeaderLoop(
            UpdateRuntime runtime,
            Turn turn,
            PendingUpdate<?> own,
            long started,
            long deadline,
            Duration wait,
            boolean locks) {
        this.runtime = runtime;
        this.own = own;
        this.started = started;
        this.deadline = deadline;
        this.wait = wait;
        this.wanted = own.wanted(own.targets());
        this.lead = new LeaderState(runtime, own.targets(), turn, own);
        this.locks = locks;
        this.applying = new GroupApplier(runtime.ticker(), lead);
        this.attempting = new Attempting(runtime, lead, applying, /* together= */ false, deadline);
    }

    /** Creates the loop of an update of one entry. */
    static LeaderLoop of(
            UpdateRuntime runtime, Turn turn, PendingUpdate<?> own, long started, long deadline, Duration wait) {
        return new LeaderLoop(runtime, turn, own, started, deadline, wait, /* locks= */ false);
    }

    /**
     * Creates the loop of an update of several entries, which has been attempted before. It takes their locks, and waits
     * where it must.
     */
    static LeaderLoop locking(
            UpdateRuntime runtime, Turn turn, PendingUpdate<?> own, long started, long deadline, Duration wait) {
        return new LeaderLoop(runtime, turn, own, started, deadline, wait, /* locks= */ true);
    }

    /**
     * Leads until the own update is settled. Also if it throws, another update leads afterwards, or the queue is
     * empty.
     */
    public void run() {
        LockException thrown = null;
        try {
            lead();
        } catch (LockException e) {
            thrown = e;
        } finally {
            lead.keepFirst(0);
            lead.leave();
            // An exception of the update itself passes here, too.
            waited();
        }
        if (thrown == null) {
            return;
        }
        // Not before it has left: the name of the holder may be asked of Redis, and others would wait for the answer.
        throw named(thrown);
    }

    /** Tells a wait that is over. It leads no more, so that nobody waits for what the listener does. */
    private void waited() {
        own.waitEnded(granted);
        if (granted) {
            own.waited(waitedNanos, started + waitedNanos);
        } else if (!own.isQuiet()) {
            long now = runtime.ticker().nanos();
            own.waited(now - started, now);
        }
    }

    /** Returns the failure with the holder in words. */
    private LockException named(LockException thrown) {
        String holder = heldBy;
        // A caller that will retry gets no message.
        if (holder == null || own.isQuiet() || !(thrown instanceof LockTimeoutException)) {
            return thrown;
        }
        return LockTimeoutException.ofEntry(own.name(), wait, runtime.locks().inWords(holder));
    }

    private void lead() {
        int reads = 0;
        while (own.state() != State.SETTLED) {
            if (lead.tenure() == null && !locks && !attempting.isOver()) {
                attempt();
                continue;
            }
            GroupSnapshot snapshot = inMemory();
            if (snapshot == null) {
                if (reads++ == MOST_READS) {
                    throw LockUnavailableException.ofEntry(
                            own.name(), "the entry vanished " + MOST_READS + " times between read and commit", null);
                }
                snapshot = read();
            }
            round(snapshot);
        }
    }

    private void attempt() {
        if (Thread.currentThread().isInterrupted()) {
            throw LockInterruptedException.ofEntry(own.name());
        }
        throwIfTooLate();
        if (!runtime.locks().serverChecked(wanted, deadline)) {
            throw timedOut(Holder.UNANSWERED.shown());
        }
        int before = lead.group().size();
        lead.claim();
        if (lead.group().size() > before) {
            attempting.joined();
        }
        attempting.round();
        if (own.state() == State.SETTLED) {
            tellGranted();
        } else if (attempting.isOver()) {
            // The others wait for the lock in the queue, where each may give up.
            lead.keepFirst(1);
        } else {
            lead.unseal();
        }
    }

    /** Returns the entry as the last commit of a live lease left it; {@code null} if it has to be read. */
    private @Nullable GroupSnapshot inMemory() {
        Tenure current = lead.tenure();
        GroupSnapshot snapshot = current == null ? null : current.snapshot(lead.targets());
        if (snapshot != null) {
            tellGranted();
        }
        return snapshot;
    }

    /**
     * Takes the lock and reads the entry in the same step. A live lease is taken over by the next step of its token.
     */
    private GroupSnapshot read() {
        Tenure before = lead.takeOver();
        // One that leads no queue has met a holder of a lock before. It makes one try, which names the holder.
        if (before == null && !locks) {
            throwIfTooLate();
        }
        Acquisition acquisition = before == null ? runtime.locks().newAcquisition(wanted) : before.acquisition();
        boolean taken = false;
        try {
            AcquireResult outcome = runtime.locks().take(wanted, acquisition, deadline);
            if (!(outcome instanceof AcquireResult.Grant grant)) {
                throw timedOut(((AcquireResult.Busy) outcome).shown(wanted.targets()));
            }
            taken = true;
            return begin(grant, before);
        } finally {
            // A take-over that fails leaves the lock as if it had been given back.
            if (!taken && before != null) {
                runtime.locks().withdraw(wanted, acquisition);
            }
        }
    }

    private GroupSnapshot begin(AcquireResult.Grant grant, @Nullable Tenure before) {
        HeldLease lease =
                runtime.locks().hold(wanted, grant, own.guard().settings().holdMax());
        GroupSnapshot snapshot = lead.targets().snapshot(grant.entries());
        long since = before == null ? runtime.ticker().nanos() : before.startNanos();
        lead.begin(new Tenure(grant.acquisition(), lease, snapshot, since));
        tellGranted();
        return snapshot;
    }

    private void throwIfTooLate() {
        if (own.wasContended() && deadline - runtime.ticker().nanos() <= 0) {
            Attempting.Met met = attempting.met();
            throw timedOut(met == null ? "another update of this JVM, which came first" : met.holder());
        }
    }

    private LockException timedOut(String holder) {
        own.timedOut();
        heldBy = holder;
        own.heldBy(() -> holder);
        return LockTimeoutException.ofEntry(own.name(), wait, holder);
    }

    private void tellGranted() {
        if (!granted) {
            granted = true;
            waitedNanos = runtime.ticker().nanos() - started;
            own.granted(started, started + waitedNanos);
        }
    }

    private void round(GroupSnapshot snapshot) {
        if (!claimed) {
            claimed = true;
            lead.claim();
        }
        LockedWrite write = LockedWrite.of(runtime, lead, applying, snapshot, this::isKept);
        if (write != null) {
            write.run();
        }
    }

    /**
     * Returns true if the commit keeps the lease. It does so for an exclusive update that comes next. It also does so
     * where the tenure is over: then a release, a script of its own, ends it and leaves the lock free for clients
     * that poll.
     */
    private boolean isKept() {
        return lead.nextIsExclusive() || !lead.live().mayGoOn(runtime.ticker().nanos());
    }
}
