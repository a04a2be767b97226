package io.github.stormlock.benchmarks.contender;

import io.github.stormlock.benchmarks.contender.common.Clients;
import io.github.stormlock.benchmarks.contender.common.Computation;
import io.github.stormlock.benchmarks.contender.common.Contender;
import io.github.stormlock.benchmarks.contender.common.Increments;
import io.github.stormlock.benchmarks.contender.common.Locks;
import io.github.stormlock.benchmarks.contender.common.Target;
import io.github.stormlock.benchmarks.contender.kind.KindContenders;
import io.github.stormlock.benchmarks.contender.member.MemberContender;
import io.github.stormlock.benchmarks.contender.member.ZincrbyContender;
import io.github.stormlock.benchmarks.contender.transfer.LuaTransferContender;
import io.github.stormlock.benchmarks.contender.transfer.RedissonTransferContender;
import io.github.stormlock.benchmarks.contender.transfer.TransferContender;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.springframework.integration.redis.util.RedisLockRegistry.RedisLockType;

/** Starts the contenders by their names. */
public final class Contenders {
    private static final Map<String, Function<Target, Locks>> LOCKS = locks();
    private static final Map<String, Function<Target, Locks>> KINDS = KindContenders.locks();
    private static final Map<String, Function<Target, Contender>> CYCLES = KindContenders.cycles();
    private static final Map<String, Start> BY_NAME = byName();
    private static final Set<String> LOSING = Set.of("unguarded", "nothing");

    private Contenders() {}

    private interface Start {
        Contender start(Target target, Computation computation);
    }

    /**
     * Starts a contender.
     *
     * @throws IllegalArgumentException if there is none of this name
     */
    public static Contender start(String name, Target target, Computation computation) {
        return found(BY_NAME, name).start(target, computation);
    }

    /**
     * Starts several clients of a contender, which take turns in updating all entries.
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
        return new TurnsContender(all, entries);
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
        return !name.equals("nothing") && !CYCLES.containsKey(name);
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
        starts.put("storm-lock", StormLocks::new);
        starts.put("redisson", RedissonLocks::new);
        starts.put("spring-spin", target -> new SpringLocks(target, RedisLockType.SPIN_LOCK));
        starts.put("spring-pubsub", target -> new SpringLocks(target, RedisLockType.PUB_SUB_LOCK));
        starts.put("shedlock", ShedLocks::new);
        starts.put("curator", CuratorLocks::new);
        starts.put("tutorial", TutorialLocks::new);
        return starts;
    }

    private static Map<String, Start> byName() {
        Map<String, Start> starts = new LinkedHashMap<>();
        LOCKS.forEach((name, locks) ->
                starts.put(name, (target, work) -> new LockedContender(locks.apply(target), target, work)));
        CYCLES.forEach((name, cycles) -> starts.put(name, (target, work) -> cycles.apply(target)));
        starts.put("storm-lock", stormLock(Increments.READING, /* ids= */ false));
        starts.put("storm-lock-ids", stormLock(Increments.READING, /* ids= */ true));
        starts.put("storm-lock-adds", stormLock(Increments.ADDING, /* ids= */ false));
        starts.put("storm-lock-adds-ids", stormLock(Increments.ADDING, /* ids= */ true));
        starts.put(
                "storm-lock-silent",
                (target, work) ->
                        new StormLockContender(Clients.silent(target), work, Increments.READING, /* ids= */ false));
        starts.put("storm-lock-batch", (target, work) -> new BatchContender(Clients.stormLock(target), work));
        starts.put("storm-lock-batch-silent", (target, work) -> new BatchContender(Clients.silent(target), work));
        starts.put("redisson", RedissonContender::new);
        starts.put("optimistic", OptimisticContender::new);
        starts.put("compare-and-set", CompareAndSetContender::new);
        starts.put("lua", (target, work) -> new LuaContender(target));
        starts.put("storm-lock-transfer", (target, work) -> new TransferContender(target, work, /* ids= */ false));
        starts.put("storm-lock-transfer-ids", (target, work) -> new TransferContender(target, work, /* ids= */ true));
        starts.put("redisson-transfer", RedissonTransferContender::new);
        starts.put("lua-transfer", (target, work) -> new LuaTransferContender(target, /* ids= */ false));
        starts.put("lua-transfer-ids", (target, work) -> new LuaTransferContender(target, /* ids= */ true));
        starts.put("storm-lock-member-of-10", (target, work) -> new MemberContender(target, work, 10));
        starts.put("storm-lock-member-of-1000000", (target, work) -> new MemberContender(target, work, 1_000_000));
        starts.put("zincrby-of-1000000", (target, work) -> new ZincrbyContender(target, 1_000_000));
        starts.put("unguarded", UnguardedContender::new);
        starts.put("hincrby", (target, work) -> new HincrbyContender(target, /* pipelined= */ false));
        starts.put("hincrby-pipelined", (target, work) -> new HincrbyContender(target, /* pipelined= */ true));
        starts.put("nothing", (target, work) -> new NothingContender(work));
        return starts;
    }

    private static Start stormLock(Increments increment, boolean ids) {
        return (target, work) -> new StormLockContender(Clients.stormLock(target), work, increment, ids);
    }
}
