package io.github.stormlock.benchmarks.contender.kind;

import io.github.stormlock.benchmarks.contender.common.Contender;
import io.github.stormlock.benchmarks.contender.common.Locks;
import io.github.stormlock.benchmarks.contender.common.Target;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/** Starts the contenders that lock by one kind, by their names. */
public final class KindContenders {
    private static final String LATCH = "-latch";

    private KindContenders() {}

    /** Returns those that wake a waiter. */
    public static Map<String, Function<Target, Locks>> locks() {
        Map<String, Function<Target, Locks>> starts = new LinkedHashMap<>();
        for (TimedKind kind : TimedKind.values()) {
            starts.put("storm-lock-" + kind.label(), target -> new StormKindLocks(target, kind));
            starts.put("redisson-" + kind.label(), target -> new RedissonKindLocks(target, kind));
            starts.put("curator-" + kind.label(), target -> new CuratorKindLocks(target, kind));
        }
        starts.put("redisson-semaphore", RedissonSemaphores::new);
        starts.put("storm-lock" + LATCH, target -> new LatchLocks(new StormLatches(target)));
        starts.put("redisson" + LATCH, target -> new LatchLocks(new RedissonLatches(target)));
        return starts;
    }

    /** Returns those that take a lock and give it back, or count down, and write no entry. */
    public static Map<String, Function<Target, Contender>> cycles() {
        Map<String, Function<Target, Contender>> starts = new LinkedHashMap<>();
        locks().forEach((name, locks) ->
                starts.put(name, target -> new CycleContender(locks.apply(target), together(name))));
        starts.put("storm-lock" + LATCH, target -> new LatchContender(new StormLatches(target)));
        starts.put("redisson" + LATCH, target -> new LatchContender(new RedissonLatches(target)));
        return starts;
    }

    private static int together(String name) {
        for (TimedKind kind : TimedKind.values()) {
            if (name.endsWith("-" + kind.label())) {
                return kind.together();
            }
        }
        return TimedKind.SIZE;
    }
}
