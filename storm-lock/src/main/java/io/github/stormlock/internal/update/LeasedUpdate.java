package io.github.stormlock.internal.update;

import io.github.stormlock.internal.acquire.HeldLease;
import io.github.stormlock.internal.draft.GroupSnapshot;
import io.github.stormlock.internal.protocol.AttemptReply;
import io.github.stormlock.internal.update.PendingUpdate.State;
import io.github.stormlock.lock.LeaseLostException;
import io.github.stormlock.lock.LockUnavailableException;
import io.github.stormlock.lock.OutcomeUnknownException;
import org.jspecify.annotations.Nullable;

/**
 * Makes one update under a lease that its caller holds, in two round trips. The first reads the entry, and finds out
 * whether the event is remembered. The second writes, if the token of the lease stands. The lease goes on.
 *
 * <p>Nobody else writes while the token stands. A token never comes back once it is gone. So what was read stands when
 * it is written, and need not be compared. Only one update at a time may run under a lease, or two of them would read
 * the same. Used by one thread, once.
 */
public final class LeasedUpdate {
    private static final int MOST_READS = 8;

    private final UpdateRuntime runtime;
    private final PendingUpdate<?> own;
    private final HeldLease lease;
    private final LeaderState lead;
    private final GroupApplier applying;
    private final GroupSettling settling;

    /**
     * Creates an update that is not begun.
     *
     * @param lease the lease of the locks of the update's entries
     */
    public LeasedUpdate(UpdateRuntime runtime, PendingUpdate<?> own, HeldLease lease) {
        this.runtime = runtime;
        this.own = own;
        this.lease = lease;
        boolean unused = own.lead(Tenure.lent(lease));
        this.lead = new LeaderState(runtime, own.targets(), Turn.ALONE, own);
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
        try {
            for (int reads = 0; own.state() != State.SETTLED; reads++) {
                if (reads == MOST_READS) {
                    throw LockUnavailableException.ofEntry(
                            own.name(), "the entry vanished " + MOST_READS + " times between read and write", null);
                }
                requireHeld();
                GroupSnapshot snapshot = read();
                if (snapshot != null) {
                    write(snapshot);
                }
            }
        } finally {
            if (own.state() != State.SETTLED) {
                own.targets().forget(runtime.remembered());
            }
        }
    }

    private void requireHeld() {
        if (!lease.isHeld()) {
            throw new LeaseLostException(
                    lease.wanted().name(), "it had ended, or was given back, when an entry was to be changed");
        }
    }

    /** Returns the entry as it stands; {@code null} if the event was applied before. */
    private @Nullable GroupSnapshot read() {
        try {
            AttemptReply reply = new Question(runtime, lead, lease.token()).ask();
            if (reply instanceof AttemptReply.Missed missed) {
                return own.targets().snapshot(missed.entries());
            }
            settling.notWritten(reply);
            return null;
        } catch (OutcomeUnknownException e) {
            throw settling.unknown(e);
        }
    }

    private void write(GroupSnapshot snapshot) {
        LockedWrite write = LockedWrite.of(runtime, lead, applying, snapshot, () -> true);
        // It may have ended while the change ran, and its owner may know that.
        requireHeld();
        if (write != null) {
            write.run();
        }
    }
}
