package io.github.stormlock.benchmarks.scenario;

import io.github.stormlock.benchmarks.scenario.Scenario.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The scenarios by name. */
public final class Scenarios {
    private static final Pattern SCALE = Pattern.compile("scale-([1-9][0-9]{0,5})-([1-9][0-9]?)");
    private static final String SCALE_FORM = "scale-<entries>-<waiters>";
    private static final int FEWEST_ENTRIES = 10;
    private static final int MOST_ENTRIES = 100_000;
    private static final int MOST_WAITERS = 64;

    /** The computing time of an update that calls another service, for example. */
    private static final Duration SLOW = Duration.ofMillis(2);

    /** The same as {@link #SLOW}, in a bolt. */
    private static final Duration SLOW_BOLT = Duration.ofMillis(1);

    /** The scenarios of a run that names none. */
    public static final List<Scenario> ALL =
            Stream.concat(entries(), KindScenarios.ALL.stream()).toList();

    private Scenarios() {}

    private static Stream<Scenario> entries() {
        return Stream.of(
                updates("uncontended", Load.of(1, 1_000), Roster.PEERS),
                updates("misses", misses(), Roster.REDIS),
                updates("new-keys", Load.of(1, 1).withKeys(EntryChoice.NEW), Roster.REDIS),
                updates("spread", Load.of(8, 1_000), Roster.PEERS),
                updates("spread64", Load.of(64, 10_000), Roster.REDIS),
                updates("hot", Load.of(8, 1), Roster.PEERS),
                updates("hot32", Load.of(32, 1), Roster.PEERS),
                updates("hot-two-jvms", Load.of(2, 4, 1), with("storm-lock-adds-ids", Roster.PEERS)),
                updates("hot8-two-jvms", Load.of(2, 8, 1), Roster.SHARED),
                updates("hot32-two-jvms", Load.of(2, 32, 1), Roster.SHARED),
                updates("hot-four-jvms", Load.of(4, 4, 1), Roster.SHARED),
                updates("ten-two-jvms", Load.of(2, 4, 10), Roster.SHARED),
                updates("ten-four-jvms", Load.of(4, 4, 10), Roster.SHARED),
                updates("spread-two-jvms", Load.of(2, 4, 1_000), Roster.SHARED),
                updates("spread-four-jvms", Load.of(4, 4, 1_000), Roster.SHARED),
                updates("slow-beside-fast", slowBesideFast(), Roster.COMPUTING),
                updates("far-beside-near", farBesideNear(), Roster.SHARED),
                polled(5),
                polled(20),
                polled(100),
                updates("wan-uncontended", Load.of(1, 1_000).farAway(), Roster.REDIS),
                updates("wan-hot-two-jvms", Load.of(2, 4, 1).farAway(), Roster.REDIS),
                updates("batch", Load.of(1, 1_000).withBatch(64), Roster.BATCHED),
                transfers("transfer", Load.of(1, 1_000)),
                transfers("transfer-misses", misses()),
                transfers("transfer-hot", Load.of(8, 4)),
                new Scenario("member", Kind.UPDATES, Load.of(1, 10), "zincrby-of-1000000", Roster.MEMBERS),
                new Scenario("wakeup", Kind.WAKEUP, Load.of(2, 1, 1), "redisson", Roster.WAITING),
                new Scenario("storm", Kind.STORM, bolts(Duration.ZERO), "unguarded", Roster.BOLTS),
                accessLog("access-log-1", "unguarded", sample(1)),
                accessLog("access-log-4", "unguarded", sample(4)),
                accessLog("access-log-8", "unguarded", sample(8)),
                accessLog("access-log-64-pending", "unguarded", sample(4).withBatch(64)),
                accessLog(
                        "access-log-two-workers",
                        "unguarded",
                        sample(2).withJvms(Collections.nCopies(2, UpdatingJvm.of(2)))),
                accessLog(
                        "access-log-slow",
                        "nothing",
                        sample(4).withJvms(List.of(UpdatingJvm.of(4).withComputing(SLOW_BOLT)))),
                new Scenario("storm-slow", Kind.STORM, bolts(SLOW_BOLT), "nothing", Roster.SLOW_BOLTS),
                new Scenario("tuple-of-1000", Kind.TUPLES, tuples(), "trident-lines", Roster.TUPLES),
                parts("parts-limits", 100, EntryChoice.CUSTOMERS),
                parts("parts-board", 1_000, EntryChoice.PLAYERS),
                told("told-spread", Load.of(8, 1_000), "storm-lock"),
                told("told-batch", Load.of(1, 1_000).withBatch(64), "storm-lock-batch"),
                scale(10, 1),
                scale(10, 64),
                scale(1_000, 8),
                scale(100_000, 1),
                scale(100_000, 64));
    }

