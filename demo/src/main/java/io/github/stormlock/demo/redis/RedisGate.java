package io.github.stormlock.demo.redis;

import io.github.stormlock.demo.console.BadInputException;
import io.github.stormlock.demo.console.DisplayText;
import java.net.UnknownHostException;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.SslOptions;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;

/** Opens a plain client to a Redis. If that is not possible, it says why in one line. */
final class RedisGate {
    private static final int TIMEOUT_MILLIS = 3_000;

    private RedisGate() {}

    /**
     * Opens a client.
     *
     * @return a connected client; the caller closes it
     * @throws BadInputException if nothing answers, or not as a standalone Redis, or it refuses the login
     */
    static RedisClient open(RedisAddress address) {
        RedisClient client = RedisClient.builder()
                .hostAndPort(new HostAndPort(address.host(), address.port()))
                .clientConfig(config(address))
                .build();
        try {
            check(client, address);
            return client;
        } catch (RuntimeException e) {
            client.close();
            throw e;
        }
    }

    private static DefaultJedisClientConfig config(RedisAddress address) {
        DefaultJedisClientConfig.Builder config = DefaultJedisClientConfig.builder()
                .connectionTimeoutMillis(TIMEOUT_MILLIS)
                .socketTimeoutMillis(TIMEOUT_MILLIS)
                .clientName("storm-lock-demo")
                .database(address.database());
        if (address.tls()) {
            config.sslOptions(SslOptions.defaults());
        }
        if (!address.user().isEmpty()) {
            config.user(address.user());
        }
        if (!address.password().isEmpty()) {
            config.password(address.password());
        }
        return config.build();
    }

    private static void check(RedisClient client, RedisAddress address) {
        try {
            client.ping();
            if (client.info("cluster").contains("cluster_enabled:1")) {
                throw new BadInputException(
                        "the Redis at " + address + " is a node of a cluster: the demo needs a" + " standalone one");
            }
            if (client.info("replication").contains("role:slave")) {
                throw new BadInputException("the Redis at " + address + " is a replica: name the primary");
            }
        } catch (JedisException e) {
            throw new BadInputException(refusal(e, address));
        }
    }

    private static String refusal(JedisException e, RedisAddress address) {
        Throwable root = root(e);
        if (root instanceof JedisDataException) {
            return "the Redis at " + address + " refuses: " + DisplayText.oneLine(String.valueOf(root.getMessage()));
        }
        String why = root instanceof UnknownHostException ? "unknown host" : String.valueOf(root.getMessage());
        return "no Redis answers at " + address + ": " + DisplayText.oneLine(why);
    }

    private static Throwable root(Throwable e) {
        Throwable root = e;
        // A refusal by the server says more than the connection error that it caused.
        while (root.getCause() != null && !(root instanceof JedisDataException)) {
            root = root.getCause();
        }
        // Jedis tries every address of a host, and adds the reasons as suppressed to its own "failed to connect".
        boolean hidden = root instanceof JedisConnectionException && root.getSuppressed().length > 0;
        return hidden ? root(root.getSuppressed()[0]) : root;
    }
}
