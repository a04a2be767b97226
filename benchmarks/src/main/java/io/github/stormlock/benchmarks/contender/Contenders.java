package io.github.stormlock.benchmarks.contender;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.springframework.integration.redis.util.RedisLockRegistry.RedisLockType;

/** Starts the contenders by their names. */
public final class Contenders {
    /** The sorted set whose members are updated. The members that stand for entries begin without a score. */
    public static final String BOARD = "board";

    private static final Map<String, Function<Target, Locks>> LOCKS = locks();
    private static final Map<String, Function<Target, Locks>> KINDS = kinds();
    private static final Map<String, BiFunction<Target, Computation, Contender>> BY_NAME = byName();
    private static final Set<String> LOSING = Set.of("unguarded", "nothing");

    private Contenders() {}

    /**
     * Starts a contender.
     *
     * @throws IllegalArgumentException if there is none of this name
     */
    public static Contender start(String name, Target target, Computation computation) {
        return found(BY_NAME, name).apply(target, computation);
    }

    /**
     * Starts several clients of a contender, which take turns: each makes one update of every entry, then the next one does.
     * So an entry has always changed since a client updated it last.
     *
     * @param clients the number of clients, 1 or more
     * @param entries the number of entries
     * @throws IllegalArgumentException if there is no contender of this name
     */
    public static Contender inTurn(String name, Target target, Computation computation, int clients, int entries) {
        if (clients == 1) {
            return start(name, target, computation);
        }
        List<Contender> all = new ArrayList<>();
        for (int i = 0; i < clients; i++) {
            all.add(start(name, target, computation));
        }
        return Contender.of(
                (key, worker, number) ->
                        all.get((int) (number / entries % clients)).add(key, worker, number),
                () -> all.forEach(Contender::close));
    }

    /**
     * Starts the locks of a contender, for works without entries.
     *
     * @throws IllegalArgumentException if there are none of this name
     */
    public static Locks locks(String name, Target target) {
        return found(KINDS.containsKey(name) ? KINDS : LOCKS, name).apply(target);
    }

    public static boolean needsZookeeper(String name) {
        return name.startsWith("curator");
    }

    /** Returns true if the contender promises to lose no update. A lost one then fails the run. */
    public static boolean promisesNoLoss(String name) {
        return !LOSING.contains(name);
    }

    /** Returns true if the contender writes to Redis at all, so that there is something to lose. */
    public static boolean writes(String name) {
        return !name.equals("nothing") && !KINDS.containsKey(name);
    }

    /** Returns true if the contender writes scores of members of one sorted set, and not entries. */
    public static boolean writesScores(String name) {
        return name.startsWith("storm-lock-member-") || name.startsWith("zincrby-");
    }

    private static <T> T found(Map<String, T> starts, String name) {
        T start = starts.get(name);
        if (start == null) {
            throw new IllegalArgumentException("there is no contender " + name + ": one of " + starts.keySet());
        }
        return start;
    }

    private static Map<String, Function<Target, Locks>> locks() {
        Map<String, Function<Target, Locks>> starts = new LinkedHashMap<>();
        starts.put("storm-lock", target -> KindLocks.stormLock(target, TimedKind.MUTEX));
        starts.put("redisson", target -> KindLocks.redisson(target, TimedKind.MUTEX));
        starts.put("spring-spin", target -> OtherLocks.spring(target, RedisLockType.SPIN_LOCK));
        starts.put("spring-pubsub", target -> OtherLocks.spring(target, RedisLockType.PUB_SUB_LOCK));
        starts.put("shedlock", OtherLocks::shedLock);
        starts.put("curator", target -> KindLocks.curator(target, TimedKind.MUTEX));
        return starts;
    }

    /** Those that lock by one kind: they wake a waiter, or take a lock and give it back, and write no entry. */
    private static Map<String, Function<Target, Locks>> kinds() {
        Map<String, Function<Target, Locks>> starts = new LinkedHashMap<>();
        for (TimedKind kind : TimedKind.values()) {
            starts.put("storm-lock-" + kind.label(), target -> KindLocks.stormLock(target, kind));
            starts.put("redisson-" + kind.label(), target -> KindLocks.redisson(target, kind));
            starts.put("curator-" + kind.label(), target -> KindLocks.curator(target, kind));
        }
        return starts;
    }

    /**
     * Takes a lock and gives it back. It writes no entry in which an update could be lost. Instead it counts who holds the
     * lock in this JVM.
     */
    private static Contender cycles(Locks locks) {
        int together = locks.kind().together();
        Map<String, AtomicInteger> inside = new ConcurrentHashMap<>();
        return Contender.of(
                (key, worker, number) -> {
                    AtomicInteger holders = inside.computeIfAbsent(key, absent -> new AtomicInteger());
                    Runnable unlock = locks.lock(key);
                    int now = holders.incrementAndGet();
                    if (now > together) {
                        throw new IllegalStateException(
                                now + " hold the lock of " + key + ", and " + together + " may");
                    }
                    holders.decrementAndGet();
                    unlock.run();
                },
                locks::close);
    }

    private static Map<String, BiFunction<Target, Computation, Contender>> byName() {
        Map<String, BiFunction<Target, Computation, Contender>> starts = new LinkedHashMap<>();
        LOCKS.forEach((name, locks) ->
                starts.put(name, (target, work) -> RedisContenders.locked(locks.apply(target), target, work)));
        KINDS.forEach((name, locks) -> starts.put(name, (target, work) -> cycles(locks.apply(target))));
        starts.put("storm-lock", stormLock(Increments.READING, /* ids= */ false));
        starts.put("storm-lock-ids", stormLock(Increments.READING, /* ids= */ true));
        starts.put("storm-lock-adds", stormLock(Increments.ADDING, /* ids= */ false));
        starts.put("storm-lock-adds-ids", stormLock(Increments.ADDING, /* ids= */ true));
        starts.put("redisson", LibraryContenders::redisson);
        starts.put("lua", (target, work) -> RedisContenders.lua(target));
        starts.put("storm-lock-transfer", (target, work) -> LibraryContenders.transfers(target, work, false));
        starts.put("storm-lock-transfer-ids", (target, work) -> LibraryContenders.transfers(target, work, true));
        starts.put("redisson-transfer", LibraryContenders::redissonTransfers);
        starts.put("lua-transfer", (target, work) -> RedisContenders.luaTransfer(target, false));
        starts.put("lua-transfer-ids", (target, work) -> RedisContenders.luaTransfer(target, true));
        starts.put("storm-lock-member-of-10", (target, work) -> LibraryContenders.members(target, work, 10));
        starts.put(
                "storm-lock-member-of-1000000", (target, work) -> LibraryContenders.members(target, work, 1_000_000));
        starts.put("zincrby-of-1000000", (target, work) -> RedisContenders.zincrby(target, 1_000_000));
        starts.put("unguarded", RedisContenders::unguarded);
        starts.put("hincrby", (target, work) -> RedisContenders.hincrby(target));
        // It computes, but writes nothing: the ceiling of a work that has costs of its own.
        starts.put("nothing", (target, work) -> (key, worker, number) -> work.one());
        return starts;
    }

    private static BiFunction<Target, Computation, Contender> stormLock(Increments increment, boolean ids) {
        return (target, work) -> LibraryContenders.updates(Clients.stormLock(target), work, increment, ids);
    }
}
