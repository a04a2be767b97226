package io.github.stormlock.benchmarks.cost;

import io.github.stormlock.benchmarks.scenario.Scenario;
import io.github.stormlock.benchmarks.work.LoadGenerators;
import io.github.stormlock.benchmarks.work.ScenarioRuns;
import io.github.stormlock.test.RedisServer;
import java.io.IOException;
import java.time.Duration;
import java.util.Random;

/**
 * Lets two contenders work in turns, each on a server of its own, since one would find the entries changed by the other. Both
 * live meanwhile, so that neither pays for a start, and what slows the machine down meets both. After {@link #PAIRS_OF_A_LIFE}
 * pairs both are started anew, the other one first: what a worker has by chance, such as the place of its memory, stays the
 * same for as long as it lives. Used by one thread.
 */
final class PairedWork implements AutoCloseable {
    static final int PAIRS_OF_A_LIFE = 50;
    private static final Duration SLICE = Duration.ofMillis(100);
    private static final Duration SETTLING = Duration.ofSeconds(1);

    private final LoadGenerators loads = new LoadGenerators();
    private final RedisServer redisOfTelling = RedisServer.start();
    private final RedisServer redisOfSilent = RedisServer.start();
    private final Random random = new Random();
    private final ScenarioRuns runs;
    private final String telling;
    private final String silent;

    /** A slice of each. */
    record Pair(Slice telling, Slice silent) {}

    /** Receives pairs, and says whether more are wanted. */
    interface Pairs {
        boolean add(Pair pair);
    }

    PairedWork(Scenario scenario, String telling, String silent) throws Exception {
        this.telling = telling;
        this.silent = silent;
        runs = new ScenarioRuns(scenario, redisOfTelling, loads);
    }

    /** Warms up, and then makes pairs until no more are wanted. */
    void run(Duration warmUp, Pairs pairs) throws Exception {
        boolean more = true;
        Duration settling = warmUp;
        for (boolean tellingFirst = true; more; tellingFirst = !tellingFirst) {
            Side first = tellingFirst ? startTelling() : startSilent();
            Side second = tellingFirst ? startSilent() : startTelling();
            try (first;
                    second) {
                Side one = tellingFirst ? first : second;
                Side other = tellingFirst ? second : first;
                settle(one, other, settling);
                for (int i = 0; i < PAIRS_OF_A_LIFE && more; i++) {
                    more = pairs.add(next(one, other));
                }
            }
            settling = SETTLING;
        }
    }

    private Side startTelling() throws Exception {
        return Side.start(telling, runs, redisOfTelling, SLICE);
    }

    private Side startSilent() throws Exception {
        return Side.start(silent, runs, redisOfSilent, SLICE);
    }

    /** In turns, as later: the compiler sees both. */
    private static void settle(Side one, Side other, Duration length) throws Exception {
        long end = System.nanoTime() + length.toNanos();
        while (System.nanoTime() - end < 0) {
            one.warmUp(SLICE);
            other.warmUp(SLICE);
        }
    }

    private Pair next(Side one, Side other) throws Exception {
        if (random.nextBoolean()) {
            Slice first = one.work(SLICE, other);
            return new Pair(first, other.work(SLICE, one));
        }
        Slice first = other.work(SLICE, one);
        return new Pair(one.work(SLICE, other), first);
    }

    @Override
    public void close() throws IOException {
        runs.close();
        loads.close();
        redisOfTelling.close();
        redisOfSilent.close();
    }
}
