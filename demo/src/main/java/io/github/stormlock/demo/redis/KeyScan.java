package io.github.stormlock.demo.redis;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.params.ScanParams;
import redis.clients.jedis.resps.ScanResult;

/**
 * Goes through the keys of a Redis in small steps, so that the server stays free for others. Each key is given once,
 * although SCAN may name it twice; for that it holds eight bytes and a little for each key. Not thread-safe.
 */
final class KeyScan {
    private static final int STEP = 500;

    private final UnifiedJedis redis;

    KeyScan(UnifiedJedis redis) {
        this.redis = redis;
    }

    /**
     * Gives all keys that match.
     *
     * @param pattern the pattern, in Redis's glob notation
     * @param batch is given the keys in lists of moderate length, never an empty one
     */
    void each(String pattern, Consumer<List<String>> batch) {
        Set<Long> seen = new HashSet<>();
        ScanParams params = new ScanParams().match(pattern).count(STEP);
        String cursor = ScanParams.SCAN_POINTER_START;
        do {
            ScanResult<String> step = redis.scan(cursor, params);
            List<String> fresh = new ArrayList<>();
            for (String key : step.getResult()) {
                if (seen.add(KeyHash.of(key))) {
                    fresh.add(key);
                }
            }
            if (!fresh.isEmpty()) {
                batch.accept(fresh);
            }
            cursor = step.getCursor();
        } while (!cursor.equals(ScanParams.SCAN_POINTER_START));
    }
}
