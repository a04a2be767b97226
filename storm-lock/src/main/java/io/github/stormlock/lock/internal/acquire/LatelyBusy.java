package io.github.stormlock.lock.internal.acquire;

import io.github.stormlock.lock.internal.protocol.LockKeys;
import java.util.Arrays;

/**
 * Remembers which locks were found busy, or were left free for others, within the last second. A try on such a lock is a
 * script: it sees whether the lock is left to programs that poll, which a plain command does not. A table of fixed size,
 * written without locks: what is taken for another, or forgotten, costs a script or a moment of a poller. Thread-safe.
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
