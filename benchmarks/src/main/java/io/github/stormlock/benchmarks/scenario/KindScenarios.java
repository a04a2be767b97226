package io.github.stormlock.benchmarks.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The scenarios of the kinds of locks. Each kind is taken and given back by one thread, by many in one JVM and in two, and
 * goes from one JVM to another.
 */
final class KindScenarios {
    /** The names of these scenarios begin with it, and no others do. */
    static final String PREFIX = "lock-";

    private static final int NAMES = 1_000;

    /** All of them. A further kind is one more line. */
    static final List<Scenario> ALL = Stream.of(
                    kind("mutex", "storm-lock-mutex", "redisson-mutex", "curator-mutex"),
                    kind("fair", "storm-lock-fair", "redisson-fair", "curator-fair"),
                    kind("write", "storm-lock-write", "redisson-write", "curator-write"),
                    kind("read", "storm-lock-read", "redisson-read", "curator-read"),
                    kind("permits", "storm-lock-permits", "redisson-permits", "redisson-semaphore", "curator-permits"),
                    kind("multi", "storm-lock-multi", "redisson-multi", "curator-multi"))
            .flatMap(List::stream)
            .toList();

    private KindScenarios() {}

    private static List<Scenario> kind(String label, String... contenders) {
        String name = PREFIX + label;
        List<Scenario> all = new ArrayList<>();
        all.add(cycles(name, Load.of(1, NAMES), contenders));
        all.add(cycles(name + "-hot", Load.of(8, 1), contenders));
        all.add(cycles(name + "-two-jvms", Load.of(2, 4, 1), contenders));
        all.add(new Scenario(
                name + "-wakeup", Scenario.Kind.WAKEUP, Load.of(2, 1, 1), contenders[1], List.of(contenders)));
        return all;
    }

    /** The reference is the second contender, which is Redisson's. */
    private static Scenario cycles(String name, Load load, String... contenders) {
        return new Scenario(name, Scenario.Kind.UPDATES, load, contenders[1], List.of(contenders));
    }
}
