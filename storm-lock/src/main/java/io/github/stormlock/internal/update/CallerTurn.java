package io.github.stormlock.internal.update;

import com.google.errorprone.annotations.CheckReturnValue;
import io.github.stormlock.internal.acquire.HeldLease;
import io.github.stormlock.internal.lines.Callers;
import io.github.stormlock.internal.lines.Hand;
import io.github.stormlock.internal.lines.Place;
import io.github.stormlock.internal.update.PendingUpdate.State;
import io.github.stormlock.lock.LockException;
import io.github.stormlock.lock.LockInterruptedException;
import io.github.stormlock.lock.LockTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The turn of an update whose caller waits for it. The wait ends when another one's group has settled the update, or when
 * it leads.
 *
 * <p>The deadline is for the grant, and an interrupt ends the wait for it. An update whose attempt or commit is on its
 * way can no longer give up for either. Used by the caller's thread, but for {@link #lead}.
 */
final class CallerTurn implements Turn, Callers.Caller<PendingUpdate<?>>, AutoCloseable {
    private static final long SHORTEST_PARK_NANOS = 1_000_000;
    private static final String AHEAD = "another update of this JVM, which came first";

    private final UpdateRuntime runtime;
    private final PendingUpdate<?> own;
    private final long started;
    private final Duration wait;
    private final Place<PendingUpdate<?>> place;
    /** The lines; given before the update leads. Only then this thread reads it. */
    private volatile @Nullable Hand<PendingUpdate<?>> hand;

    private boolean leads;
    private boolean ended;

    /** Enters the lines of an update's entries. {@link #close} has to follow. */
    CallerTurn(UpdateRuntime runtime, PendingUpdate<?> own, long started, Duration wait) {
        this.runtime = runtime;
        this.own = own;
        this.started = started;
        this.wait = wait;
        this.place = runtime.lines().callers().enter(own, this);
    }

    @Override
    public boolean lead(Hand<PendingUpdate<?>> lines) {
        return lead(lines, null);
    }

    private boolean lead(Hand<PendingUpdate<?>> lines, @Nullable Tenure inherited) {
        hand = lines;
        if (!own.lead(inherited)) {
            return false;
        }
        own.wake();
        return true;
    }

    /**
     * Waits for the turn.
     *
     * @param deadline the time of the ticker until which the update waits, in nanoseconds
     * @return true if the update leads; false if it is settled
     * @throws LockException if it gave up
     */
    @CheckReturnValue
    boolean await(long deadline) {
        if (!isLead()) {
            own.contended();
            own.heldBy(() -> AHEAD);
            awaitLead(deadline);
        }
        if (own.isSettled()) {
            return false;
        }
        leads = true;
        own.tellsWhereItWaits(entry -> runtime.lines().outside().waits(hand(), entry));
        return true;
    }

    /** Returns true if this thread has the lines. Another one's round may have its update lead a part of it meanwhile. */
    private boolean isLead() {
        // In this order: what another one's round has made of it was before it had the lines.
        return hand != null && own.state() == State.LEADING;
    }

    private void awaitLead(long deadline) {
        boolean interrupted = false;
        try {
            while (!isLead() && !own.isSettled()) {
                State state = own.state();
                if (state == State.SEALED || state == State.LEADING) {
                    interrupted |= Thread.interrupted();
                    // Opening the group again wakes nobody. So it looks now and then whether it may give up.
                    long left = interrupted ? 0 : deadline - runtime.ticker().nanos();
                    runtime.ticker()
                            .park(this, Math.max(SHORTEST_PARK_NANOS, Math.min(left, HeldLease.LONGEST_USE_NANOS)));
                } else if (interrupted || Thread.interrupted()) {
                    interrupted = true;
                    giveUpOr(LockInterruptedException.ofEntry(own.name()));
                } else if (deadline - runtime.ticker().nanos() <= 0) {
                    giveUpOr(LockTimeoutException.ofEntry(
                            own.name(), wait, "another update of this JVM, which comes first"));
                } else {
                    runtime.ticker().park(this, deadline - runtime.ticker().nanos());
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void giveUpOr(LockException reason) {
        if (own.giveUp()) {
            // Before anybody is told, which may take long.
            runtime.lines().callers().leave(place);
            own.waitEnded(/* granted= */ false);
            if (reason instanceof LockTimeoutException) {
                own.timedOut();
            }
            if (!own.isQuiet()) {
                long now = runtime.ticker().nanos();
                own.waited(now - started, now);
            }
            throw reason;
        }
    }

    private Hand<PendingUpdate<?>> hand() {
        return Objects.requireNonNull(hand);
    }

    @Override
    public List<PendingUpdate<?>> along() {
        return ended ? List.of() : runtime.lines().callers().along(hand());
    }

    @Override
    public boolean passOn(Tenure live) {
        if (ended) {
            return false;
        }
        takeOut();
        return runtime.lines()
                .callers()
                .passOn(hand(), (next, lines) -> next instanceof CallerTurn turn && turn.lead(lines, live));
    }

    @Override
    public void end() {
        if (!ended) {
            ended = true;
            takeOut();
            List<String> unused = runtime.lines().giveBack(hand());
        }
    }

    /** Gives back others that were taken along, before this ends. Called on any thread. */
    void letGo(List<PendingUpdate<?>> some) {
        takeOut();
        runtime.lines().giveBack(hand(), some);
    }

    /** Has those leave their lines that have ended. The caller's own one waits no more, whatever came of it. */
    private void takeOut() {
        for (int i = 0; i < hand().size(); i++) {
            State state = hand().get(i).state();
            if (i == 0 || state == State.SETTLED || state == State.GONE) {
                hand().ended(i);
            }
        }
    }

    /** Leaves the lines. Also after an error in between: others stand behind. */
    @Override
    public void close() {
        if (leads) {
            end();
        } else if (own.state() == State.GONE || own.giveUp()) {
            runtime.lines().callers().leave(place);
        } else if (isLead()) {
            end();
        }
    }
}
