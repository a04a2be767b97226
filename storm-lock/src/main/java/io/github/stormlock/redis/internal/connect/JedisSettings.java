package io.github.stormlock.redis.internal.connect;

import io.github.stormlock.redis.RedisConfig;
import io.github.stormlock.redis.RedisConfig.Node;
import io.github.stormlock.redis.Secret;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.commons.pool2.impl.GenericObjectPoolConfig;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.ClientSetInfoConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.RedisCredentials;
import redis.clients.jedis.RedisProtocol;

/** A {@link RedisConfig} in the words of Jedis and Commons Pool. Immutable. */
public final class JedisSettings {
    private final RedisConfig config;
    private final Tls tls;

    /**
     * Reads every secret and store once, so that one that cannot be read fails early.
     *
     * @throws IllegalArgumentException if a secret or a store cannot be read
     */
    public JedisSettings(RedisConfig config) {
        this.config = config;
        this.tls = Tls.of(config.tls());
        checkReadable(config.password());
        checkReadable(config.sentinelPassword());
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

    /** Returns the login of one connection to a server that keeps data. */
    SentPassword login() {
        return new SentPassword(config.user(), config.password());
    }

    /** Returns the settings of connections to servers that keep data. */
    public JedisClientConfig client() {
        return client(login(config.user(), config.password()));
    }

    /** Returns the settings of one connection to a server that keeps data. */
    JedisClientConfig client(Supplier<RedisCredentials> login) {
        DefaultJedisClientConfig.Builder client = base(config.user(), config.password(), login)
                .database(config.database())
                .clientName(config.clientName().isEmpty() ? null : config.clientName());
        RedisProtocol protocol = protocol();
        return protocol == null ? client.build() : client.protocol(protocol).build();
    }

    /** Returns the settings of connections to sentinels, over which Jedis speaks RESP2 without asking. */
    public JedisClientConfig sentinelClient() {
        String user = config.sentinelUser();
        Secret password = config.sentinelPassword();
        return base(user, password, login(user, password))
                .serverDefaultProtocol()
                .build();
    }

    /**
     * Returns settings for Jedis's client objects, which open a connection at once to learn the protocol if it is not
     * named.
     */
    public static JedisClientConfig offline() {
        return DefaultJedisClientConfig.builder().resp2().build();
    }

    public GenericObjectPoolConfig<PortConnection> pool() {
        GenericObjectPoolConfig<PortConnection> settings = unusedPool();
        config.pool().applyTo(settings);
        settings.setTestOnReturn(true);
        settings.setNumTestsPerEvictionRun(-1);
        return settings;
    }

    /**
     * Returns settings for the pools inside Jedis's own Sentinel and Cluster clients. They lend nothing here, and must
     * start no thread.
     */
    public static <T> GenericObjectPoolConfig<T> unusedPool() {
        GenericObjectPoolConfig<T> settings = new GenericObjectPoolConfig<>();
        settings.setTimeBetweenEvictionRuns(Duration.ofMillis(-1));
        settings.setJmxEnabled(false);
        return settings;
    }

    private DefaultJedisClientConfig.Builder base(String user, Secret password, Supplier<RedisCredentials> login) {
        DefaultJedisClientConfig.Builder builder = DefaultJedisClientConfig.builder()
                .connectionTimeoutMillis(connectMillis())
                .socketTimeoutMillis(commandMillis())
                .clientSetInfoConfig(ClientSetInfoConfig.DISABLED);
        if (tls.options() != null) {
            builder.sslOptions(tls.options());
        }
        if (!user.isEmpty() || password != Secret.NONE) {
            builder.credentialsProvider(login);
        }
        return builder;
    }

    /**
     * Returns what reads the credentials. That happens for each connection, so that a changed secret is taken up and
     * none stays in memory.
     */
    private static Supplier<RedisCredentials> login(String user, Secret password) {
        return () -> new SentPassword(user, password).get();
    }

    private @Nullable RedisProtocol protocol() {
        return switch (config.protocol()) {
            case AUTO -> null;
            case RESP2 -> RedisProtocol.RESP2;
            case RESP3 -> RedisProtocol.RESP3;
        };
    }

    private static void checkReadable(Secret secret) {
        secret.reveal();
    }
}
