package io.github.stormlock.benchmarks;

import io.github.stormlock.benchmarks.Scenario.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The scenarios by name. */
final class Scenarios {
    private static final List<String> REDIS =
            List.of("storm-lock", "storm-lock-ids", "redisson", "tutorial", "optimistic", "unguarded", "hincrby");
    private static final List<String> PEERS = List.of(
            "storm-lock",
            "storm-lock-ids",
            "redisson",
            "spring-pubsub",
            "spring-spin",
            "shedlock",
            "curator",
            "tutorial",
            "optimistic",
            "unguarded",
            "hincrby");
    private static final List<String> BATCHED =
            List.of("storm-lock-batch", "storm-lock", "unguarded", "hincrby", "hincrby-pipelined");
    private static final List<String> BOLTS =
            List.of("storm-lock", "storm-lock-batch", "redisson", "unguarded", "hincrby");
    private static final List<String> WAITING = List.of("storm-lock", "redisson", "spring-pubsub", "spring-spin");
    private static final List<String> HOLDING = List.of("storm-lock", "redisson");

    private static final Pattern SCALE = Pattern.compile("scale-([1-9][0-9]{0,5})-([1-9][0-9]?)");
    private static final String SCALE_FORM = "scale-<entries>-<waiters>";
    private static final int FEWEST_ENTRIES = 10;
    private static final int MOST_ENTRIES = 100_000;
    private static final int MOST_WAITERS = 64;

    /** Those of a run that names none. */
    static final List<Scenario> ALL = List.of(
            updates("uncontended", 1, 1, 1_000, PEERS),
            updates("spread", 1, 8, 1_000, PEERS),
            updates("hot", 1, 8, 1, PEERS),
            updates("hot32", 1, 32, 1, PEERS),
            updates("hot-two-jvms", 2, 8, 1, PEERS),
            updates("wan-uncontended", 1, 1, 1_000, REDIS),
            updates("wan-hot-two-jvms", 2, 8, 1, REDIS),
            new Scenario("batch", Kind.UPDATES, 1, 1, 1_000, 64, BATCHED),
            new Scenario("wakeup", Kind.WAKEUP, 2, 2, 1, 1, WAITING),
            new Scenario("storm", Kind.STORM, 1, 8, AccessLog.keys().size(), 1, BOLTS),
            scale(10, 1),
            scale(10, 64),
            scale(1_000, 8),
            scale(100_000, 1),
            scale(100_000, 64));

    private Scenarios() {}

    /** One of {@link #ALL}, or one of any other scale. */
    static Optional<Scenario> named(String name) {
        return Stream.concat(ALL.stream(), scaleNamed(name).stream())
                .filter(scenario -> scenario.name().equals(name))
                .findFirst();
    }

    /** For the message that a name is not among them. */
    static List<String> names() {
        List<String> names = new ArrayList<>(ALL.stream().map(Scenario::name).toList());
        names.add(SCALE_FORM + " (" + FEWEST_ENTRIES + " to " + MOST_ENTRIES + ", 1 to " + MOST_WAITERS + ")");
        return names;
    }

    private static Optional<Scenario> scaleNamed(String name) {
        Matcher matcher = SCALE.matcher(name);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        int entries = Integer.parseInt(matcher.group(1));
        int waiters = Integer.parseInt(matcher.group(2));
        boolean inRange = entries >= FEWEST_ENTRIES && entries <= MOST_ENTRIES && waiters <= MOST_WAITERS;
        return inRange ? Optional.of(scale(entries, waiters)) : Optional.empty();
    }

    private static Scenario scale(int entries, int waiters) {
        return new Scenario("scale-" + entries + "-" + waiters, Kind.SCALE, 1, waiters, entries, 1, HOLDING);
    }

    private static Scenario updates(String name, int jvms, int threads, int entries, List<String> contenders) {
        return new Scenario(name, Kind.UPDATES, jvms, threads, entries, 1, contenders);
    }
}
