package io.github.stormlock.torture.fault;

import io.github.stormlock.test.RedisSentinels;
import io.github.stormlock.test.RedisServer;
import io.github.stormlock.torture.check.Evidence;
import io.github.stormlock.torture.protocol.ClientConfig;
import io.github.stormlock.torture.run.Fault;
import io.github.stormlock.torture.run.FaultContext;
import io.github.stormlock.torture.run.ServerSetup;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import redis.clients.jedis.Jedis;

/** A primary, a replica, and three sentinels. */
final class SentinelSetup implements ServerSetup {
    private static final int SENTINELS = 3;

    private final RedisSentinels servers =
            RedisSentinels.system(SENTINELS).orElseGet(() -> RedisSentinels.embedded(SENTINELS));

    @Override
    public ClientConfig.Mode mode() {
        return ClientConfig.Mode.SENTINEL;
    }

    @Override
    public List<Integer> ports(int client) {
        return servers.sentinels().stream().map(RedisServer::port).toList();
    }

    @Override
    public <T> T admin(String key, Function<Jedis, T> question) {
        return TortureServers.ask(servers.primary(), question);
    }

    @Override
    public Map<String, Fault> faults() {
        Map<String, Fault> faults = ServerFaults.withoutProxy(context -> servers.primary(), servers::primary);
        faults.put("sentinel-lost", this::sentinelLost);
        faults.put("fail-over", this::failOver);
        return faults;
    }

    private void sentinelLost(FaultContext context) throws InterruptedException {
        servers.sentinels().get(context.random().nextInt(SENTINELS)).kill();
        context.pause(200, 900);
        servers.restore();
    }

    /** Kills the primary. The sentinels promote the replica, and the dead server comes back as the replica. */
    private void failOver(FaultContext context) {
        RedisServer primary = servers.primary();
        long begun = System.nanoTime();
        try (DeathWatch watch = new DeathWatch(primary.port())) {
            servers.failOver();
            context.ledger().lost(TortureServers.lossOf(watch, Set.of()));
        }
        context.ledger().lostLock(Evidence.ALL_LOCKS, begun, System.nanoTime());
        servers.restore();
    }

    @Override
    public String description() {
        return servers.toString();
    }

    @Override
    public void close() {
        servers.close();
    }
}
