package io.github.stormlock.lock;

import io.github.stormlock.redis.RedisConfig;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.RedisCluster;
import io.github.stormlock.test.RedisServer;
import java.util.List;
import java.util.Map;
import redis.clients.jedis.UnifiedJedis;

/** Three primaries with a third of the slots each. */
final class ClusterVenue implements Venue {
    private final RedisCluster cluster;
    private final EntryReader entries;

    /** @param replicas the number of replicas of each primary */
    ClusterVenue(int replicas) {
        cluster = RedisCluster.start(replicas);
        entries = EntryReader.of(cluster);
    }

    RedisCluster cluster() {
        return cluster;
    }

    @Override
    public RedisConfig config() {
        return RedisConfig.builder().cluster(Venue.nodes(cluster.nodes())).build();
    }

    @Override
    public Map<String, Object> topologyKeys() {
        return Map.of("storm.lock.redis.mode", "cluster", "storm.lock.redis.nodes", cluster.addresses());
    }

    @Override
    public UnifiedJedis client() {
        return cluster.client();
    }

    @Override
    public EntryReader entries() {
        return entries;
    }

    @Override
    public List<RedisServer> primaries() {
        return cluster.primaries();
    }

    @Override
    public void close() {
        entries.close();
        cluster.close();
    }
}
