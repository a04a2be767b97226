package io.github.stormlock.redis;

import java.time.Duration;
import java.util.List;

/**
 * Everything that one way to Redis needs. Immutable; checks itself; shows no secret.
 *
 * @param mode standalone, sentinel or cluster
 * @param nodes the servers: one for standalone; the sentinels; or some of the cluster's nodes
 * @param master the name under which the sentinels watch the primary; empty for the other modes
 * @param database 0 and up; 0 in a cluster
 * @param user the ACL user; empty for the default user
 * @param password of that user
 * @param sentinelUser the ACL user at the sentinels; empty for the default user
 * @param sentinelPassword of that user
 * @param tls how the connection is encrypted, or {@link TlsConfig#OFF}
 * @param protocol the wire protocol
 * @param connectTimeout how long a connection attempt may take, 1 ms and up
 * @param commandTimeout how long a command may take to be written and answered, and all of those sent together, 1 ms
 *     and up
 * @param clientName as CLIENT LIST shows it, printable ASCII without spaces; empty for none
 * @param pool the pool of command connections, per node
 * @param replicas how many of them must have a commit before it counts as done
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

    /** One server on this machine, as it comes out of the box. */
    public static final RedisConfig DEFAULT = new RedisConfig(
            Mode.STANDALONE,
            List.of(new Node("127.0.0.1", DEFAULT_PORT)),
            "",
            0,
            "",
            Secret.NONE,
            "",
            Secret.NONE,
            TlsConfig.OFF,
            Protocol.AUTO,
            Duration.ofSeconds(2),
            Duration.ofSeconds(2),
            "storm-lock",
            PoolConfig.DEFAULT,
            ReplicasConfig.NONE);

    private static final int MOST_DATABASES = 65_536;

    /**
     * Checks every range, and that all goes with the mode.
     *
     * @throws IllegalArgumentException if a value is out of its range or does not go with the mode
     */
    public RedisConfig {
        nodes = List.copyOf(nodes);
        Checks.require(!nodes.isEmpty(), "no Redis node is named: give at least one host and port");
        Checks.require(
                mode != Mode.STANDALONE || nodes.size() == 1,
                "standalone mode takes one node, not " + nodes.size() + ": name one, or set the mode");
        Checks.require(
                mode == Mode.SENTINEL == !master.isEmpty(),
                "the master's name belongs to sentinel mode: mode is " + mode + ", master is '" + master + "'");
        Checks.range("database", database, 0, MOST_DATABASES);
        Checks.require(mode != Mode.CLUSTER || database == 0, "database is " + database + ": a cluster has only 0");
        Checks.timeout("connectTimeout", connectTimeout);
        Checks.timeout("commandTimeout", commandTimeout);
        Checks.require(
                clientName.chars().allMatch(c -> c > ' ' && c <= '~'),
                "clientName is '" + clientName + "': only printable ASCII without spaces");
    }

    /** How the servers are organised. */
    public enum Mode {
        STANDALONE,
        SENTINEL,
        CLUSTER
    }

    /** The wire protocol; {@code AUTO} takes RESP3 where the server speaks it. */
    public enum Protocol {
        AUTO,
        RESP2,
        RESP3
    }

    /**
     * A server's address.
     *
     * @param host a name or an IP address, IPv6 without brackets
     * @param port 1 to 65,535
     */
    public record Node(String host, int port) {
        /**
         * Checks both.
         *
         * @throws IllegalArgumentException if the host is blank or the port out of range
         */
        public Node {
            Checks.require(!host.isBlank(), "a Redis node has no host");
            Checks.range("the port of " + host, port, 1, 65_535);
        }
    }

    /** One server, everything else as in {@link #DEFAULT}. */
    public static RedisConfig standalone(String host, int port) {
        return DEFAULT.withNodes(List.of(new Node(host, port)));
    }

    /**
     * One server, as {@code redis://[user][:password]@host[:port][/database]} or {@code rediss://…} for TLS.
     *
     * @throws IllegalArgumentException if that is not what {@code uri} says; the message never holds the password
     */
    public static RedisConfig fromUri(String uri) {
        return RedisUri.parse(uri);
    }

    /** Whether a URI carries a password, also if it is no good otherwise: a topology's configuration is no place for one. */
    public static boolean uriHasPassword(String uri) {
        return RedisUri.hasPassword(uri);
    }

    public RedisConfig withNodes(List<Node> value) {
        return copy().nodes(value).build();
    }

    /** The primary that the given sentinels watch under that name. */
    public RedisConfig withSentinels(String masterName, List<Node> sentinels) {
        return copy().mode(Mode.SENTINEL).master(masterName).nodes(sentinels).build();
    }

    /** The cluster to which the given nodes belong. */
    public RedisConfig withCluster(List<Node> some) {
        return copy().mode(Mode.CLUSTER).master("").nodes(some).build();
    }

    public RedisConfig withDatabase(int value) {
        return copy().database(value).build();
    }

    public RedisConfig withUser(String value) {
        return copy().user(value).build();
    }

    public RedisConfig withPassword(Secret value) {
        return copy().password(value).build();
    }

    public RedisConfig withSentinelUser(String value) {
        return copy().sentinelUser(value).build();
    }

    public RedisConfig withSentinelPassword(Secret value) {
        return copy().sentinelPassword(value).build();
    }

    public RedisConfig withTls(TlsConfig value) {
        return copy().tls(value).build();
    }

    public RedisConfig withProtocol(Protocol value) {
        return copy().protocol(value).build();
    }

    public RedisConfig withConnectTimeout(Duration value) {
        return copy().connectTimeout(value).build();
    }

    public RedisConfig withCommandTimeout(Duration value) {
        return copy().commandTimeout(value).build();
    }

    public RedisConfig withClientName(String value) {
        return copy().clientName(value).build();
    }

    public RedisConfig withPool(PoolConfig value) {
        return copy().pool(value).build();
    }

    public RedisConfig withReplicas(ReplicasConfig value) {
        return copy().replicas(value).build();
    }

    private RedisConfigCopy copy() {
        return new RedisConfigCopy(this);
    }
}
