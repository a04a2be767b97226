package io.github.stormlock.benchmarks.contender.kind;

import io.github.stormlock.benchmarks.contender.common.Contender;
import io.github.stormlock.benchmarks.contender.common.Locks;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Takes a lock and gives it back. It writes no entry in which an update could be lost. Instead it counts who holds the lock
 * in this JVM.
 */
final class CycleContender implements Contender {
    private final Locks locks;
    private final int together;
    private final Map<String, AtomicInteger> inside = new ConcurrentHashMap<>();

    /** @param together how many may hold a lock of one name together */
    CycleContender(Locks locks, int together) {
        this.locks = locks;
        this.together = together;
    }

    /**
     * Takes the lock and gives it back.
     *
     * @throws IllegalStateException if more hold it meanwhile than may
     */
    @Override
    public void add(String key, int worker, long number) {
        AtomicInteger holders = inside.computeIfAbsent(key, absent -> new AtomicInteger());
        Locks.Held held = locks.lock(key);
        int now = holders.incrementAndGet();
        if (now > together) {
            throw new IllegalStateException(now + " hold the lock of " + key + ", and " + together + " may");
        }
        holders.decrementAndGet();
        held.unlock();
    }

    @Override
    public void close() {
        locks.close();
    }
}
