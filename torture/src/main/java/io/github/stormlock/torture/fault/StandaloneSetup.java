package io.github.stormlock.torture.fault;

import io.github.stormlock.test.FaultProxy;
import io.github.stormlock.test.RedisServer;
import io.github.stormlock.torture.protocol.ClientConfig;
import io.github.stormlock.torture.run.Fault;
import io.github.stormlock.torture.run.ServerSetup;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import redis.clients.jedis.Jedis;

/**
 * One server, and a proxy in front of it for each client that faults of the network may strike. The others reach the server
 * itself: a proxy takes a large request whole, and so hides from its client that the server takes nothing.
 */
public final class StandaloneSetup implements ServerSetup {
    private final RedisServer server;
    private final List<FaultProxy> proxies = new ArrayList<>();

    public StandaloneSetup(int clients) {
        this.server = TortureServers.start();
        for (int i = 0; i < clients; i++) {
            proxies.add(FaultProxy.to(server));
        }
    }

    public RedisServer server() {
        return server;
    }

    /** Restarts the server, and returns when it has loaded its data. */
    public void restart() {
        server.restart();
        admin("", Jedis::ping);
    }

    @Override
    public ClientConfig.Mode mode() {
        return ClientConfig.Mode.STANDALONE;
    }

    @Override
    public List<Integer> ports(int client) {
        return List.of(client < proxies.size() ? proxies.get(client).port() : server.port());
    }

    @Override
    public Collection<FaultProxy> proxies(int client) {
        return List.of(proxies.get(client));
    }

    @Override
    public <T> T admin(String key, Function<Jedis, T> question) {
        return TortureServers.ask(server, question);
    }

    @Override
    public Map<String, Fault> faults() {
        Map<String, Fault> faults = new TreeMap<>(ClientFaults.all());
        faults.putAll(NetworkFaults.all());
        faults.putAll(ServerFaults.all());
        faults.putAll(RestartFaults.all(this));
        return faults;
    }

    @Override
    public String description() {
        return server.toString();
    }

    @Override
    public void close() {
        proxies.forEach(FaultProxy::close);
        server.close();
    }
}
