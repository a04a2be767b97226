package io.github.stormlock.redis.internal.connect;

import io.github.stormlock.redis.RedisConfig;
import io.github.stormlock.redis.RedisConfig.Node;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.commons.pool2.impl.GenericObjectPoolConfig;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import redis.clients.jedis.ClientSetInfoConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
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
     * @throws IllegalStateException if a library on the class path is too old
     */
    public JedisSettings(RedisConfig config) {
        Libraries.check();
        this.config = config;
        this.tls = Tls.of(config.tls(), names());
        Checks.reveal(names(), "password", config.password());
        Checks.reveal(names(), "sentinel.password", config.sentinelPassword());
    }

    public RedisConfig config() {
        return config;
    }

    public Names names() {
        return new Names(config.keyed());
    }

    boolean encrypted() {
        return config.tls().enabled();
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

    /** Returns the login of one connection. */
    SentPassword login(Peer peer) {
        return peer == Peer.SENTINEL
                ? new SentPassword(names(), "sentinel.password", config.sentinelUser(), config.sentinelPassword())
                : new SentPassword(names(), "password", config.user(), config.password());
    }

    /**
     * Returns the settings of one connection.
     *
     * @param hello true to begin it with {@code HELLO}
     */
    JedisClientConfig client(Peer peer, SentPassword login, boolean hello) {
        DefaultJedisClientConfig.Builder client = DefaultJedisClientConfig.builder()
                .connectionTimeoutMillis(connectMillis())
                .socketTimeoutMillis(commandMillis())
                .clientSetInfoConfig(ClientSetInfoConfig.DISABLED);
        if (login.isGiven()) {
            // Read for each connection, so that a changed secret is taken up and none stays in memory.
            client.credentialsProvider(login);
        }
        if (peer == Peer.SERVER) {
            client.database(config.database()).clientName(config.clientName().isEmpty() ? null : config.clientName());
        }
        if (!hello) {
            // What a server speaks that was not asked is RESP2.
            client.serverDefaultProtocol();
        } else if (config.protocol() == RedisConfig.Protocol.RESP3) {
            client.protocol(RedisProtocol.RESP3);
        }
        return client.build();
    }

    public GenericObjectPoolConfig<PortConnection> pool() {
        GenericObjectPoolConfig<PortConnection> settings = new GenericObjectPoolConfig<>();
        settings.setJmxEnabled(false);
        config.pool().applyTo(settings);
        settings.setTestOnReturn(true);
        settings.setNumTestsPerEvictionRun(-1);
        return settings;
    }

    /** Returns true if connections begin with {@code HELLO}. */
    boolean saysHello(Peer peer) {
        return (peer == Peer.SERVER && config.protocol() == RedisConfig.Protocol.RESP3) || mayGoOnWithoutHello(peer);
    }

    /** Returns true if a connection that ends at {@code HELLO} is worth a try without it. */
    boolean mayGoOnWithoutHello(Peer peer) {
        return peer == Peer.SERVER && config.protocol() == RedisConfig.Protocol.AUTO && !withoutHello.get();
    }

    /** Notes that {@code address} takes connections without {@code HELLO} only, and says so once. */
    void goOnWithoutHello(HostAndPort address, RuntimeException refusal) {
        if (withoutHello.compareAndSet(false, true)) {
            LOG.info(
                    "{} takes no HELLO ({}), so connections speak RESP2; {}=resp2 asks for that at once",
                    address,
                    Failures.reason(refusal),
                    names().of("protocol"));
        }
    }
}
