package io.github.stormlock.lock.internal.update;

import io.github.stormlock.lock.internal.acquire.HeldLease;
import io.github.stormlock.lock.internal.protocol.Tokens.Acquisition;
import io.github.stormlock.lock.internal.update.Plan.View;
import org.jspecify.annotations.Nullable;

/**
 * A run of commits by this JVM without giving the lock back: the live lease, and the entry as the last answered commit left
 * it. Used by one thread at a time: whoever leads.
 */
public final class Tenure {
    private final Acquisition acquisition;
    private final long startNanos;
    private final HeldLease lease;
    private @Nullable Memory<?> memory;

    public Tenure(Acquisition acquisition, HeldLease lease, Memory<?> memory, long startNanos) {
        this.acquisition = acquisition;
        this.lease = lease;
        this.memory = memory;
        this.startNanos = startNanos;
    }

    Acquisition acquisition() {
        return acquisition;
    }

    HeldLease lease() {
        return lease;
    }

    /** The entry in memory, if it was read in this way. */
    @SuppressWarnings("unchecked") // a view tells the type
    public <V> @Nullable Memory<V> memory(View view) {
        Memory<?> known = memory;
        return known != null && known.view().equals(view) ? (Memory<V>) known : null;
    }

    void remember(Memory<?> another) {
        memory = another;
    }

    public void forget() {
        memory = null;
    }

    long startNanos() {
        return startNanos;
    }

    /** Whether it may be passed on: not for long, whoever waits. */
    public boolean mayGoOn(long now) {
        return now - startNanos < HeldLease.LONGEST_USE_NANOS && lease.isHeld();
    }
}
