package io.github.stormlock.demo.redis;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import redis.clients.jedis.UnifiedJedis;

/**
 * The entry by which the demo knows its own entries again.
 *
 * @param source the log that they were made of
 * @param kept true if the user asked to keep them
 * @param complete true if the run that wrote them came to its end; otherwise the number and digest mean nothing
 * @param entries the number of entries
 * @param digest the digest of their names
 * @param until the time, by the server's clock, from which the first of them may have forgotten its events
 */
record Mark(String source, boolean kept, boolean complete, long entries, long digest, Instant until) {
    private static final String SOURCE = "source";

    /** The safety margin: a run takes less, so a mark that is this close to its end counts as past it. */
    static final Duration MARGIN = Duration.ofHours(1);

    /** Begins a mark if there is none, and returns true if it did. A mark that is there stays as it is. */
    static boolean begin(UnifiedJedis redis, String source) {
        return redis.hsetnx(DemoKeys.MARK, SOURCE, source) == 1;
    }

    static Mark read(UnifiedJedis redis) {
        Map<String, String> hash = redis.hgetAll(DemoKeys.MARK);
        return new Mark(
                hash.getOrDefault(SOURCE, ""),
                Fields.number(hash, "kept") == 1,
                Fields.number(hash, "complete") == 1,
                Fields.number(hash, "entries"),
                Long.parseUnsignedLong(hash.getOrDefault("digest", "0"), 16),
                Instant.ofEpochSecond(Fields.number(hash, "until")));
    }

    void write(UnifiedJedis redis) {
        Map<String, String> hash = new HashMap<>();
        hash.put(SOURCE, source);
        hash.put("kept", kept ? "1" : "0");
        hash.put("complete", complete ? "1" : "0");
        hash.put("entries", Long.toString(entries));
        hash.put("digest", Long.toUnsignedString(digest, 16));
        hash.put("until", Long.toString(until.getEpochSecond()));
        redis.hset(DemoKeys.MARK, hash);
    }

    boolean isForgottenAt(Instant now) {
        return complete && now.isAfter(until.minus(MARGIN));
    }

    /** Returns the time by the server's clock, which is the same for every program that looks at the mark. */
    static Instant now(UnifiedJedis redis) {
        return Instant.ofEpochSecond(Long.parseLong(String.valueOf(redis.eval("return redis.call('TIME')[1]"))));
    }
}
