package io.github.stormlock.redis;

/** Connections in use, connections idle, and threads waiting for one; in a Cluster, summed over the nodes. */
public record PoolGauges(int active, int idle, int waiting) {}
