package io.github.stormlock.internal.batch;

import com.google.errorprone.annotations.CheckReturnValue;
import io.github.stormlock.internal.acquire.AcquireRequest;
import io.github.stormlock.internal.acquire.AcquireResult;
import io.github.stormlock.internal.acquire.HeldLease;
import io.github.stormlock.internal.acquire.Unanswered.Owed;
import io.github.stormlock.internal.draft.GroupSnapshot;
import io.github.stormlock.internal.protocol.LockErrors;
import io.github.stormlock.internal.protocol.Tokens.Acquisition;
import io.github.stormlock.internal.update.GroupApplier;
import io.github.stormlock.internal.update.LeaderState;
import io.github.stormlock.internal.update.LockedWrite;
import io.github.stormlock.internal.update.PendingUpdate;
import io.github.stormlock.internal.update.PendingUpdate.State;
import io.github.stormlock.internal.update.Tenure;
import io.github.stormlock.internal.update.UpdateRuntime;
import io.github.stormlock.lock.LockException;
import io.github.stormlock.redis.RedisException;
import io.github.stormlock.redis.RedisRefusedException;
import io.github.stormlock.redis.ScriptCall;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The updates of one part of a batch that are written under the lock, or the locks of several entries: one try to take it, and one commit. Used by
 * one thread, once.
 */
final class BatchLocking {
    private static final int LEASE_PART = 4;

    private final UpdateRuntime runtime;
    private final BatchPart part;
    private final LeaderState lead;
    private final GroupApplier applying;
    private final PendingUpdate<?> own;
    private final AcquireRequest wanted;
    private final Acquisition acquisition;
    private final String token;
    private final long sent;
    private @Nullable GroupSnapshot read;
    private @Nullable LockedWrite write;

    BatchLocking(UpdateRuntime runtime, BatchPart part, LeaderState lead, GroupApplier applying) {
        this.runtime = runtime;
        this.part = part;
        this.lead = lead;
        this.applying = applying;
        this.own = lead.own();
        this.wanted = own.wanted(lead.targets());
        this.acquisition = runtime.locks().newAcquisition(wanted);
        this.token = acquisition.token();
        this.sent = runtime.ticker().nanos();
    }

    AcquireRequest wanted() {
        return wanted;
    }

    /** Returns the try to take the lock. */
    ScriptCall call() {
        return runtime.locks().attempts().call(wanted, token);
    }

    /**
     * Takes the answer to its try. What is granted is watched from here on.
     *
     * @param answer the script's answer, or the {@link RedisException} in its place
     * @return true if the lock was granted
     */
    @CheckReturnValue
    boolean isGranted(@Nullable Object answer) {
        try {
            if (answer instanceof RedisException e && !(e instanceof RedisRefusedException)) {
                throw LockErrors.of(wanted.name(), e);
            }
            AcquireResult outcome = runtime.locks().attempts().answered(wanted, acquisition, token, sent, answer);
            if (outcome instanceof AcquireResult.Grant grant) {
                GroupSnapshot snapshot = lead.targets().snapshot(grant.entries());
                HeldLease lease = runtime.locks()
                        .hold(wanted, grant, own.guard().settings().holdMax());
                read = snapshot;
                lead.begin(new Tenure(
                        acquisition, lease, snapshot, runtime.ticker().nanos()));
                return true;
            }
            AcquireResult.Busy busy = (AcquireResult.Busy) outcome;
            part.endBusy(wanted.name(busy.index()), runtime.locks().isOwnUpdate(busy.holder()));
        } catch (LockException e) {
            part.fail(e);
        }
        return false;
    }

    long sentNanos() {
        return sent;
    }

    /**
     * Returns true if a computation may begin after others have been computed under locks of the same round. The rest of
     * the lease belongs to it and its commit.
     *
     * @param roundTripNanos how long an answer takes
     */
    boolean mayCompute(long now, long roundTripNanos) {
        return lead.isHeld() && now - sent + 2 * roundTripNanos < wanted.leaseNanos() / LEASE_PART;
    }

    /** Puts the updates back without computing them. Returns what gives the lock back. */
    Owed giveBack() {
        Owed withdrawal = lead.withdrawal();
        part.end();
        return withdrawal;
    }

    /**
     * Gives the lock back if nothing is computed under it yet. What is computed may have called another system, and is not
     * computed twice. Does not block.
     *
     * @return the updates that leave the round
     */
    List<PendingUpdate<?>> recall() {
        if (isOver() || write != null) {
            return List.of();
        }
        List<PendingUpdate<?>> group = List.copyOf(lead.group());
        runtime.locks().attempts().later(giveBack());
        return group;
    }

    boolean isOver() {
        return part.isOver();
    }

    /** Returns a withdrawal of a try that was sent, and of which it is not known whether it was granted. */
    Owed withdrawal() {
        return runtime.locks().attempts().withdrawal(wanted, acquisition);
    }

    /** Withdraws a try by itself. */
    void withdraw() {
        runtime.locks().withdraw(wanted, acquisition);
    }

    /** Returns what it writes, once it is computed. */
    LockedWrite write() {
        return Objects.requireNonNull(write);
    }

    /**
     * Applies the updates under the lock.
     *
     * @return true if there is something to send
     */
    @CheckReturnValue
    boolean compute() {
        GroupSnapshot snapshot = Objects.requireNonNull(read);
        tellGranted(own);
        try {
            while (write == null && own.state() != State.SETTLED && lead.tenure() != null) {
                write = LockedWrite.of(runtime, lead, applying, snapshot, () -> false);
            }
            if (write == null) {
                part.end();
            }
            return write != null;
        } catch (Throwable t) {
            part.failOwn(t);
            return false;
        }
    }

    /** Settles the updates by what was written, once that is final. */
    void settle() {
        List<PendingUpdate<?>> group = List.copyOf(lead.group());
        group.stream().filter(update -> update != own).forEach(this::tellGranted);
        try {
            write().settle();
            part.end();
        } catch (Throwable t) {
            part.failOwn(t);
        }
        part.waited(group);
    }

    private void tellGranted(PendingUpdate<?> update) {
        update.granted(sent, runtime.ticker().nanos());
    }

    /** Ends the updates after an error, which may have come after the try or the commit was sent. */
    void endedBy(Throwable thrown) {
        if (write != null) {
            part.failOwn(write.endedBy(thrown));
        } else {
            part.end();
            withdraw();
        }
    }
}
