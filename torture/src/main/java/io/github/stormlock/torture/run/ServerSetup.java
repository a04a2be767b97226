package io.github.stormlock.torture.run;

import io.github.stormlock.test.FaultProxy;
import io.github.stormlock.torture.protocol.ClientConfig;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import redis.clients.jedis.Jedis;

/** The servers of a run. */
public interface ServerSetup extends AutoCloseable {
    ClientConfig.Mode mode();

    /** Returns the ports that a client is given. */
    List<Integer> ports(int client);

    /** Returns the proxies between this client and the servers. */
    default Collection<FaultProxy> proxies(int client) {
        return List.of();
    }

    /** Asks the server that holds this key now, without a proxy, and returns its answer. */
    <T> T admin(String key, Function<Jedis, T> question);

    /** Asks all servers that take writes now, without a proxy, and returns their answers. */
    default <T> List<T> everywhere(Function<Jedis, T> question) {
        return List.of(admin("", question));
    }

    /** Returns the faults that a run of this mode can use on these servers, by name. */
    Map<String, Fault> faults();

    /** Returns a description of the servers, for the report. */
    String description();

    /** Returns a line for each key that is left of a lock or a wait, or that never expires and is no entry. */
    default List<String> leftovers(Set<String> entries) {
        return everywhere(redis -> Leftovers.of(redis, entries)).stream()
                .flatMap(List::stream)
                .toList();
    }

    @Override
    void close();
}
