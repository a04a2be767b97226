package io.github.stormlock.torture.scheme;

import java.util.List;
import redis.clients.jedis.RedisClient;

/** A lock that is taken by SETNX and EXPIRE in one script, without an owner, and released by DEL. */
record LuaSetnxExpire(RedisClient redis, long lease) implements Scheme {
    private static final String TAKE =
            "if redis.call('setnx', KEYS[1], 1) == 1 then redis.call('pexpire', KEYS[1], ARGV[1]) return 1 end return 0";

    @Override
    public boolean take(String lock) {
        return Long.valueOf(1).equals(redis.eval(TAKE, List.of(lock), List.of(Long.toString(lease))));
    }
}
