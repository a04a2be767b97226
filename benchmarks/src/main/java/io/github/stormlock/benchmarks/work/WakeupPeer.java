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
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.RedisClient;

/**
 * A JVM that holds a lock, or waits for it, as the lines on standard input say. The holder of the lock adds 1 to its entry.
 */
final class WakeupPeer implements AutoCloseable {
    static final String KEY = EntryChoice.of(0);

    static final String HOLD = "hold";
    static final String HELD = "held";
    static final String WAIT = "wait";
    static final String PARKED = "parked";
    static final String RELEASE = "release";
    static final String RELEASED = "released";
    static final String GRANTED = "granted";

    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final Locks locks;
    private final RedisClient redis;
    private final Computation computation = new Computation(Duration.ZERO);
    private Locks.@Nullable Held held;

    private WakeupPeer(String contender, Target target) {
        this.locks = Contenders.locks(contender, target);
        this.redis = Clients.pooled(target);
    }

    static ChildJvm start(String contender, Target target) throws IOException {
        return JvmPool.start(WakeupPeer.class, List.of(contender, Wire.word(target)));
    }

    /**
     * Obeys the lines on standard input, and ends when the input does.
     *
     * @param arguments the name of the contender, then the target
     */
    public static void main(String[] arguments) throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (WakeupPeer peer = new WakeupPeer(arguments[0], Wire.value(arguments[1], Target.class))) {
            ChildJvm.say("ready");
            String line = in.readLine();
            while (line != null) {
                peer.obey(line);
                line = in.readLine();
            }
        }
        System.exit(0);
    }

    private void obey(String command) {
        switch (command) {
            case HOLD -> hold();
            case WAIT -> await();
            case RELEASE -> release();
            default -> throw new IllegalArgumentException("neither hold nor wait nor release: " + command);
        }
    }

    private void hold() {
        held = locks.block(KEY);
        increment();
        ChildJvm.say(HELD);
    }

    private void release() {
        Locks.Held lock = held;
        if (lock == null) {
            throw new IllegalStateException("told to release a lock that is not held");
        }
        held = null;
        long released = System.nanoTime();
        lock.unlock();
        ChildJvm.say(RELEASED + " " + released);
    }

    private void await() {
        Thread waiter = new Thread(this::takeTurn, "waiter");
        waiter.start();
        while (waiter.getState() != Thread.State.WAITING && waiter.getState() != Thread.State.TIMED_WAITING) {
            LockSupport.parkNanos(LOOK_NANOS);
        }
        ChildJvm.say(PARKED);
    }

    private void takeTurn() {
        Locks.Held lock = locks.lock(KEY);
        long granted = System.nanoTime();
        increment();
        lock.unlock();
        ChildJvm.say(GRANTED + " " + granted);
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
