package io.github.stormlock.benchmarks;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** The contenders by name, and how each is started. */
final class Contenders {
    private static final Map<String, Start> BY_NAME = byName();
    private static final Set<String> UNLOCKED = Set.of("unguarded");

    private Contenders() {}

    /** Starts a contender against a Redis, with a pool of at most so many connections. */
    interface Start {
        Contender start(String host, int port, int pool);
    }

    static Contender start(String name, String host, int port, int pool) {
        Start start = BY_NAME.get(name);
        if (start == null) {
            throw new IllegalArgumentException("there is no contender " + name + ": one of " + BY_NAME.keySet());
        }
        return start.start(host, port, pool);
    }

    /** Whether a lost update of this contender is a failure of the run: it promises that there is none. */
    static boolean promisesNoLoss(String name) {
        return !UNLOCKED.contains(name);
    }

    private static Map<String, Start> byName() {
        Map<String, Start> starts = new LinkedHashMap<>();
        starts.put("storm-lock", (host, port, pool) -> new StormLockContender(host, port, pool, /* ids= */ false));
        starts.put("storm-lock-ids", (host, port, pool) -> new StormLockContender(host, port, pool, /* ids= */ true));
        starts.put("storm-lock-batch", BatchContender::new);
        starts.put("redisson", RedissonContender::new);
        starts.put("tutorial", TutorialContender::new);
        starts.put("optimistic", OptimisticContender::new);
        starts.put("unguarded", UnguardedContender::new);
        starts.put("hincrby", (host, port, pool) -> new HincrbyContender(host, port, pool, /* pipelined= */ false));
        starts.put(
                "hincrby-pipelined",
                (host, port, pool) -> new HincrbyContender(host, port, pool, /* pipelined= */ true));
        return starts;
    }
}
