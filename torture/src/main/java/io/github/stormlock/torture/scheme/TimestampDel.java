package io.github.stormlock.torture.scheme;

import io.github.stormlock.torture.protocol.UpdateSteps;
import redis.clients.jedis.RedisClient;

/** A lock that is taken by SETNX with an end time. A client that finds the end time past deletes the lock and takes it. */
@SuppressWarnings("deprecation") // the tutorials use SETNX
record TimestampDel(RedisClient redis, UpdateSteps steps, SteppedClock clock, long lease) implements Scheme {
    @Override
    public boolean take(String lock) {
        if (set(lock)) {
            return true;
        }
        String end = redis.get(lock);
        if (end == null || Long.parseLong(end) >= clock.millis()) {
            return false;
        }
        steps.at(UpdateSteps.TAKING);
        redis.del(lock);
        return set(lock);
    }

    private boolean set(String lock) {
        return redis.setnx(lock, Long.toString(clock.millis() + lease)) == 1;
    }
}
