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
public interface Site extends AutoCloseable {
    ClientConfig.Mode mode();

    /** The ports that a client is told. */
    List<Integer> ports(int client);

    /** The proxies between this client and the servers. */
    Collection<FaultProxy> proxies(int client);

    /** The server that holds this key now, asked directly. */
    <T> T admin(String key, Function<Jedis, T> question);

    /** All servers that take writes now, asked directly. */
    <T> List<T> everywhere(Function<Jedis, T> question);

    /** What a run of this mode can do to these servers, by name. */
    Map<String, Fault> faults();

    /** What the servers say of themselves, for the report. */
    String description();

    /** Names of keys that are left of locks and waits, or that never expire and are no entry. */
    default List<String> leftovers(Set<String> entries) {
        return everywhere(redis -> Leftovers.of(redis, entries)).stream()
                .flatMap(List::stream)
                .toList();
    }

    @Override
    void close();
}
