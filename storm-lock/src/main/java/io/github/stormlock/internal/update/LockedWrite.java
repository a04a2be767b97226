package io.github.stormlock.internal.update;

import io.github.stormlock.internal.acquire.LockRuntime;
import io.github.stormlock.internal.draft.Draft;
import io.github.stormlock.internal.draft.GroupSnapshot;
import io.github.stormlock.internal.protocol.AttemptReply;
import io.github.stormlock.internal.protocol.Handover;
import io.github.stormlock.lock.LockCount;
import io.github.stormlock.lock.LockException;
import io.github.stormlock.lock.OutcomeUnknownException;
import io.github.stormlock.lock.insight.CallerFigures;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Writes what a group of updates made of its entries, under the lock: an attempt under the token of the lease. Nobody
 * else writes while the token stands, and a token never comes back once it is gone. So what was read need not be
 * compared. Used by one thread, once.
 */
public final class LockedWrite {
    private final UpdateRuntime runtime;
    private final LockRuntime locks;
    private final LeaderState lead;
    private final Draft draft;
    private final Tenure tenure;
    private final GroupSettling settling;
    private final GroupAttempt attempt;
    private final long sentNanos;

    private LockedWrite(UpdateRuntime runtime, LeaderState lead, Draft draft) {
        this.runtime = runtime;
        this.locks = runtime.locks();
        this.lead = lead;
        this.draft = draft;
        this.tenure = lead.live();
        this.settling = new GroupSettling(runtime, lead);
        this.attempt = new GroupAttempt(
                runtime, lead, draft.attempted(), tenure.lease().token(), !draft.kept());
        this.sentNanos = runtime.ticker().nanos();
        if (!draft.kept()) {
            tenure.lease().ends();
        }
    }

    /**
     * Applies the group to what was read under the lease.
     *
     * @param keep tells, once all is computed, whether the lease is to go on
     * @return {@code null} if there is nothing to send: the group has changed, or the leader's update is settled
     */
    public static @Nullable LockedWrite of(
            UpdateRuntime runtime,
            LeaderState lead,
            GroupApplier applying,
            GroupSnapshot snapshot,
            BooleanSupplier keep) {
        Draft draft = applying.apply(
                snapshot::open,
                views -> Draft.underLock(snapshot, views, lead.isShown(), keep.getAsBoolean()),
                thrown -> new ReplayProbe(runtime, lead).settle(thrown));
        return draft == null ? null : new LockedWrite(runtime, lead, draft);
    }

    /** Sends it, and settles the updates whose outcome it tells. */
    void run() {
        try (AttemptExchange exchange = new AttemptExchange(runtime)) {
            exchange.finish(attempt);
        } catch (Throwable t) {
            var unused = endedBy(t);
            throw t;
        }
        settle();
    }

    /** Returns what is sent. */
    public GroupAttempt attempt() {
        return attempt;
    }

    /** Settles the updates whose outcome it tells, once that is final. */
    public void settle() {
        try {
            settle(attempt.reply());
        } catch (OutcomeUnknownException e) {
            giveBack();
            throw settling.unknown(e);
        } catch (LockException e) {
            // After a refusal, or if it was not sent, the entry is read again.
            goOn();
            throw e;
        } catch (Throwable t) {
            // Such as a stack overflow. If these updates went back to the queue, they might be written again.
            var unused = endedBy(t);
            throw t;
        }
    }

    private void settle(AttemptReply reply) {
        if (reply instanceof AttemptReply.Written written) {
            written(written);
            return;
        }
        // If an entry vanished, or the attempt was late twice, it is read and computed again.
        goOn();
        settling.notWritten(reply);
    }

    private void written(AttemptReply.Written written) {
        if (draft.kept()) {
            tenure.remember(draft.next());
        } else if (written.handover() == null) {
            giveBack();
        } else {
            lead.givenBack();
        }
        lead.own().events().count(CallerFigures::wroteUnderLock);
        if (written.handover() == Handover.UNTOLD) {
            lead.own().events().tell(LockCount.WAKE_UPS_FAILED);
        }
        settling.written(written, draft, /* misses= */ 0, sentNanos, sentNanos);
    }

    /** The lease goes on, and what is known of the entry does not. */
    private void goOn() {
        tenure.forget();
        tenure.lease().goesOn();
    }

    /**
     * Makes the outcome unknown, since an error may have come after it was sent. The leader's own update fails by what
     * is thrown, or by what is returned here.
     */
    public OutcomeUnknownException endedBy(Throwable thrown) {
        giveBack();
        return settling.endedBy(thrown);
    }

    /** Ends a lease of which only the server knows whether it stands. */
    private void giveBack() {
        if (lead.tenure() != null && !tenure.isLent()) {
            lead.givenBack();
            locks.withdraw(tenure.lease().wanted(), tenure.acquisition());
        }
    }
}
