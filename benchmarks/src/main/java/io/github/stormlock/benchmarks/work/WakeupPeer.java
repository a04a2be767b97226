package io.github.stormlock.benchmarks.work;

import io.github.stormlock.benchmarks.contender.Clients;
import io.github.stormlock.benchmarks.contender.Computation;
import io.github.stormlock.benchmarks.contender.Contender;
import io.github.stormlock.benchmarks.contender.Contenders;
import io.github.stormlock.benchmarks.contender.Locks;
import io.github.stormlock.benchmarks.contender.Target;
import io.github.stormlock.benchmarks.scenario.EntryChoice;
import io.github.stormlock.benchmarks.work.load.JvmPool;
import io.github.stormlock.benchmarks.work.load.Wire;
import io.github.stormlock.test.internal.process.ChildJvm;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.RedisClient;

/**
 * A JVM that holds a lock, or waits for it, as it is told. The holder of the lock adds 1 to its entry.
 */
final class WakeupPeer implements AutoCloseable {
    static final String KEY = EntryChoice.of(0);

    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final Locks locks;
    private final RedisClient redis;
    private final Computation computation = new Computation(Duration.ZERO);
    private @Nullable Runnable held;
    private @Nullable FutureTask<Long> turn;

    private WakeupPeer(String contender, Target target) {
        this.locks = Contenders.locks(contender, target);
        this.redis = Clients.pooled(target);
    }

    static ChildJvm start(String contender, Target target) throws IOException {
        return JvmPool.start(WakeupPeer.class, List.of(contender, Wire.word(target)));
    }

    /**
     * Does what it is told on standard input, and ends when the input does.
     *
     * @param arguments the name of the contender, then the target
     */
    public static void main(String[] arguments) throws Exception {
        try (WakeupPeer peer = new WakeupPeer(arguments[0], Wire.value(arguments[1], Target.class))) {
            Wire.serve(peer);
        }
        System.exit(0);
    }

    boolean hold() {
        held = locks.block(KEY);
        increment();
        return true;
    }

    /** Returns the moment before it releases the lock. */
    long release() {
        Runnable unlock = Objects.requireNonNull(held, "told to release a lock that is not held");
        held = null;
        long released = System.nanoTime();
        unlock.run();
        return released;
    }

    /** Returns when a thread waits for the lock. */
    boolean await() {
        FutureTask<Long> task = new FutureTask<>(this::takeTurn);
        turn = task;
        Thread waiter = new Thread(task, "waiter");
        waiter.start();
        while (waiter.getState() != Thread.State.WAITING && waiter.getState() != Thread.State.TIMED_WAITING) {
            LockSupport.parkNanos(LOOK_NANOS);
        }
        return true;
    }

    private long takeTurn() {
        Runnable unlock = locks.lock(KEY);
        long granted = System.nanoTime();
        increment();
        unlock.run();
        return granted;
    }

    /** Returns the moment at which that thread had the lock, once it has released it. */
    long granted() throws Exception {
        return Objects.requireNonNull(turn, "nobody waits").get();
    }

    private void increment() {
        redis.hset(KEY, Contender.FIELD, computation.plusOne(redis.hget(KEY, Contender.FIELD)));
    }

    @Override
    public void close() {
        redis.close();
        locks.close();
    }
}
