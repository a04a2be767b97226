package io.github.stormlock.benchmarks.work;

import io.github.stormlock.benchmarks.contender.Target;
import io.github.stormlock.benchmarks.scenario.BenchPlan;
import io.github.stormlock.benchmarks.work.load.Wire;
import io.github.stormlock.benchmarks.work.server.ServerView;
import io.github.stormlock.test.internal.process.ChildJvm;
import java.io.IOException;
import java.io.Serializable;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/**
 * Measures how long after a release in one JVM the lock is granted in another, where a thread waits for it. Both read
 * {@link System#nanoTime}, which on Linux is one clock for all processes of a machine.
 */
final class Wakeup {
    /** Each measurement also pauses. In the time of other scenarios there would be too few of them for a percentile. */
    private static final int LONGER = 2;

    /** The pause varies, so that a release falls anywhere between two looks of a waiter that looks at intervals. */
    private static final long SHORTEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private static final long LONGEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(105);
    private static final int UPDATES_PER_HAND_OFF = 2;

    /** The JVMs are new in each run. A few dozens of hand-offs with pauses would measure code that is not compiled. */
    private static final int PART_TO_COMPILE = 2;

    private final ChildJvm holder;
    private final ChildJvm waiter;
    private long made;

    private Wakeup(ChildJvm holder, ChildJvm waiter) {
        this.holder = holder;
        this.waiter = waiter;
    }

    static RunResult measure(String contender, Target target, ServerView server, BenchPlan plan) throws IOException {
        try (ChildJvm holder = WakeupPeer.start(contender, target);
                ChildJvm waiter = WakeupPeer.start(contender, target)) {
            Wakeup wakeup = new Wakeup(holder, waiter);
            // The first one waits until both have started.
            wakeup.handOffs(Duration.ZERO, 0);
            wakeup.handOffs(plan.compiled().dividedBy(PART_TO_COMPILE), 0);
            wakeup.handOffs(plan.warmUp(), LONGEST_PAUSE_NANOS);
            Histogram nanos = wakeup.handOffs(plan.measured().multipliedBy(LONGER), LONGEST_PAUSE_NANOS);
            long lost = wakeup.made - server.sum(List.of(WakeupPeer.KEY));
            return new RunResult(nanos, lost, Map.of());
        }
    }

    private Histogram handOffs(Duration length, long longestPauseNanos) throws IOException {
        Histogram nanos = new Histogram(3);
        long end = System.nanoTime() + length.toNanos();
        do {
            nanos.recordValue(handOff(longestPauseNanos));
            made += UPDATES_PER_HAND_OFF;
        } while (System.nanoTime() - end < 0);
        return nanos;
    }

    private long handOff(long longestPauseNanos) throws IOException {
        ask(holder, Boolean.class, WakeupPeer::hold);
        ask(waiter, Boolean.class, WakeupPeer::await);
        if (longestPauseNanos > 0) {
            LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(SHORTEST_PAUSE_NANOS, longestPauseNanos));
        }
        long released = ask(holder, Long.class, WakeupPeer::release);
        long granted = ask(waiter, Long.class, WakeupPeer::granted);
        if (granted < released) {
            throw new IllegalStateException("the lock was granted before it was released");
        }
        return granted - released;
    }

    private static <T extends Serializable> T ask(ChildJvm peer, Class<T> type, Wire.Order<WakeupPeer, T> order)
            throws IOException {
        peer.tell(Wire.word(order));
        return Wire.value(peer.answer(), type);
    }
}
