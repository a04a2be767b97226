package io.github.stormlock.benchmarks.contender;

import java.util.List;

/**
 * What a contender is started against.
 *
 * @param pool how many connections it may have: one for each thread
 * @param zookeeper where ZooKeeper is, for those that lock there; empty where none runs
 */
public record Target(String host, int port, int pool, String zookeeper) {
    private static final String NONE = "-";

    /** As arguments for another JVM. */
    public List<String> arguments() {
        return List.of(host, Integer.toString(port), Integer.toString(pool), zookeeper.isEmpty() ? NONE : zookeeper);
    }

    /** The inverse of {@link #arguments}, which stand from {@code at} on. */
    public static Target of(String[] arguments, int at) {
        String zookeeper = arguments[at + 3].equals(NONE) ? "" : arguments[at + 3];
        return new Target(
                arguments[at], Integer.parseInt(arguments[at + 1]), Integer.parseInt(arguments[at + 2]), zookeeper);
    }
}
