package io.github.stormlock.demo.redis;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.AbstractPipeline;
import redis.clients.jedis.Response;
import redis.clients.jedis.UnifiedJedis;

/** Reads some fields of every hash under a prefix, in one pipeline for each step of the scan. Not thread-safe. */
public final class HashScan {
    private final UnifiedJedis redis;

    public HashScan(UnifiedJedis redis) {
        this.redis = redis;
    }

    /**
     * Reads the hashes.
     *
     * @param prefix the prefix of the keys; it holds no character that is special in a glob
     * @param fields the fields to read, at least one
     * @param row is given the rest of each key behind the prefix, and the values; null if there is no such field
     */
    public void each(String prefix, List<String> fields, BiConsumer<String, List<@Nullable String>> row) {
        String[] names = fields.toArray(new String[0]);
        new KeyScan(redis).each(prefix + "*", keys -> {
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
