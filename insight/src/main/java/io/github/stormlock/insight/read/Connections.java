package io.github.stormlock.insight.read;

import io.github.stormlock.insight.redis.ClientLine;
import io.github.stormlock.insight.redis.RedisServers;
import io.github.stormlock.redis.RedisConfig.Node;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which factories are connected now, as the servers say. Immutable.
 *
 * @param visible true if the connections could be seen
 * @param byFactory the number of connections of each factory
 */
public record Connections(boolean visible, Map<String, Integer> byFactory) {
    private static final Pattern NAME = Pattern.compile("storm-lock:(?:.*:)?([A-Za-z0-9_-]{22})(?::watchdog)?(?:@.*)?");

    /** Copies the numbers. */
    public Connections {
        byFactory = Map.copyOf(byFactory);
    }

    static Connections of(RedisServers servers) {
        Map<String, Integer> found = new HashMap<>();
        for (Node node : servers.primaries()) {
            Optional<List<ClientLine>> clients = servers.clients(node);
            if (clients.isEmpty()) {
                return new Connections(false, Map.of());
            }
            clients.get()
                    .forEach(client -> factory(client.name()).ifPresent(name -> found.merge(name, 1, Integer::sum)));
        }
        return new Connections(true, found);
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
}
