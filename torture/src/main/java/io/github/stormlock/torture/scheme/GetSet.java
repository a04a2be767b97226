package io.github.stormlock.torture.scheme;

import io.github.stormlock.torture.protocol.Steps;
import redis.clients.jedis.RedisClient;

/** A lock that is taken by GET, and SET if it is absent: two commands. */
record GetSet(RedisClient redis, Steps steps) implements Scheme {
    @Override
    public boolean take(String lock) {
        if (redis.get(lock) != null) {
            return false;
        }
        steps.at(Steps.TAKING);
        return redis.set(lock, "taken").equals("OK");
    }

    @Override
    public boolean expires() {
        return false;
    }
}
