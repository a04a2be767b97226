package io.github.stormlock.lock;

import io.github.stormlock.redis.RedisConfig;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.RedisServer;
import java.util.List;
import java.util.Map;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.UnifiedJedis;

/** One server, of the {@link io.github.stormlock.test.RedisExtension}. */
record StandaloneVenue(RedisServer server, EntryReader entries) implements Venue {

    @Override
    public RedisConfig config() {
        return RedisConfig.fromUri(server.uri().toString());
    }

    @Override
    public Map<String, Object> topologyKeys() {
        return Map.of("storm.lock.redis.uri", server.uri().toString());
    }

    @Override
    public UnifiedJedis client() {
        return RedisClient.create(server.uri());
    }

    @Override
    public List<RedisServer> primaries() {
        return List.of(server);
    }

    /** Does nothing, because the extension that started the server ends it. */
    @Override
    public void close() {}
}
