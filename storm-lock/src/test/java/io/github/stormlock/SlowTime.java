package io.github.stormlock;

import io.github.stormlock.config.LockSettings;
import io.github.stormlock.internal.lifecycle.Ticker;
import io.github.stormlock.redis.RedisConfig;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * A time that runs at a hundredth of the speed. On a busy machine two updates may take longer than the updates of a group
 * may take together; here what computes takes no time, unless a test lets some pass.
 */
public final class SlowTime implements Ticker {
    private static final int SPEED = 100;

    private final long begun = System.nanoTime();
    private final AtomicLong passed = new AtomicLong();

    /** Returns a factory that lives in this time. */
    public RedisLockFactory factory(RedisConfig config, LockSettings settings) {
        return RedisLockFactory.connect(config, settings, this);
    }

    public void pass(Duration some) {
        passed.addAndGet(some.toNanos());
    }

    @Override
    public long nanos() {
        return begun + (System.nanoTime() - begun) / SPEED + passed.get();
    }

    @Override
    public void park(Object blocker, long nanos) {
        LockSupport.parkNanos(blocker, nanos);
    }
}
