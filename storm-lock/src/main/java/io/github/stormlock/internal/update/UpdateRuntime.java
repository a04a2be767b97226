package io.github.stormlock.internal.update;

import io.github.stormlock.internal.acquire.LockRuntime;
import io.github.stormlock.internal.draft.RememberedEntries;
import io.github.stormlock.internal.lifecycle.Ticker;
import io.github.stormlock.internal.lines.Lines;
import io.github.stormlock.internal.protocol.ServerClock;
import io.github.stormlock.redis.RedisPort;
import java.time.Duration;

/**
 * Holds what the updates of one connection share: the lines of their entries, what is remembered of the entries, the
 * server's clock, and the locks. Thread-safe.
 */
public final class UpdateRuntime {
    private final LockRuntime locks;
    private final long commandTimeoutNanos;
    private final RememberedEntries remembered;
    private final ServerClock clock;
    private final HangWatch hangs;
    private final Lines<PendingUpdate<?>> lines;

    /**
     * Begins with nothing remembered.
     *
     * @param rememberedMaxBytes the most bytes of remembered entries; 0 to remember none
     */
    public UpdateRuntime(
            LockRuntime locks, Lines<PendingUpdate<?>> lines, Duration commandTimeout, long rememberedMaxBytes) {
        this.locks = locks;
        this.commandTimeoutNanos = commandTimeout.toNanos();
        this.remembered = new RememberedEntries(rememberedMaxBytes);
        this.clock = new ServerClock(locks.port().isCluster());
        this.hangs = new HangWatch(locks.ticker(), locks.watchdog()::later);
        this.lines = lines;
    }

    public LockRuntime locks() {
        return locks;
    }

    RedisPort port() {
        return locks.port();
    }

    public Ticker ticker() {
        return locks.ticker();
    }

    long commandTimeoutNanos() {
        return commandTimeoutNanos;
    }

    /** Returns the lines of all updates that wait. */
    public Lines<PendingUpdate<?>> lines() {
        return lines;
    }

    public HangWatch hangs() {
        return hangs;
    }

    RememberedEntries remembered() {
        return remembered;
    }

    ServerClock clock() {
        return clock;
    }
}
