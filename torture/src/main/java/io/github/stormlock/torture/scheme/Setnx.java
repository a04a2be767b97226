package io.github.stormlock.torture.scheme;

import redis.clients.jedis.RedisClient;

/** SETNX and DEL: for ever, if its holder dies. */
@SuppressWarnings("deprecation") // SETNX is what the tutorials had
record Setnx(RedisClient redis) implements Scheme {
    @Override
    public boolean take(String lock) {
        return redis.setnx(lock, "taken") == 1;
    }

    @Override
    public void release(String lock) {
        long unused = redis.del(lock);
    }

    @Override
    public boolean expires() {
        return false;
    }
}
