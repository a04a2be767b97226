package io.github.stormlock.lock;

import io.github.stormlock.redis.RedisConfig;
import io.github.stormlock.redis.RedisConfig.Node;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.RedisServer;
import java.util.List;
import java.util.Map;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.UnifiedJedis;

/** The servers that a test runs against, in one of the modes. */
interface Venue extends AutoCloseable {

    /** Returns the configuration by which the library reaches these servers. */
    RedisConfig config();

    /** Returns the same configuration as keys of a topology. */
    Map<String, Object> topologyKeys();

    /** Returns a client that knows nothing of the library. The caller closes it. */
    UnifiedJedis client();

    EntryReader entries();

    /** Returns the servers that may be written to. */
    List<RedisServer> primaries();

    /** Removes every key. */
    default void empty() {
        for (RedisServer server : primaries()) {
            try (Jedis admin = new Jedis(server.uri())) {
                admin.flushAll();
            }
        }
    }

    @Override
    void close();

    static List<Node> nodes(List<RedisServer> servers) {
        return servers.stream()
                .map(server -> new Node(server.host(), server.port()))
                .toList();
    }
}
