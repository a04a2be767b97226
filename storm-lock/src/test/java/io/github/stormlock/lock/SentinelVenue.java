package io.github.stormlock.lock;

import io.github.stormlock.redis.RedisConfig;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.RedisSentinels;
import io.github.stormlock.test.RedisServer;
import java.util.List;
import java.util.Map;
import redis.clients.jedis.UnifiedJedis;

/** A primary and a replica, watched by a sentinel. */
final class SentinelVenue implements Venue {
    private final RedisSentinels sentinels = RedisSentinels.start(1);
    private final EntryReader entries = EntryReader.of(sentinels);

    RedisSentinels sentinels() {
        return sentinels;
    }

    @Override
    public RedisConfig config() {
        return RedisConfig.builder()
                .sentinels(sentinels.masterName(), Venue.nodes(sentinels.sentinels()))
                .build();
    }

    @Override
    public Map<String, Object> topologyKeys() {
        return Map.of(
                "storm.lock.redis.mode", "sentinel",
                "storm.lock.redis.nodes", sentinels.addresses(),
                "storm.lock.redis.sentinel.master", sentinels.masterName());
    }

    @Override
    public UnifiedJedis client() {
        return sentinels.client();
    }

    @Override
    public EntryReader entries() {
        return entries;
    }

    @Override
    public List<RedisServer> primaries() {
        return List.of(sentinels.primary());
    }

    @Override
    public void close() {
        entries.close();
        sentinels.close();
    }
}
