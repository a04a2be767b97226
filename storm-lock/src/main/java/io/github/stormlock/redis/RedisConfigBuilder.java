package io.github.stormlock.redis;

import io.github.stormlock.redis.RedisConfig.Mode;
import io.github.stormlock.redis.RedisConfig.Node;
import io.github.stormlock.redis.RedisConfig.Protocol;
import java.time.Duration;
import java.util.List;

/**
 * Gathers the settings of a {@link RedisConfig}, and checks them in {@link #build}. What is not given stays as it was.
 * Not thread-safe.
 */
public final class RedisConfigBuilder {
    private Mode mode = Mode.STANDALONE;
    private List<Node> nodes = List.of(new Node("127.0.0.1", RedisConfig.DEFAULT_PORT));
    private String master = "";
    private int database;
    private String user = "";
    private Secret password = Secret.NONE;
    private String sentinelUser = "";
    private Secret sentinelPassword = Secret.NONE;
    private TlsConfig tls = TlsConfig.OFF;
    private Protocol protocol = Protocol.AUTO;
    private Duration connectTimeout = Duration.ofSeconds(2);
    private Duration commandTimeout = Duration.ofSeconds(2);
    private String clientName = "storm-lock";
    private PoolConfig pool = PoolConfig.DEFAULT;
    private ReplicasConfig replicas = ReplicasConfig.NONE;

    RedisConfigBuilder() {}

    /**
     * Sets the organisation of the servers.
     *
     * @param value standalone, sentinel or cluster; standalone unless given
     * @return this builder
     */
    public RedisConfigBuilder mode(Mode value) {
        mode = value;
        return this;
    }

    /**
     * Sets the servers.
     *
     * @param value one server for standalone, the sentinels, or some of the cluster's nodes
     * @return this builder
     */
    public RedisConfigBuilder nodes(List<Node> value) {
        nodes = value;
        return this;
    }

    /**
     * Sets sentinel mode, the sentinels, and the name under which they watch the primary.
     *
     * @param masterName the name under which the sentinels watch the primary
     * @param sentinels some of the sentinels, at least one
     * @return this builder
     */
    public RedisConfigBuilder sentinels(String masterName, List<Node> sentinels) {
        return mode(Mode.SENTINEL).master(masterName).nodes(sentinels);
    }

    /**
     * Sets cluster mode, and some of the cluster's nodes.
     *
     * @param some the nodes that are asked for the others, at least one
     * @return this builder
     */
    public RedisConfigBuilder cluster(List<Node> some) {
        return mode(Mode.CLUSTER).master("").nodes(some);
    }

    /**
     * Sets the name under which the sentinels watch the primary.
     *
     * @param value the name; empty for the other modes
     * @return this builder
     */
    public RedisConfigBuilder master(String value) {
        master = value;
        return this;
    }

    /**
     * Sets the database.
     *
     * @param value 0 to 65,536, and 0 in a cluster
     * @return this builder
     */
    public RedisConfigBuilder database(int value) {
        database = value;
        return this;
    }

    /**
     * Sets the ACL user.
     *
     * @param value the name; empty for the default user
     * @return this builder
     */
    public RedisConfigBuilder user(String value) {
        user = value;
        return this;
    }

    /**
     * Sets the place of the user's password.
     *
     * @param value the place, at which the password is read for each new connection
     * @return this builder
     */
    public RedisConfigBuilder password(Secret value) {
        password = value;
        return this;
    }

    /**
     * Sets the ACL user at the sentinels.
     *
     * @param value the name; empty for the default user
     * @return this builder
     */
    public RedisConfigBuilder sentinelUser(String value) {
        sentinelUser = value;
        return this;
    }

    /**
     * Sets the place of the password for the sentinels.
     *
     * @param value the place, at which the password is read for each new connection
     * @return this builder
     */
    public RedisConfigBuilder sentinelPassword(Secret value) {
        sentinelPassword = value;
        return this;
    }

    /**
     * Sets the encryption of connections.
     *
     * @param value the settings; none unless given
     * @return this builder
     */
    public RedisConfigBuilder tls(TlsConfig value) {
        tls = value;
        return this;
    }

    /**
     * Sets the wire protocol.
     *
     * @param value the version; {@link Protocol#AUTO} unless given
     * @return this builder
     */
    public RedisConfigBuilder protocol(Protocol value) {
        protocol = value;
        return this;
    }

    /**
     * Sets the longest time for making a connection.
     *
     * @param value 1 to 2,147,483,647 ms; 2 s unless given
     * @return this builder
     */
    public RedisConfigBuilder connectTimeout(Duration value) {
        connectTimeout = value;
        return this;
    }

    /**
     * Sets the longest time for a command, or for all of those sent together, to be written and answered.
     *
     * @param value 1 to 2,147,483,647 ms; 2 s unless given
     * @return this builder
     */
    public RedisConfigBuilder commandTimeout(Duration value) {
        commandTimeout = value;
        return this;
    }

    /**
     * Sets the name that CLIENT LIST shows.
     *
     * @param value printable ASCII without spaces; empty for none
     * @return this builder
     */
    public RedisConfigBuilder clientName(String value) {
        clientName = value;
        return this;
    }

    /**
     * Sets the pool of command connections.
     *
     * @param value the settings, which hold for each node of a cluster
     * @return this builder
     */
    public RedisConfigBuilder pool(PoolConfig value) {
        pool = value;
        return this;
    }

    /**
     * Sets the number of replicas that must have a commit before it counts as done.
     *
     * @param value the number and the longest wait for them; none unless given
     * @return this builder
     */
    public RedisConfigBuilder replicas(ReplicasConfig value) {
        replicas = value;
        return this;
    }

    /**
     * {@return the settings}
     *
     * @throws IllegalArgumentException if a value is out of its range, naming it, value, unit and
     *     range, or does not go with the mode
     */
    public RedisConfig build() {
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
