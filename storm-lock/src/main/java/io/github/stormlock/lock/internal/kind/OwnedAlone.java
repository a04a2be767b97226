package io.github.stormlock.lock.internal.kind;

import io.github.stormlock.lock.LeaseLostException;
import org.jspecify.annotations.Nullable;

/** A lock of its own. */
record OwnedAlone(Acquirable lock) implements Owned {

    @Override
    public boolean take(long deadlineNanos, boolean interruptible) {
        Holds holds = lock.holds();
        Holds.Hold hold = holds.of(lock);
        if (hold != null) {
            hold.again();
            return true;
        }
        OwnLease lease =
                lock.take(deadlineNanos, Thread.currentThread(), interruptible).lease();
        if (lease == null) {
            return false;
        }
        holds.begin(lock, lease);
        return true;
    }

    @Override
    public void leave() {
        giveBack(lock, lock.holds().end(lock));
    }

    /** Gives a lease back, unless there is none to give back. */
    static void giveBack(Acquirable lock, @Nullable OwnLease lease) {
        if (lease != null && !lease.giveBack()) {
            throw new LeaseLostException(lock.name(), "it ended before it was unlocked");
        }
    }
}
