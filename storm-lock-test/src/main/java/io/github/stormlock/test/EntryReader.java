package io.github.stormlock.test;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.params.ScanParams;
import redis.clients.jedis.resps.ScanResult;
import redis.clients.jedis.resps.Tuple;
import redis.clients.jedis.util.JedisURIHelper;

/** Reads entries back from Redis, so that a test can say what must be in them. Thread-safe. */
public final class EntryReader implements AutoCloseable {
    /** What {@link #ttlMillis} says of a key that never expires. */
    public static final long NO_EXPIRY = -1;
    /** What {@link #ttlMillis} says of a key that does not exist. */
    public static final long NO_KEY = -2;

    private static final int SCAN_COUNT = 1_000;

    private final UnifiedJedis client;
    private final Supplier<List<RedisServer>> scanned;

    private EntryReader(UnifiedJedis client, Supplier<List<RedisServer>> scanned) {
        this.client = client;
        this.scanned = scanned;
    }

    /** Reads from this server, from database 0 unless its URI names another. */
    public static EntryReader of(RedisServer server) {
        return of(server.uri());
    }

    /** Reads from the server and the database that the URI names. */
    public static EntryReader of(URI uri) {
        return new EntryReader(
                RedisClient.builder()
                        .hostAndPort(JedisURIHelper.getHostAndPort(uri))
                        .clientConfig(DefaultJedisClientConfig.builder(uri).build())
                        .poolConfig(QuietPool.config())
                        .build(),
                List::of);
    }

    /** Reads from all nodes of this cluster, each key where it is now. */
    public static EntryReader of(RedisCluster cluster) {
        return new EntryReader(cluster.client(), cluster::primaries);
    }

    /** Reads from the server that the sentinels name as the primary. */
    public static EntryReader of(RedisSentinels sentinels) {
        return new EntryReader(sentinels.client(), List::of);
    }

    /** The fields of a hash; empty if there is no such key. */
    public Map<String, String> hash(String key) {
        return client.hgetAll(key);
    }

    /** The value of a string; empty if there is no such key. */
    public Optional<String> string(String key) {
        return Optional.ofNullable(client.get(key));
    }

    /** The elements of a list, first to last; empty if there is no such key. */
    public List<String> list(String key) {
        return client.lrange(key, 0, -1);
    }

    /** The members of a set; empty if there is no such key. */
    public Set<String> set(String key) {
        return client.smembers(key);
    }

    /** The members of a sorted set with their scores, lowest score first; empty if there is no such key. */
    public Map<String, Double> sortedSet(String key) {
        Map<String, Double> members = new LinkedHashMap<>();
        for (Tuple member : client.zrangeWithScores(key, 0, -1)) {
            members.put(member.getElement(), member.getScore());
        }
        return members;
    }

    /** The keys that match a pattern as Redis's {@code KEYS} knows it, such as {@code page:*}; sorted. */
    public Set<String> keys(String pattern) {
        ScanParams params = new ScanParams().match(pattern).count(SCAN_COUNT);
        Set<String> keys = new TreeSet<>();
        List<RedisServer> nodes = scanned.get();
        if (nodes.isEmpty()) {
            scan(keys, cursor -> client.scan(cursor, params));
        }
        for (RedisServer node : nodes) {
            RedisNodes.tell(node, admin -> scan(keys, cursor -> admin.scan(cursor, params)));
        }
        return keys;
    }

    private static void scan(Set<String> keys, Function<String, ScanResult<String>> from) {
        String cursor = ScanParams.SCAN_POINTER_START;
        do {
            ScanResult<String> part = from.apply(cursor);
            keys.addAll(part.getResult());
            cursor = part.getCursor();
        } while (!cursor.equals(ScanParams.SCAN_POINTER_START));
    }

    /** The keys of the database that never expire; sorted. */
    public Set<String> keysWithoutExpiry() {
        Set<String> keys = keys("*");
        keys.removeIf(key -> ttlMillis(key) != NO_EXPIRY);
        return keys;
    }

    /** The time a key has left, in milliseconds; {@link #NO_EXPIRY} or {@link #NO_KEY} where there is no such time. */
    public long ttlMillis(String key) {
        return client.pttl(key);
    }

    /** Ends the reader's connections. */
    @Override
    public void close() {
        client.close();
    }
}
