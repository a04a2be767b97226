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
 * @param connectTimeout how long a connection attempt may take
 * @param commandTimeout how long an answer may take
 * @param clientName as CLIENT LIST shows it; empty for none
 * @param pool the pool of command connections, per node
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
        PoolConfig pool) {

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

    /** A server's address. */
    public record Node(String host, int port) {}
}
