package io.github.stormlock.lock.internal.update;

import io.github.stormlock.lock.LockException;
import io.github.stormlock.lock.LockInterruptedException;
import io.github.stormlock.lock.LockTimeoutException;
import io.github.stormlock.lock.LockUnavailableException;
import io.github.stormlock.lock.OutcomeUnknownException;
import io.github.stormlock.lock.internal.acquire.Acquiring;
import io.github.stormlock.lock.internal.acquire.HeldLease;
import io.github.stormlock.lock.internal.acquire.Try;
import io.github.stormlock.lock.internal.protocol.Holder;
import io.github.stormlock.lock.internal.protocol.Tokens.Acquisition;
import io.github.stormlock.lock.internal.update.PendingUpdate.State;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The work of the head of a queue: it applies its own update and those behind it to one view and attempts to write them; where
 * that is over, or a live lease was passed on to it, it does so under the lock, by one commit. Then it passes the lead
 * on. Used by one thread.
 *
 * <p>An update that throws fails alone, and a trouble that is the leader's own fails nobody else: the others go back to
 * where they were.
 */
final class Leading<V> {
    private static final int MOST_READS = 8;

    private final UpdateRuntime runtime;
    private final EntryQueue queue;
    private final PendingUpdate<V> own;
    private final long started;
    private final long deadline;
    private final Duration wait;
    private final Acquiring wanted;
    private final Lead<V> lead;
    private final Applying<V> applying;
    private final Attempting<V> attempting;
    private boolean granted;
    private boolean claimed;

    Leading(UpdateRuntime runtime, EntryQueue queue, PendingUpdate<V> own, long started, long deadline, Duration wait) {
        this.runtime = runtime;
        this.queue = queue;
        this.own = own;
        this.started = started;
        this.deadline = deadline;
        this.wait = wait;
        this.wanted = own.wanted();
        this.lead = new Lead<>(runtime, queue, own, queue::putBack);
        this.applying = new Applying<>(runtime.ticker(), queue, lead);
        this.attempting = new Attempting<>(runtime, lead, applying, /* together= */ false, deadline);
    }

    /** Returns when its own update is settled; whatever happens, somebody else leads then, or nobody is there. */
    void run() {
        try {
            int reads = 0;
            while (own.state() != State.SETTLED) {
                if (lead.tenure() == null && !attempting.isOver()) {
                    attempt();
                    continue;
                }
                Memory<V> memory = remembered();
                if (memory == null) {
                    if (reads++ == MOST_READS) {
                        throw new LockUnavailableException(
                                own.keys().entry(),
                                "the entry vanished " + MOST_READS + " times between read and commit",
                                null);
                    }
                    memory = read();
                }
                round(memory);
            }
        } finally {
            lead.keepFirst(0);
            lead.leave();
        }
    }

    private void attempt() {
        if (Thread.currentThread().isInterrupted()) {
            throw new LockInterruptedException(own.keys().entry());
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
            // They wait for the lock in the queue, where each may give up.
            lead.keepFirst(1);
        } else {
            lead.unseal();
        }
    }

    private @Nullable Memory<V> remembered() {
        Tenure current = lead.tenure();
        Memory<V> memory = current == null ? null : current.memory(own.plan().view());
        if (memory != null) {
            tellGranted();
        }
        return memory;
    }

    /** Takes the lock, or takes a live lease over by the next step of its token, and reads the entry in the same step. */
    private Memory<V> read() {
        Tenure before = lead.takeOver();
        if (before == null) {
            throwIfTooLate();
        }
        Acquisition acquisition = before == null ? runtime.locks().newAcquisition(wanted) : before.acquisition();
        boolean taken = false;
        try {
            Try outcome = runtime.locks().take(wanted, acquisition, deadline);
            if (!(outcome instanceof Try.Grant grant)) {
                throw timedOut(((Try.Busy) outcome).shown(own.keys()));
            }
            taken = true;
            return begin(grant, before);
        } finally {
            // Whatever ends a take-over leaves the lock as if it had been given back.
            if (!taken && before != null) {
                runtime.locks().withdraw(wanted, acquisition);
            }
        }
    }

    private Memory<V> begin(Try.Grant grant, @Nullable Tenure before) {
        HeldLease lease =
                runtime.locks().hold(wanted, grant, own.plan().settings().holdMax(), null);
        Memory<V> memory = Memory.read(own.plan(), grant);
        long since = before == null ? runtime.ticker().nanos() : before.startNanos();
        lead.begin(new Tenure(grant.acquisition(), lease, memory, since));
        tellGranted();
        return memory;
    }

    private void throwIfTooLate() {
        if (!own.isReplay() && own.wasContended() && deadline - runtime.ticker().nanos() <= 0) {
            String holder = attempting.holder();
            throw timedOut(holder == null ? "another update of this JVM, which came first" : holder);
        }
    }

    private LockException timedOut(String holder) {
        if (own.isReplay()) {
            return new OutcomeUnknownException(
                    own.keys().entry(), "its event is remembered, and the entry could not be read in time", null);
        }
        own.timedOut();
        return new LockTimeoutException(own.keys().entry(), wait, holder);
    }

    private void tellGranted() {
        if (!granted) {
            granted = true;
            long waited = runtime.ticker().nanos() - started;
            own.events().tell(events -> events.acquired(waited));
        }
    }

    private void round(Memory<V> memory) {
        if (!claimed) {
            claimed = true;
            lead.claim();
        }
        if (own.isReplay()) {
            new OwnWork<>(runtime.locks(), lead, memory).replayed();
            return;
        }
        Draft<V> draft = applying.apply(
                () -> memory.open(own.plan()),
                (view, shown) -> Draft.of(own.plan(), memory, view, shown, isKept()),
                thrown -> new OwnWork<>(runtime.locks(), lead, memory).settle(thrown));
        if (draft != null) {
            boolean unused = new GroupCommit<>(runtime, lead, memory, draft).run();
        }
    }

    /** A tenure that is over is ended by a script of its own, which leaves the lock to programs that poll. */
    private boolean isKept() {
        return queue.nextIsExclusive() || !lead.live().mayGoOn(runtime.ticker().nanos());
    }
}
