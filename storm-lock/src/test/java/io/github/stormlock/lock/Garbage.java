package io.github.stormlock.lock;

import io.github.stormlock.lock.internal.protocol.Bytes;
import java.util.Map;
import redis.clients.jedis.StreamEntryID;
import redis.clients.jedis.UnifiedJedis;

/** Values that a program which knows nothing of this library may leave under one of its keys. */
enum Garbage {
    WORD,
    EMPTY,
    NUMBER,
    ENDLESS_NUMBER,
    HUGE_NUMBER,
    LONG_TEXT,
    LINES,
    BYTES,
    OUR_PREFIX,
    OUR_PREFIX_AND_A_HUGE_STEP,
    LIST,
    HASH,
    SET,
    SORTED_SET,
    SORTED_SET_OF_ODD_SCORES,
    STREAM;

    private static final byte[] NO_TEXT = {(byte) 0xff, 0, (byte) 0xc3, '\r', '\n', (byte) 0x80};

    boolean isString() {
        return ordinal() < LIST.ordinal();
    }

    boolean isSortedSet() {
        return this == SORTED_SET || this == SORTED_SET_OF_ODD_SCORES;
    }

    /** Puts the value under the key, without an expiry. */
    void put(UnifiedJedis redis, String key) {
        switch (this) {
            case WORD -> redis.set(key, "garbage");
            case EMPTY -> redis.set(key, "");
            case NUMBER -> redis.set(key, "-17");
            case ENDLESS_NUMBER -> redis.set(key, "inf");
            case HUGE_NUMBER -> redis.set(key, "1e300");
            case LONG_TEXT -> redis.set(key, "x".repeat(1_000_000));
            case LINES -> redis.set(key, "one\n2026-01-01 ERROR two\r\n{three}");
            case BYTES -> redis.set(Bytes.of(key), NO_TEXT);
            case OUR_PREFIX -> redis.set(key, "storm-lock:");
            case OUR_PREFIX_AND_A_HUGE_STEP -> redis.set(key, "storm-lock:s:x:1:" + "9".repeat(400));
            case LIST -> redis.rpush(key, "a", "b");
            case HASH -> redis.hset(key, "a", "b");
            case SET -> redis.sadd(key, "a", "b");
            case SORTED_SET -> redis.zadd(key, Map.of("a", 1.0, "", 4e15, "storm-lock:s::1", 4e15));
            case SORTED_SET_OF_ODD_SCORES ->
                redis.zadd(
                        key,
                        Map.of(
                                "a", Double.NEGATIVE_INFINITY,
                                "b", Double.POSITIVE_INFINITY,
                                "since", Double.POSITIVE_INFINITY,
                                "c", -0.5));
            case STREAM -> redis.xadd(key, StreamEntryID.NEW_ENTRY, Map.of("a", "b"));
        }
    }
}
