package io.github.stormlock.topologies.guide;

import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.GuardedEntry;
import io.github.stormlock.lock.LeaseLostException;
import io.github.stormlock.lock.LockTimeoutException;
import io.github.stormlock.lock.LockUnavailableException;
import io.github.stormlock.lock.OutcomeUnknownException;

/** Tries an update again while it is worth it. */
final class Delivery {
    private Delivery() {}

    static void deliver(GuardedEntry<HashEntry> stock, EventId id, long pieces, int tries) {
        for (int tried = 1; ; tried++) {
            try {
                stock.once(id, entry -> entry.add("left", pieces));
                return;
            } catch (LockUnavailableException
                    | LockTimeoutException
                    | LeaseLostException
                    | OutcomeUnknownException passing) {
                if (tried == tries) {
                    throw passing;
                }
            }
        }
    }
}
