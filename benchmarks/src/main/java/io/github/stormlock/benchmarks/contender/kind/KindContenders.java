package io.github.stormlock.benchmarks.contender.kind;

import io.github.stormlock.benchmarks.contender.common.Contender;
import io.github.stormlock.benchmarks.contender.common.Locks;
import io.github.stormlock.benchmarks.contender.common.Target;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/** Starts the contenders that lock by one kind, by their names. */
public final class KindContenders {
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
        return starts;
    }

    /** Returns those that take a lock and give it back, and write no entry. */
    public static Map<String, Function<Target, Contender>> cycles() {
        Map<String, Function<Target, Contender>> starts = new LinkedHashMap<>();
        locks().forEach((name, locks) ->
                starts.put(name, target -> new CycleContender(locks.apply(target), together(name))));
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
