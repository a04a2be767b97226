package io.github.stormlock.benchmarks.contender;

import java.util.List;

/**
 * The servers that a contender works with.
 *
 * @param pool the number of connections that it may have: one for each thread
 * @param zookeeper the address of ZooKeeper, for contenders that lock there; empty if none runs
 */
public record Target(String host, int port, int pool, String zookeeper) {
    private static final String NONE = "-";

    /** Returns it as arguments for another JVM. */
    public List<String> arguments() {
        return List.of(host, Integer.toString(port), Integer.toString(pool), zookeeper.isEmpty() ? NONE : zookeeper);
    }

    /** Reads what {@link #arguments} returned, from index {@code at} on. */
    public static Target of(String[] arguments, int at) {
        String zookeeper = arguments[at + 3].equals(NONE) ? "" : arguments[at + 3];
        return new Target(
                arguments[at], Integer.parseInt(arguments[at + 1]), Integer.parseInt(arguments[at + 2]), zookeeper);
    }
}
