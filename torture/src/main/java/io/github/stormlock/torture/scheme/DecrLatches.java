package io.github.stormlock.torture.scheme;

import io.github.stormlock.lock.kind.Latch;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.params.SetParams;

/** Latches by DECR. They cannot tell an id that is sent again, so they open early. */
record DecrLatches(RedisClient redis) implements LockSource {
    @Override
    public Latch latch(String name, int count, Duration kept) {
        return new Decremented(name, count, kept, redis);
    }

    private record Decremented(String name, int count, Duration kept, RedisClient redis) implements Latch {
        private static final long NAP_NANOS = 3_000_000;

        private String key() {
            String key = "latch:" + name;
            redis.set(key, Integer.toString(count), SetParams.setParams().nx().px(kept.toMillis()));
            return key;
        }

        @Override
        public int countDown(String id) {
            return (int) Math.max(0, redis.decr(key()));
        }

        @Override
        public boolean await(Duration wait) {
            long end = System.nanoTime() + wait.toNanos();
            while (left() > 0) {
                if (System.nanoTime() - end > 0) {
                    return false;
                }
                LockSupport.parkNanos(NAP_NANOS);
            }
            return true;
        }

        @Override
        public int left() {
            return Math.max(0, Integer.parseInt(redis.get(key())));
        }
    }
}
