package io.github.stormlock.topologies.guide;

import io.github.stormlock.GuardedEntry;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.LockException;

/** Tries an update again while it is worth it. */
final class Delivery {
    private Delivery() {}

    static void deliver(GuardedEntry<HashEntry> stock, EventId id, long pieces, int tries) {
        for (int tried = 1; ; tried++) {
            try {
                stock.once(id, entry -> entry.add("left", pieces));
                return;
            } catch (LockException failure) {
                if (tried == tries || !failure.isTemporary()) {
                    throw failure;
                }
            }
        }
    }
}
