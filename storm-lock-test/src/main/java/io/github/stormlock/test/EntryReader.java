package io.github.stormlock.test;

import io.github.stormlock.test.internal.process.QuietPool;
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

/**
 * Reads entries back from Redis, so that a test can assert what is in them. Keys and values are UTF-8 text.
 *
 * <p>A reading method throws a {@code redis.clients.jedis.exceptions.JedisException} if the key holds another type than
 * the method reads, or if the server does not answer. Thread-safe. The caller closes it.
 */
public final class EntryReader implements AutoCloseable {
    /** The answer of {@link #ttlMillis} for a key that never expires. */
    public static final long NO_EXPIRY = -1;
    /** The answer of {@link #ttlMillis} for a key that does not exist. */
    public static final long NO_KEY = -2;

    private static final String TOLD = "lock-info:";
    private static final int SCAN_COUNT = 1_000;

    private final UnifiedJedis client;
    private final Supplier<List<RedisServer>> scanned;

    private EntryReader(UnifiedJedis client, Supplier<List<RedisServer>> scanned) {
        this.client = client;
        this.scanned = scanned;
    }

    /**
     * {@return a reader of this server, of database 0 unless its URI names another}
     *
     * @param server the server
     */
    public static EntryReader of(RedisServer server) {
        return of(server.uri());
    }

    /**
     * {@return a reader of the server and the database that the URI names}
     *
     * @param uri the address, with the database if it is not 0
     */
    public static EntryReader of(URI uri) {
        return new EntryReader(
                RedisClient.builder()
                        .hostAndPort(JedisURIHelper.getHostAndPort(uri))
                        .clientConfig(DefaultJedisClientConfig.builder(uri).build())
                        .poolConfig(QuietPool.config())
                        .build(),
                List::of);
    }

    /**
     * {@return a reader of all nodes of this cluster} It reads each key from the node that serves it now.
     *
     * @param cluster the cluster
     */
    public static EntryReader of(RedisCluster cluster) {
        return new EntryReader(cluster.client(), cluster::primaries);
    }

    /**
     * {@return a reader of the server that the sentinels name as the primary}
     *
     * @param sentinels the sentinels, whose primary is read
     */
    public static EntryReader of(RedisSentinels sentinels) {
        return new EntryReader(sentinels.client(), List::of);
    }

    /**
     * {@return the fields of a hash; empty if there is no such key}
     *
     * @param key the key of the entry
     */
    public Map<String, String> hash(String key) {
        return client.hgetAll(key);
    }

    /**
     * {@return the value of a string; empty if there is no such key}
     *
     * @param key the key of the entry
     */
    public Optional<String> string(String key) {
        return Optional.ofNullable(client.get(key));
    }

    /**
     * {@return the elements of a list, first to last; empty if there is no such key}
     *
     * @param key the key of the entry
     */
    public List<String> list(String key) {
        return client.lrange(key, 0, -1);
    }

    /**
     * {@return the members of a set; empty if there is no such key}
     *
     * @param key the key of the entry
     */
    public Set<String> set(String key) {
        return client.smembers(key);
    }

    /**
     * {@return the members of a sorted set with their scores, lowest score first; empty if there is no such key}
     *
     * @param key the key of the entry
     */
    public Map<String, Double> sortedSet(String key) {
        Map<String, Double> members = new LinkedHashMap<>();
        for (Tuple member : client.zrangeWithScores(key, 0, -1)) {
            members.put(member.getElement(), member.getScore());
        }
        return members;
    }

    /**
     * {@return the keys that match a pattern, sorted} They are collected by {@code SCAN}, in a cluster from all
     * primaries, so a key that comes or goes meanwhile may be missing or be there. Those by which workers tell what they do
     * ({@code lock-info:}) are left out, unless the pattern names them.
     *
     * @param pattern a pattern as in Redis's {@code KEYS}, such as {@code page:*}
     */
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
        // They come and go by the clock, whatever a test does.
        keys.removeIf(key -> key.contains(TOLD) && !pattern.contains(TOLD));
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

    /** {@return the keys of the database that never expire, sorted} Asks for each key in turn. */
    public Set<String> keysWithoutExpiry() {
        Set<String> keys = keys("*");
        keys.removeIf(key -> ttlMillis(key) != NO_EXPIRY);
        return keys;
    }

    /**
     * {@return the time that a key has left, in milliseconds; {@link #NO_EXPIRY} if it never expires, {@link #NO_KEY} if
     * it does not exist}
     *
     * @param key the key of the entry
     */
    public long ttlMillis(String key) {
        return client.pttl(key);
    }

    /** Closes the reader's connections. The reader cannot be used afterwards. */
    @Override
    public void close() {
        client.close();
    }
}
