package io.github.stormlock.benchmarks;

import java.util.List;

/**
 * What is measured.
 *
 * @param jvms over which the threads are spread evenly
 * @param threads that update at the same time, each for itself
 * @param entries among which each update picks one at random
 * @param batch how many updates a thread hands over at once
 * @param contenders by name
 * @param quick those of them that a quick run measures
 */
record Scenario(
        String name, int jvms, int threads, int entries, int batch, List<String> contenders, List<String> quick) {
    private static final List<String> SINGLES =
            List.of("storm-lock", "storm-lock-ids", "redisson", "tutorial", "optimistic", "unguarded", "hincrby");

    static final List<Scenario> ALL = List.of(
            new Scenario(
                    "uncontended",
                    1,
                    1,
                    1_000,
                    1,
                    SINGLES,
                    List.of("storm-lock", "storm-lock-ids", "redisson", "unguarded")),
            new Scenario("spread", 1, 8, 1_000, 1, SINGLES, List.of("storm-lock", "redisson", "unguarded")),
            new Scenario("hot", 1, 8, 1, 1, SINGLES, List.of("storm-lock", "redisson")),
            new Scenario("hot32", 1, 32, 1, 1, SINGLES, List.of("storm-lock", "hincrby")),
            new Scenario("hot-two-jvms", 2, 8, 1, 1, SINGLES, List.of("storm-lock", "redisson")),
            new Scenario("wan-uncontended", 1, 1, 1_000, 1, SINGLES, List.of("storm-lock", "unguarded")),
            new Scenario("wan-hot-two-jvms", 2, 8, 1, 1, SINGLES, List.of("storm-lock", "redisson")),
            new Scenario(
                    "batch",
                    1,
                    1,
                    1_000,
                    64,
                    List.of("storm-lock-batch", "storm-lock", "unguarded", "hincrby", "hincrby-pipelined"),
                    List.of("storm-lock-batch", "hincrby")));

    /** Whether the round trip is made longer. */
    boolean isDelayed() {
        return name.startsWith("wan-");
    }

    static List<String> names() {
        return ALL.stream().map(Scenario::name).toList();
    }
}
