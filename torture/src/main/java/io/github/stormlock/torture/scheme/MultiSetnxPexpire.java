package io.github.stormlock.torture.scheme;

import redis.clients.jedis.AbstractTransaction;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.Response;

/**
 * A lock that is taken by SETNX and PEXPIRE in one transaction, and released by DEL. A client that does not get it prolongs
 * it all the same.
 */
@SuppressWarnings("deprecation") // the tutorials use SETNX
record MultiSetnxPexpire(RedisClient redis, long lease) implements Scheme {
    @Override
    public boolean take(String lock) {
        try (AbstractTransaction both = redis.multi()) {
            Response<Long> set = both.setnx(lock, "taken");
            Response<Long> prolonged = both.pexpire(lock, lease);
            boolean executed = both.exec() != null;
            return executed && set.get() == 1 && prolonged.get() == 1;
        }
    }
}
