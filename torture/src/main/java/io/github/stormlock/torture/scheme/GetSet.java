package io.github.stormlock.torture.scheme;

import io.github.stormlock.torture.protocol.UpdateSteps;
import redis.clients.jedis.RedisClient;

/** A lock that is taken by GET, and SET if it is absent: two commands. */
record GetSet(RedisClient redis, UpdateSteps steps) implements Scheme {
    @Override
    public boolean take(String lock) {
        if (redis.get(lock) != null) {
            return false;
        }
        steps.at(UpdateSteps.TAKING);
        return redis.set(lock, "taken").equals("OK");
    }

    @Override
    public boolean expires() {
        return false;
    }
}
