package io.github.stormlock.benchmarks.cost;

import io.github.stormlock.benchmarks.scenario.Scenario;
import io.github.stormlock.benchmarks.work.LoadGenerators;
import io.github.stormlock.benchmarks.work.ScenarioRuns;
import io.github.stormlock.test.RedisServer;
import java.io.IOException;
import java.time.Duration;
import java.util.Random;
import org.jspecify.annotations.Nullable;

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
    private final @Nullable Looker looker;

    /** A slice of each. */
    record Pair(Slice telling, Slice silent) {}

    /** Receives pairs, and says whether more are wanted. */
    interface Pairs {
        boolean add(Pair pair);
    }

    /** @param watched true if somebody looks at the worker that tells, each second */
    PairedWork(Scenario scenario, String telling, String silent, boolean watched) throws Exception {
        this.telling = telling;
        this.silent = silent;
        runs = new ScenarioRuns(scenario, redisOfTelling, loads);
        looker = watched ? Looker.at(redisOfTelling) : null;
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
            if (looker != null && !looker.looks()) {
                throw new IllegalStateException("locks top has ended, so that nobody looks any more");
            }
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
        if (looker != null) {
            looker.close();
        }
        runs.close();
        loads.close();
        redisOfTelling.close();
        redisOfSilent.close();
    }
}
