package io.github.stormlock.benchmarks.scenario;

import io.github.stormlock.benchmarks.contender.Contenders;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A work, and the contenders that do it.
 *
 * @param load the load; in a topology it is one JVM whose threads are executors
 * @param reference the contender by whose rate of the same round the rate of each other is divided
 * @param contenders the names of the contenders
 */
public record Scenario(String name, Kind kind, Load load, String reference, List<String> contenders) {
    /** The updates that a line of the log makes: of its site, its page, its hour, and twice of its visitor. */
    public static final long UPDATES_OF_A_LINE = 5;

    public Scenario {
        contenders = List.copyOf(contenders);
    }

    /** The kinds of work. */
    public enum Kind {
        /** Threads update entries. */
        UPDATES,
        /** A lock goes from one JVM to another. */
        WAKEUP,
        /** Bolts update entries, for a line of a log each time. */
        STORM,
        /** A bolt updates entries, for a tuple each time. */
        TUPLES,
        /** The access-log sample counts a log. */
        ACCESS_LOG
    }

    public boolean needsStorm() {
        return kind == Kind.STORM || kind == Kind.TUPLES || kind == Kind.ACCESS_LOG;
    }

    /** Returns true if locks of some kind are taken and given back in it. */
    public boolean isOfAKind() {
        return name.startsWith("lock-");
    }

    public boolean needsZookeeper() {
        return contenders.stream().anyMatch(Contenders::needsZookeeper);
    }

    /** Returns true if its contenders work in other JVMs than the benchmark's own, in which the proxy of a delay runs. */
    public boolean hasJvmsOfItsOwn() {
        return load.jvms().size() > 1 || load.isDelayed();
    }

    /** Returns true if its entries are known before it begins. */
    public boolean hasFixedKeys() {
        return load.keys() != EntryChoice.NEW;
    }

    /** Returns the keys of all entries, if they are fixed. */
    public List<String> keys() {
        return kind == Kind.STORM
                ? AccessLog.keys()
                : IntStream.range(0, load.entries()).mapToObj(EntryChoice::of).toList();
    }

    /** Returns the same work with only some of its contenders. */
    public Scenario with(List<String> some) {
        return new Scenario(name, kind, load, reference, some);
    }

    /**
     * Returns the same work with the contenders that are compared, in the order of this one's. If the reference is not among
     * them, the first contender that is not the library's takes its place; if all are the library's, the first one does.
     *
     * @param compared the contenders, at least one of this scenario
     */
    public Scenario comparing(List<String> compared) {
        List<String> kept = contenders.stream().filter(compared::contains).toList();
        String next = kept.stream()
                .filter(contender -> !contender.startsWith("storm-lock"))
                .findFirst()
                .orElse(kept.get(0));
        return new Scenario(name, kind, load, kept.contains(reference) ? reference : next, kept);
    }
}
