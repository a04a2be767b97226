package io.github.stormlock.redis;

import redis.clients.jedis.util.JedisClusterCRC16;

/**
 * Computes the hash slots of a Redis Cluster. Thread-safe.
 *
 * @hidden
 */
public final class HashSlot {
    /** The number of hash slots. */
    public static final int COUNT = 16_384;

    private HashSlot() {}

    /**
     * {@return the slot of a key, from 0 to 16,383} If the key has a hash tag, it is the slot of the tag.
     *
     * @param key the key, in UTF-8
     */
    public static int of(byte[] key) {
        return JedisClusterCRC16.getSlot(key);
    }
}
