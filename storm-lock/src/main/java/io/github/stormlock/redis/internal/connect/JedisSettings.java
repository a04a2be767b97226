package io.github.stormlock.redis.internal.connect;

import io.github.stormlock.redis.RedisConfig;
import io.github.stormlock.redis.RedisConfig.Node;
import io.github.stormlock.redis.Secret;
import java.util.LinkedHashSet;
import java.util.Set;
import org.apache.commons.pool2.impl.GenericObjectPoolConfig;
import redis.clients.jedis.ClientSetInfoConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.DefaultRedisCredentials;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.RedisProtocol;

/** A {@link RedisConfig} in the words of Jedis and Commons Pool. Thread-safe. */
public final class JedisSettings {
    private final RedisConfig config;
    private final Tls tls;

    /**
     * Reads every secret and store once, so that one that cannot be read fails early.
     *
     * @throws IllegalArgumentException if a secret or a store cannot be read
     * @throws IllegalStateException if a library on the class path is too old
     */
    public JedisSettings(RedisConfig config) {
        Libraries.check();
        this.config = config;
        this.tls = Tls.of(config.tls());
        Checks.reveal("password", config.password());
        Checks.reveal("sentinel.password", config.sentinelPassword());
    }

    public RedisConfig config() {
        return config;
    }

    int connectMillis() {
        return (int) config.connectTimeout().toMillis();
    }

    public int commandMillis() {
        return (int) config.commandTimeout().toMillis();
    }

    public PortSocketFactory sockets(HostAndPort address) {
        return new PortSocketFactory(address, tls, connectMillis(), commandMillis());
    }

    public Set<HostAndPort> addresses() {
        Set<HostAndPort> addresses = new LinkedHashSet<>();
        for (Node node : config.nodes()) {
            addresses.add(new HostAndPort(node.host(), node.port()));
        }
        return addresses;
    }

    /** Returns true if connections begin with {@code HELLO}. */
    boolean saysHello(Peer peer) {
        return peer == Peer.SERVER && config.protocol() != RedisConfig.Protocol.RESP2;
    }

    /** Returns the settings of one connection. */
    JedisClientConfig client(Peer peer) {
        DefaultJedisClientConfig.Builder client = DefaultJedisClientConfig.builder()
                .connectionTimeoutMillis(connectMillis())
                .socketTimeoutMillis(commandMillis())
                .clientSetInfoConfig(ClientSetInfoConfig.DISABLED);
        if (peer == Peer.SENTINEL) {
            logIn(client, "sentinel.password", config.sentinelUser(), config.sentinelPassword());
        } else {
            logIn(client, "password", config.user(), config.password());
            client.database(config.database()).clientName(config.clientName().isEmpty() ? null : config.clientName());
        }
        if (!saysHello(peer)) {
            // What a server speaks that was not asked is RESP2.
            client.serverDefaultProtocol();
        } else if (config.protocol() == RedisConfig.Protocol.RESP3) {
            client.protocol(RedisProtocol.RESP3);
        }
        return client.build();
    }

    /** Logs each connection in by the secret as it is then, so that a changed one is taken up and none stays in memory. */
    private static void logIn(DefaultJedisClientConfig.Builder client, String setting, String user, Secret password) {
        if (!user.isEmpty() || password != Secret.NONE) {
            client.credentialsProvider(
                    () -> new DefaultRedisCredentials(user.isEmpty() ? null : user, Checks.reveal(setting, password)));
        }
    }

    public GenericObjectPoolConfig<PortConnection> pool() {
        GenericObjectPoolConfig<PortConnection> settings = new GenericObjectPoolConfig<>();
        settings.setJmxEnabled(false);
        config.pool().applyTo(settings);
        settings.setNumTestsPerEvictionRun(-1);
        settings.setTestOnReturn(true);
        return settings;
    }
}
