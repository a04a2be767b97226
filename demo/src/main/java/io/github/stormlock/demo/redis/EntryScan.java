package io.github.stormlock.demo.redis;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.AbstractPipeline;
import redis.clients.jedis.Response;
import redis.clients.jedis.ScanIteration;
import redis.clients.jedis.UnifiedJedis;

/** Goes through the keys of a Redis in small steps, so that the server stays free for others. */
public final class EntryScan {
    private static final int STEP = 500;

    private EntryScan() {}

    /**
     * Gives all keys that match, each once, although SCAN may name one twice.
     *
     * @param pattern the pattern, in Redis's glob notation
     * @param batch is given the keys in lists of moderate length, never an empty one
     */
    static void keys(UnifiedJedis redis, String pattern, Consumer<List<String>> batch) {
        Set<String> seen = new HashSet<>();
        ScanIteration scan = redis.scanIteration(STEP, pattern);
        while (!scan.isIterationCompleted()) {
            List<String> fresh = scan.nextBatchList().stream().filter(seen::add).toList();
            if (!fresh.isEmpty()) {
                batch.accept(fresh);
            }
        }
    }

    /**
     * Reads some fields of every hash under a prefix.
     *
     * @param prefix the prefix of the keys; it holds no character that is special in a glob
     * @param fields the fields to read, at least one
     * @param row is given the rest of each key behind the prefix, and the values; null if there is no such field
     */
    public static void hashes(
            UnifiedJedis redis, String prefix, List<String> fields, BiConsumer<String, List<@Nullable String>> row) {
        String[] names = fields.toArray(new String[0]);
        keys(redis, prefix + "*", keys -> {
            List<Response<List<String>>> values = new ArrayList<>();
            try (AbstractPipeline pipeline = redis.pipelined()) {
                keys.forEach(key -> values.add(pipeline.hmget(key, names)));
                pipeline.sync();
            }
            for (int i = 0; i < keys.size(); i++) {
                row.accept(keys.get(i).substring(prefix.length()), values.get(i).get());
            }
        });
    }
}
