package io.github.stormlock.internal.update;

import io.github.stormlock.entry.Attempted;
import io.github.stormlock.entry.EntryCommand;
import io.github.stormlock.entry.Expectation;
import io.github.stormlock.internal.acquire.HeldLease;
import io.github.stormlock.internal.draft.EntryTarget;
import io.github.stormlock.internal.draft.GroupSnapshot;
import io.github.stormlock.internal.draft.GroupTargets;
import io.github.stormlock.internal.draft.LockedDraft;
import io.github.stormlock.internal.draft.Views;
import io.github.stormlock.internal.protocol.AttemptCall;
import io.github.stormlock.internal.protocol.AttemptReply;
import io.github.stormlock.internal.protocol.Holder;
import io.github.stormlock.internal.protocol.LockErrors;
import io.github.stormlock.internal.update.PendingUpdate.State;
import io.github.stormlock.lock.LeaseLostException;
import io.github.stormlock.lock.LockCount;
import io.github.stormlock.lock.LockInterruptedException;
import io.github.stormlock.lock.LockTime;
import io.github.stormlock.lock.LockTimeoutException;
import io.github.stormlock.lock.LockUnavailableException;
import io.github.stormlock.lock.OutcomeUnknownException;
import io.github.stormlock.lock.insight.CallerFigures;
import io.github.stormlock.redis.RedisAnswerLostException;
import io.github.stormlock.redis.RedisException;
import io.github.stormlock.redis.RedisNotReplicatedException;
import io.github.stormlock.redis.RedisRefusedException;
import io.github.stormlock.redis.ScriptCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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

    /** Nothing that stands is answered like this. So nothing is written, and the entries are answered. */
    private static final Expectation NEVER =
            new Expectation(new EntryCommand("EXISTS", List.of()), List.of(new byte[] {'?'}));

    private final UpdateRuntime runtime;
    private final PendingUpdate<?> own;
    private final GroupTargets targets;
    private final HeldLease lease;
    private final Duration wait;
    private final LeaderState lead;
    private final GroupApplier applying;

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

    /** Asks for the entries as they stand, and whether the event is remembered. It writes nothing. */
    private AttemptReply ask() {
        List<AttemptCall.Seen> entries = new ArrayList<>(targets.size());
        for (EntryTarget<?> target : targets.all()) {
            entries.add(new AttemptCall.Seen(
                    target.keys(),
                    target.guard().read(),
                    new Attempted(List.of(NEVER), List.of(), List.of()),
                    Duration.ZERO));
        }
        ScriptCall call = new AttemptCall(
                        entries,
                        PendingUpdate.eventsOf(lead.group()),
                        /* deadlineMicros= */ 0,
                        /* counting= */ false,
                        lease.token())
                .toScriptCall();
        try {
            return settle(AttemptReply.of(answer(call), targets.size()), null);
        } catch (RedisNotReplicatedException e) {
            return notReplicated(e);
        } catch (RedisRefusedException e) {
            if (e.code().equals("TRYAGAIN")) {
                return new AttemptReply.Busy(0, 0, -1, Holder.MIGRATING);
            }
            throw LockErrors.refused(targets.name(), e);
        } catch (RedisException e) {
            throw LockErrors.unavailable(targets.name(), e);
        }
    }

    /** Judges an answer that too few replicas confirmed. An event that was applied may yet be lost; a read holds anyway. */
    private AttemptReply notReplicated(RedisNotReplicatedException missing) {
        AttemptReply told = AttemptReply.of(missing.answer(), targets.size());
        if (told instanceof AttemptReply.Replayed) {
            throw new OutcomeUnknownException(targets.name(), String.valueOf(missing.getMessage()), missing);
        }
        return settle(told, null);
    }

    /** Asks a second time for a lost answer: nothing is written, so that a second copy does no harm. */
    private @Nullable Object answer(ScriptCall call) {
        try {
            return runtime.port().run(call, runtime.commandTimeoutNanos());
        } catch (RedisAnswerLostException e) {
            return runtime.port().run(call, runtime.commandTimeoutNanos());
        }
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
        GroupAttempt attempt = new GroupAttempt(runtime, lead, draft.attempted(), lease.token());
        long sent = runtime.ticker().nanos();
        try (AttemptExchange exchange = new AttemptExchange(runtime)) {
            exchange.finish(attempt);
        }
        AttemptReply reply = settle(attempt.reply(), draft);
        if (reply instanceof AttemptReply.Written) {
            long took = runtime.ticker().nanos() - sent;
            own.events().took(LockTime.COMMIT, took);
            own.events().count(CallerFigures::wroteUnderLock);
        }
        return reply;
    }

    private AttemptReply settle(AttemptReply reply, @Nullable LockedDraft draft) {
        if (reply instanceof AttemptReply.Written written && draft != null) {
            draft.remember(runtime.remembered(), runtime.ticker().nanos());
            own.succeeded(/* replay= */ false, draft.shown());
            if (own.hasEventId() && written.remembered() >= 0) {
                own.events().remembered(written.remembered());
            }
            lead.settled(List.of(own));
        } else if (reply instanceof AttemptReply.Replayed replayed) {
            Views shown = targets.snapshot(replayed.entries()).open().settled();
            own.succeeded(/* replay= */ true, shown);
            lead.settled(List.of(own));
        } else if (reply instanceof AttemptReply.Busy busy && !busy.holder().equals(Holder.MIGRATING)) {
            runtime.locks().lose(lease);
            own.commitRefused("the lease that it was made under had ended");
            throw new LeaseLostException(
                    lease.wanted().name(), "the update of an entry was refused and nothing was written");
        } else if (reply instanceof AttemptReply.Refused refused) {
            throw refused.torn()
                    ? new OutcomeUnknownException(
                            targets.name(), "Redis refused a later part of it: " + refused.error(), null)
                    : LockErrors.refused(targets.locked(), refused.index(), refused.error());
        } else if (reply instanceof AttemptReply.TooLarge large) {
            EntryTarget<?> target = targets.get(large.index());
            throw LockErrors.tooLarge(target.entry(), target.guard().read(), large.size());
        }
        return reply;
    }
}
