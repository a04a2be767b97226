package io.github.stormlock.internal.update;

import io.github.stormlock.internal.acquire.HeldLease;
import io.github.stormlock.internal.draft.GroupSnapshot;
import io.github.stormlock.internal.draft.GroupTargets;
import io.github.stormlock.internal.draft.LockedDraft;
import io.github.stormlock.internal.protocol.AttemptReply;
import io.github.stormlock.internal.protocol.Holder;
import io.github.stormlock.internal.protocol.LockErrors;
import io.github.stormlock.internal.update.PendingUpdate.State;
import io.github.stormlock.lock.LeaseLostException;
import io.github.stormlock.lock.LockCount;
import io.github.stormlock.lock.LockInterruptedException;
import io.github.stormlock.lock.LockTimeoutException;
import io.github.stormlock.lock.LockUnavailableException;
import io.github.stormlock.lock.OutcomeUnknownException;
import io.github.stormlock.lock.insight.CallerFigures;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Makes one update under a lease that its caller holds, in two round trips. The first reads the entry, and finds out
 * whether the event is remembered. The second writes, if the token of the lease stands. The lease goes on.
 *
 * <p>Nobody else writes while the token stands. A token never comes back once it is gone. So what was read stands when
 * it is written, and need not be compared. Only one update at a time may run under a lease, or two of them would read
 * the same. Both calls are attempts under the token: {@link GroupAttempt} follows the one that writes until its outcome
 * is known. Used by one thread, once.
 */
public final class LeasedUpdate {
    private static final int MOST_READS = 8;
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final UpdateRuntime runtime;
    private final PendingUpdate<?> own;
    private final GroupTargets targets;
    private final HeldLease lease;
    private final Duration wait;
    private final LeaderState lead;
    private final GroupApplier applying;
    private final GroupSettling settling;

    /**
     * Creates an update that is not begun.
     *
     * @param lease the lease of the locks of the update's entries
     * @param wait how long it waits for a hash slot that moves
     */
    public LeasedUpdate(UpdateRuntime runtime, PendingUpdate<?> own, HeldLease lease, Duration wait) {
        this.runtime = runtime;
        this.own = own;
        this.targets = own.targets();
        this.lease = lease;
        this.wait = wait;
        boolean unused = own.lead(null);
        this.lead = new LeaderState(runtime, targets, Turn.ALONE, own);
        this.applying = new GroupApplier(runtime.ticker(), lead);
        this.settling = new GroupSettling(runtime, lead);
    }

    /**
     * Makes the update. Returns once it is written, or recognised as a replay.
     *
     * @throws LeaseLostException if the lease has ended; then nothing was written
     * @throws OutcomeUnknownException if it cannot be told whether it was written
     */
    public void run() {
        long deadline = runtime.locks().ticker().deadline(wait);
        int reads = 0;
        GroupSnapshot snapshot = null;
        try {
            while (own.state() != State.SETTLED) {
                requireHeld();
                if (reads++ == 2 * MOST_READS) {
                    throw LockUnavailableException.ofEntry(
                            own.name(), "the entry vanished " + MOST_READS + " times between read and write", null);
                }
                AttemptReply reply = snapshot == null ? ask() : write(snapshot);
                snapshot = reply instanceof AttemptReply.Missed missed ? targets.snapshot(missed.entries()) : null;
                if (reply instanceof AttemptReply.Busy busy && busy.holder().equals(Holder.MIGRATING)) {
                    reads = 0;
                    awaitSlot(deadline);
                }
            }
        } catch (OutcomeUnknownException e) {
            own.events().tell(LockCount.UNKNOWN);
            throw e;
        } finally {
            if (own.state() != State.SETTLED) {
                targets.forget(runtime.remembered());
            }
        }
    }

    private void requireHeld() {
        if (!lease.isHeld()) {
            throw new LeaseLostException(
                    lease.wanted().name(), "it had ended, or was given back, when an entry was to be changed");
        }
    }

    private void awaitSlot(long deadline) {
        long left = deadline - runtime.ticker().nanos();
        if (left <= 0) {
            throw LockTimeoutException.ofEntry(own.name(), wait, Holder.MIGRATING.shown());
        }
        runtime.ticker().park(this, Math.min(left, PAUSE_NANOS));
        if (Thread.currentThread().isInterrupted()) {
            throw LockInterruptedException.ofEntry(own.name());
        }
    }

    private AttemptReply ask() {
        return settle(new Question(runtime, lead, lease.token()).ask(), null, 0);
    }

    private AttemptReply write(GroupSnapshot snapshot) {
        // Nobody else knows of this update, so that it is never given up, and is computed unless it throws.
        LockedDraft draft = Objects.requireNonNull(applying.apply(
                snapshot::open,
                views -> LockedDraft.of(snapshot, views, own.showsEntry(), /* keep= */ false),
                thrown -> {
                    throw LockErrors.<RuntimeException>sneak(thrown);
                }));
        // It may have ended while the change ran, and its owner may know that.
        requireHeld();
        GroupAttempt attempt =
                new GroupAttempt(runtime, lead, draft.attempted(), lease.token(), /* givesBack= */ false);
        long sent = runtime.ticker().nanos();
        try (AttemptExchange exchange = new AttemptExchange(runtime)) {
            exchange.finish(attempt);
        }
        return settle(attempt.reply(), draft, sent);
    }

    private AttemptReply settle(AttemptReply reply, @Nullable LockedDraft draft, long sent) {
        if (reply instanceof AttemptReply.Written written && draft != null) {
            own.events().count(CallerFigures::wroteUnderLock);
            settling.written(written, draft, /* misses= */ 0, sent, sent);
        } else if (reply instanceof AttemptReply.Replayed replayed) {
            var unused = settling.replayed(replayed);
        } else if (reply instanceof AttemptReply.Busy busy && !busy.holder().equals(Holder.MIGRATING)) {
            runtime.locks().lose(lease);
            own.commitRefused("the lease that it was made under had ended");
            throw new LeaseLostException(
                    lease.wanted().name(), "the update of an entry was refused and nothing was written");
        } else if (reply instanceof AttemptReply.Refused refused) {
            settling.requireWhole(refused);
            settling.refused(refused);
        } else if (reply instanceof AttemptReply.TooLarge large) {
            throw settling.tooLarge(large);
        }
        return reply;
    }
}
