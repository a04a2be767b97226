package io.github.stormlock.benchmarks.contender.kind;

import io.github.stormlock.benchmarks.contender.common.Clients;
import io.github.stormlock.benchmarks.contender.common.Target;
import io.github.stormlock.lock.RedisLockFactory;
import io.github.stormlock.lock.kind.Latch;
import java.time.Duration;

/** The library's latches. */
final class StormLatches implements Latches {
    private static final Duration KEPT = Duration.ofMinutes(10);
    private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);

    private final RedisLockFactory locks;

    StormLatches(Target target) {
        this.locks = Clients.stormLock(target);
    }

    /** Nothing has to be set up. */
    @Override
    public void set(String name, int count) {}

    @Override
    public void countDown(String name, int count, String id) {
        latch(name, count).countDown(id);
    }

    @Override
    public void await(String name, int count) {
        if (!latch(name, count).await(LONGEST_WAIT)) {
            throw new IllegalStateException("the latch " + name + " did not open");
        }
    }

    private Latch latch(String name, int count) {
        return locks.latch(name, count, KEPT);
    }

    @Override
    public void close() {
        locks.close();
    }
}
