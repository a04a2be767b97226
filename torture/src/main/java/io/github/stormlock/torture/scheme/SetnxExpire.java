package io.github.stormlock.torture.scheme;

import io.github.stormlock.torture.protocol.UpdateSteps;
import redis.clients.jedis.RedisClient;

/** A lock that is taken by SETNX, then EXPIRE, and released by DEL. */
@SuppressWarnings("deprecation") // the tutorials use SETNX
record SetnxExpire(RedisClient redis, UpdateSteps steps, long lease) implements Scheme {
    @Override
    public boolean take(String lock) {
        if (redis.setnx(lock, "taken") == 0) {
            return false;
        }
        steps.at(UpdateSteps.TAKING);
        return redis.pexpire(lock, lease) == 1;
    }
}
