package io.github.stormlock.torture.scheme;

import redis.clients.jedis.RedisClient;

/** A lock that is taken by SETNX and released by DEL. It stays taken for ever if its holder dies. */
@SuppressWarnings("deprecation") // the tutorials use SETNX
record Setnx(RedisClient redis) implements Scheme {
    @Override
    public boolean take(String lock) {
        return redis.setnx(lock, "taken") == 1;
    }

    @Override
    public boolean expires() {
        return false;
    }
}
