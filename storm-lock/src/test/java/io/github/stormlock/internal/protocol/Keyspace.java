package io.github.stormlock.internal.protocol;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.resps.Tuple;

/**
 * The keys as a script has left them.
 *
 * @param lock the token under the lock's key, or the empty text
 * @param marks the ids and their scores, for each key of marks
 * @param endless a key that never expires and does not belong to an entry, or the empty text
 */
record Keyspace(
        String lock,
        long lockMillis,
        Map<String, String> entry,
        long entryMillis,
        Map<String, Map<String, Double>> marks,
        Map<String, Double> notes,
        String fence,
        String endless) {

    static Keyspace of(Jedis redis) {
        Map<String, Map<String, Double>> marks = new TreeMap<>();
        redis.keys("lock-seen:*").forEach(key -> marks.put(key, scores(redis, key)));
        return new Keyspace(
                text(redis.get(ScriptBench.LOCK)),
                redis.pttl(ScriptBench.LOCK),
                redis.type(ScriptBench.ENTRY).equals("hash") ? redis.hgetAll(ScriptBench.ENTRY) : Map.of(),
                redis.pttl(ScriptBench.ENTRY),
                marks,
                scores(redis, ScriptBench.WAITING),
                text(redis.get(ScriptBench.FENCE_KEY)),
                redis.keys("lock*").stream()
                        .filter(key -> redis.pttl(key) == -1)
                        .sorted()
                        .collect(Collectors.joining(" ")));
    }

    private static String text(String value) {
        return value == null ? "" : value;
    }

    private static Map<String, Double> scores(Jedis redis, String key) {
        return redis.zrangeWithScores(key, 0, -1).stream()
                .collect(Collectors.toMap(Tuple::getElement, Tuple::getScore));
    }

    boolean remembers(String scope, String id) {
        return marks.getOrDefault(ScriptBench.marks(scope), Map.of()).containsKey(id);
    }
}
