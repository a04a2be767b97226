package io.github.stormlock.torture.scheme;

import redis.clients.jedis.RedisClient;

/** A lock that is taken by SET NX PX with an owner, and released in one step. Writes under it are not checked. */
record SetNxPxUnchecked(RedisClient redis, long lease, Schemes.Owners owners) implements Scheme {
    SetNxPxUnchecked(RedisClient redis, long lease) {
        this(redis, lease, new Schemes.Owners());
    }

    @Override
    public boolean take(String lock) {
        String owner = Schemes.Owners.fresh();
        return owners.taken(lock, owner, Schemes.setIfAbsent(redis, lock, owner, lease));
    }

    @Override
    public void release(String lock) {
        Schemes.compareAndDelete(redis, lock, owners.released(lock));
    }

    @Override
    public boolean expires() {
        return true;
    }
}
