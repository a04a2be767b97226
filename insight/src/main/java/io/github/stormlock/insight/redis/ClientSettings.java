package io.github.stormlock.insight.redis;

import io.github.stormlock.redis.RedisConfig;
import io.github.stormlock.redis.Secret;
import javax.net.ssl.SSLParameters;
import redis.clients.jedis.ClientSetInfoConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.DefaultRedisCredentials;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.exceptions.JedisException;

/** The settings of a {@link RedisConfig} in the words of Jedis. RESP2 is enough for one who only asks, and needs no HELLO. */
final class ClientSettings {
    private ClientSettings() {}

    /** Returns the settings of connections to servers that keep data. */
    static JedisClientConfig ofServers(RedisConfig config) {
        return base(config, config.user(), config.password())
                .database(config.database())
                .clientName(config.clientName().isEmpty() ? null : config.clientName())
                .build();
    }

    /** Returns the settings of connections to sentinels. */
    static JedisClientConfig ofSentinels(RedisConfig config) {
        return base(config, config.sentinelUser(), config.sentinelPassword()).build();
    }

    // Jedis would read stores by itself, and knows no PEM files.
    @SuppressWarnings("deprecation")
    private static DefaultJedisClientConfig.Builder base(RedisConfig config, String user, Secret password) {
        DefaultJedisClientConfig.Builder builder = DefaultJedisClientConfig.builder()
                .serverDefaultProtocol()
                .connectionTimeoutMillis((int) config.connectTimeout().toMillis())
                .socketTimeoutMillis((int) config.commandTimeout().toMillis())
                .clientSetInfoConfig(ClientSetInfoConfig.DISABLED);
        if (config.tls().enabled()) {
            SSLParameters parameters = new SSLParameters();
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
            builder.ssl(true)
                    .sslSocketFactory(config.tls().context().getSocketFactory())
                    .sslParameters(parameters);
        }
        if (!user.isEmpty() || password != Secret.NONE) {
            // Read for each connection, so that no password stays in memory.
            builder.credentialsProvider(() -> login(user, password));
        }
        return builder;
    }

    private static DefaultRedisCredentials login(String user, Secret password) {
        try {
            return new DefaultRedisCredentials(user.isEmpty() ? null : user, password.reveal());
        } catch (IllegalArgumentException e) {
            // Jedis closes the socket again only for this kind of exception.
            throw new JedisException(e.getMessage(), e);
        }
    }
}
