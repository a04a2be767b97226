package io.github.stormlock.redis;

import redis.clients.jedis.util.JedisClusterCRC16;

/** The hash slots of a Redis Cluster. */
public final class HashSlot {
    /** How many there are. */
    public static final int COUNT = 16_384;

    private HashSlot() {}

    /** The slot of a key, from 0 to 16,383. */
    public static int of(byte[] key) {
        return JedisClusterCRC16.getSlot(key);
    }
}
