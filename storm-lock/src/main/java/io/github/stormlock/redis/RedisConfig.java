package io.github.stormlock.redis;

import io.github.stormlock.redis.internal.connect.Checks;
import java.time.Duration;
import java.util.List;

/**
 * The servers, and everything that the way to them needs. Immutable and thread-safe. It checks itself, and its
 * {@code toString} shows no password. Messages name a setting by its {@code storm.lock.redis.*} key, here too.
 *
 * <p>Use a {@link RedisConfigBuilder} to make one: the constructor grows with the settings.
 *
 * @param mode the organisation of the servers
 * @param nodes the servers: one for standalone; the sentinels; or some of the cluster's nodes
 * @param master the name under which the sentinels watch the primary; empty for the other modes
 * @param database the number of the database: 0 to 65,536; 0 in a cluster
 * @param user the ACL user; empty for the default user
 * @param password the password of that user
 * @param sentinelUser the ACL user at the sentinels; empty for the default user
 * @param sentinelPassword the password of that user
 * @param tls the encryption of connections, or {@link TlsConfig#OFF}
 * @param protocol the wire protocol
 * @param connectTimeout the longest time for making a connection: 1 to 2,147,483,647 ms
 * @param commandTimeout the longest time for a command to be written and answered, and for all of those sent together:
 *     1 to 2,147,483,647 ms
 * @param clientName the name that CLIENT LIST shows, printable ASCII without spaces; empty for none
 * @param pool the pool of command connections, for each node
 * @param replicas the number of replicas that must have a commit before it counts as done
 */
public record RedisConfig(
        Mode mode,
        List<Node> nodes,
        String master,
        int database,
        String user,
        Secret password,
        String sentinelUser,
        Secret sentinelPassword,
        TlsConfig tls,
        Protocol protocol,
        Duration connectTimeout,
        Duration commandTimeout,
        String clientName,
        PoolConfig pool,
        ReplicasConfig replicas) {

    /** The port that a Redis server listens on unless told otherwise. */
    public static final int DEFAULT_PORT = 6379;

    /** The defaults: one server at 127.0.0.1:6379, without login and encryption, and time-outs of 2 s. */
    public static final RedisConfig DEFAULT = builder().build();

    private static final int MOST_DATABASES = 65_536;

    /**
     * Checks every range, and that all goes with the mode.
     *
     * @throws IllegalArgumentException if a value is out of its range or does not go with the mode
     */
    public RedisConfig {
        nodes = List.copyOf(nodes);
        Checks.require(!nodes.isEmpty(), Checks.name("nodes") + " names no server: give at least one host and port");
        Checks.require(
                mode != Mode.STANDALONE || nodes.size() == 1,
                Checks.name("nodes") + " names " + nodes.size() + " servers, but " + Checks.name("mode") + " = " + mode
                        + " takes one: for several, set the mode to sentinel or cluster");
        Checks.require(
                mode == Mode.SENTINEL == !master.isEmpty(),
                Checks.name("sentinel.master") + (master.isEmpty() ? " is not given" : " is given") + ", but "
                        + Checks.name("mode") + " = " + mode
                        + ": the primary's name belongs to sentinel mode, and to no other");
        Checks.range("database", database, 0, MOST_DATABASES, "");
        Checks.require(
                mode != Mode.CLUSTER || database == 0,
                Checks.name("database") + " = " + database + ", but " + Checks.name("mode") + " = " + mode
                        + " has database 0 only");
        Checks.timeout("connect.timeout", connectTimeout);
        Checks.timeout("command.timeout", commandTimeout);
        Checks.require(
                clientName.chars().allMatch(c -> c > ' ' && c <= '~'),
                "clientName is '" + clientName + "': give printable ASCII without spaces, or nothing");
    }

    /** The organisation of the servers. */
    public enum Mode {
        /** One server. */
        STANDALONE,
        /** A primary with replicas, watched by sentinels. */
        SENTINEL,
        /** Several primaries, each with its share of the keys. */
        CLUSTER
    }

    /** The wire protocol. */
    public enum Protocol {
        /** RESP3 where the server speaks it, and RESP2 elsewhere. */
        AUTO,
        /** The protocol that every server speaks. */
        RESP2,
        /** The protocol of servers since version 6. */
        RESP3
    }

    /**
     * A server's address.
     *
     * @param host a name or an IP address, IPv6 without brackets
     * @param port the port: 1 to 65,535
     */
    public record Node(String host, int port) {
        private static final int LAST_PORT = 65_535;

        /**
         * Checks both.
         *
         * @throws IllegalArgumentException if the host is blank or the port out of range
         */
        public Node {
            Checks.require(!host.isBlank(), "a Redis node has no host");
            Checks.require(
                    port >= 1 && port <= LAST_PORT, "the port of " + host + " is " + port + ": give 1 to " + LAST_PORT);
        }
    }

    /**
     * {@return the settings of one server, with everything else as in {@link #DEFAULT}}
     *
     * @param host a name or an IP address, IPv6 without brackets
     * @param port the port: 1 to 65,535
     * @throws IllegalArgumentException if the host is blank or the port out of range
     */
    public static RedisConfig standalone(String host, int port) {
        return builder().nodes(List.of(new Node(host, port))).build();
    }

    /**
     * {@return the settings of one server, named as {@code redis://[user][:password]@host[:port][/database]}, or as
     * {@code rediss://…} for TLS} A special character in user or password is encoded, such as {@code %40} for
     * {@code @}.
     *
     * @param uri the URI
     * @throws IllegalArgumentException if {@code uri} is none; the message never holds the password
     */
    public static RedisConfig fromUri(String uri) {
        return RedisUri.parse(uri);
    }

    /** {@return a builder that starts from {@link #DEFAULT}} */
    public static RedisConfigBuilder builder() {
        return new RedisConfigBuilder();
    }

    /** {@return a builder that starts from these settings} */
    public RedisConfigBuilder toBuilder() {
        return new RedisConfigBuilder()
                .mode(mode)
                .nodes(nodes)
                .master(master)
                .database(database)
                .user(user)
                .password(password)
                .sentinelUser(sentinelUser)
                .sentinelPassword(sentinelPassword)
                .tls(tls)
                .protocol(protocol)
                .connectTimeout(connectTimeout)
                .commandTimeout(commandTimeout)
                .clientName(clientName)
                .pool(pool)
                .replicas(replicas);
    }
}
