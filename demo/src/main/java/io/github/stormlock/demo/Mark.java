package io.github.stormlock.demo;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import redis.clients.jedis.UnifiedJedis;

/**
 * The entry by which the demo knows its own entries again.
 *
 * @param source the log that they were made of
 * @param kept whether the user asked to keep them
 * @param complete whether the run that wrote them came to its end; where not, the number and digest mean nothing
 * @param entries how many there were
 * @param digest of their names
 * @param until when the first of them may have forgotten which events it has seen, by the server's clock
 */
record Mark(String source, boolean kept, boolean complete, long entries, long digest, Instant until) {
    private static final String SOURCE = "source";

    /** A run is over long before; a mark this close to its end is taken for past it. */
    static final Duration MARGIN = Duration.ofHours(1);

    /** Begins a mark where there is none, and tells whether it did; one that is there stays as it is. */
    static boolean begin(UnifiedJedis redis, String source) {
        return redis.hsetnx(Keyspace.MARK, SOURCE, source) == 1;
    }

    static Mark read(UnifiedJedis redis) {
        Map<String, String> hash = redis.hgetAll(Keyspace.MARK);
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
        redis.hset(Keyspace.MARK, hash);
    }

    boolean isForgottenAt(Instant now) {
        return complete && now.isAfter(until.minus(MARGIN));
    }

    /** The server's clock: every program that looks at the mark reads the same one. */
    static Instant now(UnifiedJedis redis) {
        return Instant.ofEpochSecond(Long.parseLong(String.valueOf(redis.eval("return redis.call('TIME')[1]"))));
    }
}
