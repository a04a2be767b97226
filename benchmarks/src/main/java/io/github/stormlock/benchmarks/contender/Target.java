package io.github.stormlock.benchmarks.contender;

import java.io.Serializable;

/**
 * The servers that a contender works with.
 *
 * @param pool the number of connections that it may have: one for each thread
 * @param zookeeper the address of ZooKeeper, for contenders that lock there; empty if none runs
 */
public record Target(String host, int port, int pool, String zookeeper) implements Serializable {}
