package io.github.stormlock.redis.internal.connect;

import io.github.stormlock.redis.RedisConfig;
import io.github.stormlock.redis.RedisConfig.Node;
import io.github.stormlock.redis.Secret;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.apache.commons.pool2.impl.GenericObjectPoolConfig;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import redis.clients.jedis.ClientSetInfoConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.RedisCredentials;
import redis.clients.jedis.RedisProtocol;

/** A {@link RedisConfig} in the words of Jedis and Commons Pool. Thread-safe. */
public final class JedisSettings {
    private static final Logger LOG = LoggerFactory.getLogger(JedisSettings.class);

    private final RedisConfig config;
    private final Tls tls;
    private final AtomicBoolean withoutHello = new AtomicBoolean();

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
        return client(login(config.user(), config.password()), saysHello());
    }

    /**
     * Returns the settings of one connection to a server that keeps data.
     *
     * @param hello true to begin it with {@code HELLO}
     */
    JedisClientConfig client(Supplier<RedisCredentials> login, boolean hello) {
        DefaultJedisClientConfig.Builder client = base(config.user(), config.password(), login)
                .database(config.database())
                .clientName(config.clientName().isEmpty() ? null : config.clientName());
        if (!hello) {
            // What a server speaks that was not asked is RESP2.
            client.serverDefaultProtocol();
        } else if (config.protocol() == RedisConfig.Protocol.RESP3) {
            client.protocol(RedisProtocol.RESP3);
        }
        return client.build();
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

    /** Returns true if connections begin with {@code HELLO}. */
    boolean saysHello() {
        return config.protocol() == RedisConfig.Protocol.RESP3 || mayGoOnWithoutHello();
    }

    /** Returns true if a connection that ends at {@code HELLO} is worth a try without it. */
    boolean mayGoOnWithoutHello() {
        return config.protocol() == RedisConfig.Protocol.AUTO && !withoutHello.get();
    }

    /** Notes that {@code address} takes connections without {@code HELLO} only, and says so once. */
    void goOnWithoutHello(HostAndPort address, RuntimeException refusal) {
        if (withoutHello.compareAndSet(false, true)) {
            LOG.info(
                    "{} takes no HELLO ({}), so connections speak RESP2; storm.lock.redis.protocol=resp2 asks for that at once",
                    address,
                    Failures.reason(refusal));
        }
    }

    private static void checkReadable(Secret secret) {
        secret.reveal();
    }
}
