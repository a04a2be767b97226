package io.github.stormlock.torture.fault;

import io.github.stormlock.test.FaultProxy;
import io.github.stormlock.test.RedisSentinels;
import io.github.stormlock.test.RedisServer;
import io.github.stormlock.torture.check.Evidence;
import io.github.stormlock.torture.protocol.ClientConfig;
import io.github.stormlock.torture.run.Fault;
import io.github.stormlock.torture.run.Site;
import io.github.stormlock.torture.run.Stage;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import redis.clients.jedis.Jedis;

/** A primary, a replica, and three sentinels. */
final class SentinelSite implements Site {
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
    public Collection<FaultProxy> proxies(int client) {
        return List.of();
    }

    @Override
    public <T> T admin(String key, Function<Jedis, T> question) {
        return Servers.ask(servers.primary(), question);
    }

    @Override
    public <T> List<T> everywhere(Function<Jedis, T> question) {
        return List.of(admin("", question));
    }

    @Override
    public Map<String, Fault> faults() {
        Map<String, Fault> faults = new TreeMap<>(ClientFaults.withoutProxy());
        faults.putAll(ServerFaults.all());
        faults.put("cut", ServerFaults::cut);
        faults.put("server-stop", stage -> ServerFaults.standStill(stage, servers.primary()));
        faults.put("stop-large", stage -> ServerFaults.standStillWhileLarge(stage, servers.primary()));
        faults.put("sentinel-lost", this::sentinelLost);
        faults.put("fail-over", this::failOver);
        return faults;
    }

    private void sentinelLost(Stage stage) throws InterruptedException {
        servers.sentinels().get(stage.random().nextInt(SENTINELS)).kill();
        stage.pause(200, 900);
        servers.restore();
    }

    /** The primary is killed, the sentinels promote the replica, and the dead one comes back as the replica. */
    private void failOver(Stage stage) {
        RedisServer primary = servers.primary();
        long begun = System.nanoTime();
        try (DeathWatch watch = new DeathWatch(primary.port())) {
            RedisServer unused = servers.failOver();
            stage.ledger().lost(Servers.lossOf(watch, Set.of()));
        }
        stage.ledger().lostLock(Evidence.ALL_LOCKS, begun, System.nanoTime());
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
