package io.github.stormlock.redis.internal.connect;

import io.github.stormlock.redis.RedisException;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;

/** Asks a server one thing over a connection of its own, because a pool in trouble has none to spare. */
public final class Question {
    private Question() {}

    /**
     * Returns the answer.
     *
     * @throws RedisException if there is none, or the server refuses
     */
    public static @Nullable Object ask(HostAndPort address, JedisSettings settings, CommandArguments command) {
        ConnectionMaker maker = new ConnectionMaker(address, settings);
        try {
            PortConnection connection = maker.connect();
            try {
                return connection.ask(command);
            } catch (JedisDataException e) {
                throw Failures.refused(command, address, e);
            }
        } catch (JedisException e) {
            throw Failures.notConnected(address, e);
        } finally {
            maker.close();
        }
    }
}