    /** Returns one of {@link #ALL}, or one of another scale; empty if there is none of this name. */
    public static Optional<Scenario> named(String name) {
        return Stream.concat(ALL.stream(), scaleNamed(name).stream())
                .filter(scenario -> scenario.name().equals(name))
                .findFirst();
    }

    /**
     * Returns the scenarios that are asked for by a name; or all whose names begin with what stands before the {@code *} at
     * its end.
     */
    public static List<Scenario> matching(String wanted) {
        if (!wanted.endsWith("*")) {
            return named(wanted).stream().toList();
        }
        String begin = wanted.substring(0, wanted.length() - 1);
        return ALL.stream()
                .filter(scenario -> scenario.name().startsWith(begin))
                .toList();
    }

    /** Returns all names, for the message about an unknown name. */
    public static List<String> names() {
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
        String name = "scale-" + entries + "-" + waiters;
        return new Scenario(name, Kind.SCALE, Load.of(waiters, entries), "redisson", Roster.HOLDING);
    }

    private static Scenario updates(String name, Load load, List<String> contenders) {
        return new Scenario(name, Kind.UPDATES, load, "unguarded", contenders);
    }

    private static Scenario parts(String name, int entries, EntryChoice keys) {
        return new Scenario(name, Kind.TUPLES, Load.of(2, entries).withKeys(keys), "storm-lock-whole", Roster.PARTS);
    }

    /** Measures the cost of a worker that counts its work, and tells it in Redis. */
    private static Scenario told(String name, Load load, String contender) {
        String silent = contender + "-silent";
        return new Scenario(name, Kind.UPDATES, load, silent, List.of(contender, silent));
    }

    private static Scenario transfers(String name, Load load) {
        return new Scenario(name, Kind.UPDATES, load, "lua-transfer", Roster.TRANSFERS);
    }

    /** The bolts have two executors, one for each processor of a small machine. */
    private static Load tuples() {
        return Load.of(2, 100);
    }

    /**
     * Returns a scenario with a foreign client. No contender is unguarded: it would ignore the lock of the foreign client.
     */
    private static Scenario polled(int millis) {
        Load load = Load.of(2, 4, 1).withPoll(Duration.ofMillis(millis));
        return new Scenario("polled-" + millis, Kind.UPDATES, load, "storm-lock", Roster.POLLED);
    }

    /** Two clients update the same entries in turn, so each finds them changed since it last saw them. */
    private static Load misses() {
        return Load.of(1, 1_000)
                .withJvms(List.of(UpdatingJvm.of(1).withClients(2)))
                .withKeys(EntryChoice.IN_TURN);
    }

    private static Load slowBesideFast() {
        return Load.of(1, 1)
                .withJvms(List.of(UpdatingJvm.of(4), UpdatingJvm.of(1).withComputing(SLOW)));
    }

    private static Load farBesideNear() {
        return Load.of(1, 1)
                .withJvms(List.of(UpdatingJvm.of(4), UpdatingJvm.of(4).farAway()));
    }

    private static Scenario accessLog(String name, String reference, Load load) {
        List<String> contenders = reference.equals("nothing") ? Roster.SLOW_BOLTS : Roster.ACCESS_LOG;
        return new Scenario(name, Kind.ACCESS_LOG, load, reference, contenders);
    }

    /** Returns the load of the access-log sample, with as many lines pending as it has by default. */
    private static Load sample(int executors) {
        return Load.of(executors, 1).withKeys(EntryChoice.LOGGED).withBatch(1_000);
    }

    static Load bolts(Duration computing) {
        return Load.of(1, AccessLog.keys().size())
                .withJvms(List.of(UpdatingJvm.of(8).withComputing(computing)));
    }

    private static List<String> with(String one, List<String> others) {
        return Stream.concat(others.stream(), Stream.of(one)).toList();
    }
}
