package io.github.stormlock.internal.update;

import io.github.stormlock.internal.acquire.HeldLease;
import io.github.stormlock.internal.draft.GroupSnapshot;
import io.github.stormlock.internal.draft.GroupTargets;
import io.github.stormlock.internal.protocol.Tokens.Acquisition;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A run of commits by this JVM without giving the lock back. Holds the live lease, and the entry as the last answered
 * commit left it. Used by one thread at a time, the leader's.
 */
public final class Tenure {
    private final @Nullable Acquisition acquisition;
    private final long startNanos;
    private final HeldLease lease;
    private @Nullable GroupSnapshot snapshot;

    public Tenure(Acquisition acquisition, HeldLease lease, GroupSnapshot snapshot, long startNanos) {
        this(acquisition, lease, startNanos);
        this.snapshot = snapshot;
    }

    private Tenure(@Nullable Acquisition acquisition, HeldLease lease, long startNanos) {
        this.acquisition = acquisition;
        this.lease = lease;
        this.startNanos = startNanos;
    }

    /** Returns one under a lease that belongs to somebody else, who alone gives it back. */
    static Tenure lent(HeldLease lease) {
        return new Tenure(null, lease, 0);
    }

    boolean isLent() {
        return acquisition == null;
    }

    Acquisition acquisition() {
        return Objects.requireNonNull(acquisition);
    }

    HeldLease lease() {
        return lease;
    }

    /** Returns the entry in memory if it was read as it is wanted; {@code null} otherwise. */
    @Nullable
    GroupSnapshot snapshot(GroupTargets wanted) {
        GroupSnapshot known = snapshot;
        return known != null && known.isReadAs(wanted) ? known : null;
    }

    /** Keeps what is known of the entry; {@code null} if the next update has to read it. */
    void remember(@Nullable GroupSnapshot another) {
        snapshot = another;
    }

    public void forget() {
        snapshot = null;
    }

    long startNanos() {
        return startNanos;
    }

    /** Returns true if it may be passed on. It is over after 50 ms, even if somebody in this JVM waits. */
    boolean mayGoOn(long now) {
        return now - startNanos < HeldLease.LONGEST_USE_NANOS && lease.isHeld();
    }
}
