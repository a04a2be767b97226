package io.github.stormlock.redis;

/**
 * The figures of a connection pool at one moment. In a Cluster they are sums over the nodes.
 *
 * @param active the connections in use
 * @param idle the connections that are idle
 * @param waiting the threads that wait for a connection
 * @hidden
 */
public record PoolGauges(int active, int idle, int waiting) {}
