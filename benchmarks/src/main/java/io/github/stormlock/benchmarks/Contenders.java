package io.github.stormlock.benchmarks;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.springframework.integration.redis.util.RedisLockRegistry.RedisLockType;

/** The contenders by name, and how each is started. */
final class Contenders {
    private static final Map<String, Function<Target, Locks>> LOCKS = locks();
    private static final Map<String, Function<Target, Contender>> BY_NAME = byName();
    private static final Set<String> UNLOCKED = Set.of("unguarded");

    private Contenders() {}

    static Contender start(String name, Target target) {
        return start(BY_NAME, name, target);
    }

    /** The locks of a contender, for scenarios that do without entries. */
    static Locks locks(String name, Target target) {
        return start(LOCKS, name, target);
    }

    static boolean needsZookeeper(String name) {
        return name.equals("curator");
    }

    /** Whether a lost update of this contender is a failure of the run: it promises that there is none. */
    static boolean promisesNoLoss(String name) {
        return !UNLOCKED.contains(name);
    }

    private static <T> T start(Map<String, Function<Target, T>> starts, String name, Target target) {
        Function<Target, T> start = starts.get(name);
        if (start == null) {
            throw new IllegalArgumentException("there is no contender " + name + ": one of " + starts.keySet());
        }
        return start.apply(target);
    }

    private static Map<String, Function<Target, Locks>> locks() {
        Map<String, Function<Target, Locks>> starts = new LinkedHashMap<>();
        starts.put("storm-lock", StormLocks::new);
        starts.put("redisson", RedissonLocks::new);
        starts.put("spring-spin", target -> new SpringLocks(target, RedisLockType.SPIN_LOCK));
        starts.put("spring-pubsub", target -> new SpringLocks(target, RedisLockType.PUB_SUB_LOCK));
        starts.put("shedlock", ShedLocks::new);
        starts.put("curator", CuratorLocks::new);
        starts.put("tutorial", TutorialLocks::new);
        return starts;
    }

    private static Map<String, Function<Target, Contender>> byName() {
        Map<String, Function<Target, Contender>> starts = new LinkedHashMap<>();
        LOCKS.forEach((name, start) -> starts.put(name, target -> new LockedContender(start.apply(target), target)));
        starts.put("storm-lock", target -> new StormLockContender(target, /* ids= */ false));
        starts.put("storm-lock-ids", target -> new StormLockContender(target, /* ids= */ true));
        starts.put("storm-lock-batch", BatchContender::new);
        starts.put("redisson", RedissonContender::new);
        starts.put("optimistic", OptimisticContender::new);
        starts.put("unguarded", UnguardedContender::new);
        starts.put("hincrby", target -> new HincrbyContender(target, /* pipelined= */ false));
        starts.put("hincrby-pipelined", target -> new HincrbyContender(target, /* pipelined= */ true));
        return starts;
    }
}
