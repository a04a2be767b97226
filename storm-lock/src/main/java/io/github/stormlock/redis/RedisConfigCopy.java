package io.github.stormlock.redis;

import io.github.stormlock.redis.RedisConfig.Mode;
import io.github.stormlock.redis.RedisConfig.Node;
import io.github.stormlock.redis.RedisConfig.Protocol;
import java.time.Duration;
import java.util.List;

/** A copy of a configuration with some values changed; what the {@code with…} methods are made of. Not thread-safe. */
final class RedisConfigCopy {
    private Mode mode;
    private List<Node> nodes;
    private String master;
    private int database;
    private String user;
    private Secret password;
    private String sentinelUser;
    private Secret sentinelPassword;
    private TlsConfig tls;
    private Protocol protocol;
    private Duration connectTimeout;
    private Duration commandTimeout;
    private String clientName;
    private PoolConfig pool;
    private ReplicasConfig replicas;

    RedisConfigCopy(RedisConfig from) {
        mode = from.mode();
        nodes = from.nodes();
        master = from.master();
        database = from.database();
        user = from.user();
        password = from.password();
        sentinelUser = from.sentinelUser();
        sentinelPassword = from.sentinelPassword();
        tls = from.tls();
        protocol = from.protocol();
        connectTimeout = from.connectTimeout();
        commandTimeout = from.commandTimeout();
        clientName = from.clientName();
        pool = from.pool();
        replicas = from.replicas();
    }

    RedisConfigCopy mode(Mode value) {
        mode = value;
        return this;
    }

    RedisConfigCopy nodes(List<Node> value) {
        nodes = value;
        return this;
    }

    RedisConfigCopy master(String value) {
        master = value;
        return this;
    }

    RedisConfigCopy database(int value) {
        database = value;
        return this;
    }

    RedisConfigCopy user(String value) {
        user = value;
        return this;
    }

    RedisConfigCopy password(Secret value) {
        password = value;
        return this;
    }

    RedisConfigCopy sentinelUser(String value) {
        sentinelUser = value;
        return this;
    }

    RedisConfigCopy sentinelPassword(Secret value) {
        sentinelPassword = value;
        return this;
    }

    RedisConfigCopy tls(TlsConfig value) {
        tls = value;
        return this;
    }

    RedisConfigCopy protocol(Protocol value) {
        protocol = value;
        return this;
    }

    RedisConfigCopy connectTimeout(Duration value) {
        connectTimeout = value;
        return this;
    }

    RedisConfigCopy commandTimeout(Duration value) {
        commandTimeout = value;
        return this;
    }

    RedisConfigCopy clientName(String value) {
        clientName = value;
        return this;
    }

    RedisConfigCopy pool(PoolConfig value) {
        pool = value;
        return this;
    }

    RedisConfigCopy replicas(ReplicasConfig value) {
        replicas = value;
        return this;
    }

    RedisConfig build() {
        return new RedisConfig(
                mode,
                nodes,
                master,
                database,
                user,
                password,
                sentinelUser,
                sentinelPassword,
                tls,
                protocol,
                connectTimeout,
                commandTimeout,
                clientName,
                pool,
                replicas);
    }
}
