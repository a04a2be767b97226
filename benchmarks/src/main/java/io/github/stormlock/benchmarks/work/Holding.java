package io.github.stormlock.benchmarks.work;

import io.github.stormlock.benchmarks.contender.Contenders;
import io.github.stormlock.benchmarks.contender.Locks;
import io.github.stormlock.benchmarks.contender.Target;
import io.github.stormlock.benchmarks.scenario.EntryChoice;
import io.github.stormlock.benchmarks.work.load.Measure;
import io.github.stormlock.benchmarks.work.server.ServerView;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/** Measures the memory that many locks take while one thread holds them at the same time. */
final class Holding {
    private static final int MOST = 10_000;

    /** With fewer locks, the heap's own ups and downs are larger than their memory. */
    private static final int FEWEST_FOR_HEAP = 1_000;

    private static final int WARM_UP = 100;
    private static final int MOST_COLLECTIONS = 10;
    private static final long SETTLED_BYTES = 10_000;
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final MemoryMXBean MEMORY = ManagementFactory.getMemoryMXBean();

    private Holding() {}

    static Map<Measure, Double> measure(String contender, Target target, ServerView server, int entries) {
        int count = Math.min(entries, MOST);
        server.clear();
        try (Locks locks = Contenders.locks(contender, target)) {
            for (int i = 0; i < WARM_UP; i++) {
                locks.lock("warm-up").unlock();
            }
            return hold(locks, server, count);
        }
    }

    private static Map<Measure, Double> hold(Locks locks, ServerView server, int count) {
        List<String> keys = IntStream.range(0, count).mapToObj(EntryChoice::of).toList();
        Locks.Held[] held = new Locks.Held[count];
        long redisBefore = server.keyBytes();
        long heapBefore = usedHeap();
        for (int i = 0; i < count; i++) {
            held[i] = locks.lock(keys.get(i));
        }
        double heap = usedHeap() - heapBefore;
        double redis = server.keyBytes() - redisBefore;
        for (Locks.Held one : held) {
            one.unlock();
        }
        return count < FEWEST_FOR_HEAP
                ? Map.of(Measure.REDIS_BYTES_PER_LOCK, redis / count)
                : Map.of(Measure.REDIS_BYTES_PER_LOCK, redis / count, Measure.HEAP_BYTES_PER_LOCK, heap / count);
    }

    /**
     * Returns the heap in use once another collection finds nothing more. Garbage that a thread has to clean up takes
     * several collections.
     */
    private static long usedHeap() {
        long before = Long.MAX_VALUE;
        long used = collected();
        for (int i = 0; i < MOST_COLLECTIONS && before - used > SETTLED_BYTES; i++) {
            LockSupport.parkNanos(PAUSE_NANOS);
            before = used;
            used = collected();
        }
        return used;
    }

    private static long collected() {
        MEMORY.gc();
        return MEMORY.getHeapMemoryUsage().getUsed();
    }
}
