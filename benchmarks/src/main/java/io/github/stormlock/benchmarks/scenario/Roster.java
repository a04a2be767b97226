package io.github.stormlock.benchmarks.scenario;

import java.util.List;

/** The contenders of each work. */
final class Roster {
    /** Contenders that update an entry through a lock, and contenders that do without. */
    static final List<String> PEERS =
            names("storm-lock storm-lock-adds storm-lock-ids redisson spring-pubsub spring-spin shedlock "
                    + "curator tutorial optimistic compare-and-set lua unguarded hincrby");

    static final List<String> REDIS =
            names("storm-lock storm-lock-adds storm-lock-ids redisson tutorial optimistic compare-and-set lua "
                    + "unguarded hincrby");

    /** Contenders for works of several JVMs. */
    static final List<String> SHARED =
            names("storm-lock storm-lock-adds storm-lock-adds-ids redisson compare-and-set lua unguarded " + "hincrby");

    /** Contenders that compute in Java, and so can take long over it. */
    static final List<String> COMPUTING = names("storm-lock redisson tutorial optimistic compare-and-set unguarded");

    static final List<String> BATCHED =
            List.of("storm-lock-batch", "storm-lock", "unguarded", "hincrby", "hincrby-pipelined");

    static final List<String> BOLTS =
            names("storm-lock storm-lock-adds redisson compare-and-set lua unguarded hincrby trident nothing");

    static final List<String> TRANSFERS = List.of(
            "storm-lock-transfer", "storm-lock-transfer-ids", "redisson-transfer", "lua-transfer", "lua-transfer-ids");

    /** Contenders that update one member of a sorted set. */
    static final List<String> MEMBERS =
            List.of("storm-lock-member-of-10", "storm-lock-member-of-1000000", "zincrby-of-1000000");

    /** Contenders that count a thousand lines at a time. */
    static final List<String> TUPLES = List.of("storm-lock-lines", "storm-lock-tuple", "trident-lines");

    /** Updates that name the part of the entry that they need, and the same ones without. */
    static final List<String> PARTS = List.of("storm-lock", "storm-lock-whole");

    static final List<String> ACCESS_LOG = List.of("storm-lock", "unguarded", "nothing");

    static final List<String> SLOW_BOLTS = List.of("storm-lock", "nothing");

    /** Contenders whose locks a foreign client knows. */
    static final List<String> POLLED = List.of("storm-lock", "storm-lock-adds");

    static final List<String> WAITING = List.of("storm-lock", "redisson", "spring-pubsub", "spring-spin");
    static final List<String> HOLDING = List.of("storm-lock", "redisson");

    private Roster() {}

    private static List<String> names(String all) {
        return List.of(all.split(" ", -1));
    }
}
