package io.github.stormlock.torture.scheme;

import redis.clients.jedis.RedisClient;

/** A lock that is taken by SET NX PX with an owner, and released in one step. Writes under it are not checked. */
record SetNxPxUnchecked(RedisClient redis, long lease, Schemes.Owners owners) implements Scheme {
    SetNxPxUnchecked(RedisClient redis, long lease) {
        this(redis, lease, new Schemes.Owners());
    }

    @Override
    public boolean take(String lock) {
        return owners.take(redis, lock, lease);
    }

    @Override
    public void release(String lock) {
        Schemes.compareAndDelete(redis, lock, owners.released(lock));
    }
}
