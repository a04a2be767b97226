package io.github.stormlock.redis.internal.route;

import io.github.stormlock.redis.internal.connect.JedisSettings;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.RedisClusterClient;
import redis.clients.jedis.providers.ClusterConnectionProvider;

/**
 * Jedis's Cluster client, used only for its map of slots: its commands retry by themselves, its pipelines do not follow
 * redirections, and its pools keep to no budget. Connects at once. Thread-safe.
 */
final class SlotMap {
    private final ClusterConnectionProvider provider;
    private final RedisClusterClient client;

    SlotMap(JedisSettings settings) {
        provider = new ClusterConnectionProvider(settings.addresses(), settings.client(), JedisSettings.unusedPool());
        client = RedisClusterClient.builder()
                .nodes(settings.addresses())
                .clientConfig(JedisSettings.offline())
                .connectionProvider(provider)
                .maxAttempts(1)
                .build();
    }

    @Nullable
    HostAndPort node(int slot) {
        return provider.getNode(slot);
    }

    /** Asks the nodes one after another until one answers, and returns the nodes that there are now. */
    Set<HostAndPort> refresh() {
        client.refreshClusterTopology();
        return nodes();
    }

    Set<HostAndPort> nodes() {
        return client.getClusterNodes().keySet().stream().map(HostAndPort::from).collect(Collectors.toSet());
    }

    void end() {
        client.close();
    }
}
