package io.github.stormlock.lock;

import io.github.stormlock.lock.internal.protocol.LockKeys;
import io.github.stormlock.redis.RedisConfig;
import io.github.stormlock.redis.RedisConfig.Mode;
import io.github.stormlock.redis.RedisConfig.Node;
import io.github.stormlock.test.FaultProxy;
import io.github.stormlock.test.RedisCluster;
import io.github.stormlock.test.RedisSentinels;
import io.github.stormlock.test.RedisServer;
import java.util.List;
import java.util.function.Function;
import redis.clients.jedis.Jedis;

/**
 * Servers of one mode, with a proxy before each that holds data. The addresses that the servers announce lead to the
 * proxies, so that no request of a client goes past them.
 *
 * @param servers the servers that hold data, in the order of their slots
 * @param proxies the proxies, one before each of these servers
 * @param parts the resources that are closed with it, first to last
 */
record ProxiedServers(
        Mode mode, RedisConfig config, List<RedisServer> servers, List<FaultProxy> proxies, List<AutoCloseable> parts)
        implements AutoCloseable {
    private static final int SLOTS = 16_384;

    static ProxiedServers start(Mode mode) {
        return switch (mode) {
            case STANDALONE -> standalone(Servers.own());
            case SENTINEL -> sentinel(RedisSentinels.start(1));
            case CLUSTER -> cluster(RedisCluster.start(0));
        };
    }

    private static ProxiedServers standalone(RedisServer server) {
        FaultProxy proxy = FaultProxy.to(server);
        RedisConfig config = RedisConfig.standalone("127.0.0.1", proxy.port());
        return new ProxiedServers(Mode.STANDALONE, config, List.of(server), List.of(proxy), List.of(proxy, server));
    }

    private static ProxiedServers sentinel(RedisSentinels sentinels) {
        RedisServer primary = sentinels.primary();
        RedisServer sentinel = sentinels.sentinels().get(0);
        FaultProxy proxy = FaultProxy.to(primary);
        try (Jedis replica = new Jedis(sentinels.replica().uri());
                Jedis watcher = new Jedis(sentinel.uri())) {
            // The replica names its primary by another port. The sentinel would make it follow the port that the
            // sentinel watches.
            replica.replicaofNoOne();
            watcher.sentinelRemove(sentinels.masterName());
            watcher.sentinelMonitor(sentinels.masterName(), "127.0.0.1", proxy.port(), 1);
        }
        RedisConfig config = RedisConfig.builder()
                .sentinels(sentinels.masterName(), List.of(new Node(sentinel.host(), sentinel.port())))
                .build();
        return new ProxiedServers(Mode.SENTINEL, config, List.of(primary), List.of(proxy), List.of(proxy, sentinels));
    }

    private static ProxiedServers cluster(RedisCluster cluster) {
        List<RedisServer> nodes = cluster.nodes();
        List<FaultProxy> proxies = nodes.stream().map(FaultProxy::to).toList();
        cluster.announce(node -> proxies.get(nodes.indexOf(node)).port());
        RedisConfig config = RedisConfig.builder()
                .cluster(proxies.stream()
                        .map(proxy -> new Node("127.0.0.1", proxy.port()))
                        .toList())
                .build();
        return new ProxiedServers(
                Mode.CLUSTER, config, nodes, proxies, List.of(() -> proxies.forEach(FaultProxy::close), cluster));
    }

    /** Returns the cluster itself. Only for cluster mode. */
    RedisCluster cluster() {
        return (RedisCluster) parts.get(parts.size() - 1);
    }

    LockKeys keys(String entry) {
        return LockKeys.of(entry, mode == Mode.CLUSTER);
    }

    /** Returns the number of the server that a key is at. */
    int serverOf(String key) {
        int slot = RedisCluster.slot(key);
        int at = 0;
        while (SLOTS * (at + 1) / servers.size() <= slot) {
            at++;
        }
        return at;
    }

    /** Asks the server of this key, past its proxy. */
    <T> T ask(String key, Function<Jedis, T> question) {
        return askServer(serverOf(key), question);
    }

    <T> T askServer(int server, Function<Jedis, T> question) {
        try (Jedis jedis = new Jedis(servers.get(server).uri())) {
            return question.apply(jedis);
        }
    }

    @Override
    public void close() {
        for (AutoCloseable part : parts) {
            try {
                part.close();
            } catch (Exception e) {
                throw new AssertionError(part + " cannot be closed", e);
            }
        }
    }
}
