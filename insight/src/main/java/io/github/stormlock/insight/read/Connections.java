package io.github.stormlock.insight.read;

import io.github.stormlock.insight.redis.ClientLine;
import io.github.stormlock.insight.redis.RedisServers;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import redis.clients.jedis.HostAndPort;

/**
 * Which factories are connected now, as the servers say. Immutable.
 *
 * @param visible true if the connections could be seen
 * @param byFactory the number of connections of each factory
 * @param idle for how many seconds each factory has sent nothing, over all of its connections
 * @param nameless the number of connections without a name that ran a script last: a worker that may not name its
 *     connections has such
 */
public record Connections(boolean visible, Map<String, Integer> byFactory, Map<String, Long> idle, int nameless) {
    private static final Pattern NAME = Pattern.compile("storm-lock:(?:.*:)?([A-Za-z0-9_-]{22})(?::watchdog)?(?:@.*)?");

    /** Nothing of connections could be seen. */
    static final Connections UNSEEN = new Connections(false, Map.of(), Map.of(), 0);

    static Connections of(RedisServers servers) {
        Map<String, Integer> found = new HashMap<>();
        Map<String, Long> idle = new HashMap<>();
        int nameless = 0;
        for (HostAndPort node : servers.primaries()) {
            Optional<List<ClientLine>> clients = servers.clients(node);
            if (clients.isEmpty()) {
                return UNSEEN;
            }
            for (ClientLine client : clients.get()) {
                factory(client.name()).ifPresent(name -> {
                    found.merge(name, 1, Integer::sum);
                    // A message to a subscription counts as use, although its receiver may stand.
                    if (client.number("sub") <= 0) {
                        idle.merge(name, Math.max(0, client.number("idle")), Math::min);
                    }
                });
                nameless += client.name().isEmpty() && client.runsScripts() ? 1 : 0;
            }
        }
        return new Connections(true, found, idle, nameless);
    }

    static Optional<String> factory(String connectionName) {
        Matcher name = NAME.matcher(connectionName);
        return name.matches() ? Optional.of(name.group(1)) : Optional.empty();
    }

    /**
     * {@return the number of connections of a factory}
     *
     * @param factory the factory's part of its tokens
     */
    public int of(String factory) {
        return byFactory.getOrDefault(factory, 0);
    }

    /**
     * {@return for how many milliseconds a factory has sent nothing; empty if it is not connected}
     *
     * @param factory the factory's part of its tokens
     */
    public Optional<Long> idleMillis(String factory) {
        return Optional.ofNullable(idle.get(factory)).map(seconds -> 1_000 * seconds);
    }
}
