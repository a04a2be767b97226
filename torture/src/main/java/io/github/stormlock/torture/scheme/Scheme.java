package io.github.stormlock.torture.scheme;

import redis.clients.jedis.RedisClient;

/** A lock as tutorials write it. Thread-safe. */
public interface Scheme {
    RedisClient redis();

    /** Tries once to take the lock, and returns true if it was granted. */
    boolean take(String lock);

    default void release(String lock) {
        redis().del(lock);
    }

    /** Returns true if a lock that is taken expires. Otherwise it stays taken until it is released. */
    default boolean expires() {
        return true;
    }
}
