package io.github.stormlock.torture.scheme;

import redis.clients.jedis.RedisClient;

/** A lock that is taken by SET NX with an expiry, and released by DEL. */
record SetNxExDel(RedisClient redis, long lease) implements Scheme {
    @Override
    public boolean take(String lock) {
        return Schemes.setIfAbsent(redis, lock, "taken", lease);
    }
}
