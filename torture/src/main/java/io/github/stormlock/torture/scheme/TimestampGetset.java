package io.github.stormlock.torture.scheme;

import io.github.stormlock.torture.protocol.UpdateSteps;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.params.SetParams;

/**
 * A lock that is taken by SETNX with an end time. A client that finds the end time past swaps it for its own. It has the
 * lock if the value that it gets back is the one that it had read.
 */
@SuppressWarnings("deprecation") // the tutorials use SETNX
record TimestampGetset(RedisClient redis, UpdateSteps steps, SteppedClock clock, long lease) implements Scheme {
    @Override
    public boolean take(String lock) {
        String mine = Long.toString(clock.millis() + lease);
        if (redis.setnx(lock, mine) == 1) {
            return true;
        }
        String end = redis.get(lock);
        if (end == null || Long.parseLong(end) >= clock.millis()) {
            return false;
        }
        steps.at(UpdateSteps.TAKING);
        String before = redis.setGet(lock, Long.toString(clock.millis() + lease), SetParams.setParams());
        return end.equals(before);
    }
}
