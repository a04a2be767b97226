package io.github.stormlock.internal.acquire;

import io.github.stormlock.internal.lifecycle.Ticker;
import io.github.stormlock.internal.protocol.LockKeys;
import java.util.Arrays;

/**
 * Remembers which locks were found busy, or were left free for others, within the last second. A try on such a lock
 * is a script. Only a script sees whether the lock is left free for clients that poll; a plain command does not. The
 * table is of fixed size and written without locks. If a lock is mistaken for another, that costs a script. If one is
 * forgotten, a client that polls may miss its chance once. Thread-safe.
 */
final class LatelyBusy {
    private static final int SLOTS = 1 << 12;
    private static final long LATELY_NANOS = 1_000_000_000L;

    private final long[] table = new long[SLOTS];
    private final Ticker ticker;

    LatelyBusy(Ticker ticker) {
        this.ticker = ticker;
        Arrays.fill(table, ticker.nanos() - LATELY_NANOS);
    }

    void met(LockKeys keys) {
        table[slot(keys)] = ticker.nanos();
    }

    boolean contains(LockKeys keys) {
        return ticker.nanos() - table[slot(keys)] < LATELY_NANOS;
    }

    private static int slot(LockKeys keys) {
        int mixed = keys.entry().hashCode() * 0x9E3779B9;
        return (mixed ^ (mixed >>> 15)) & (SLOTS - 1);
    }
}
