package io.github.stormlock.torture.scheme;

import io.github.stormlock.torture.protocol.UpdateSteps;
import redis.clients.jedis.RedisClient;

/** A lock that is taken by SET NX with an expiry and an owner. It is released by GET, a comparison and DEL: two commands. */
record SetNxExToken(RedisClient redis, UpdateSteps steps, long lease, Schemes.Owners owners) implements Scheme {
    SetNxExToken(RedisClient redis, UpdateSteps steps, long lease) {
        this(redis, steps, lease, new Schemes.Owners());
    }

    @Override
    public boolean take(String lock) {
        return owners.take(redis, lock, lease);
    }

    @Override
    public void release(String lock) {
        String owner = owners.released(lock);
        if (owner.equals(redis.get(lock))) {
            steps.at(UpdateSteps.RELEASING);
            redis.del(lock);
        }
    }
}
