package io.github.stormlock.redis.internal.pipeline;

import io.github.stormlock.redis.RedisException;
import io.github.stormlock.redis.RedisRefusedException;
import io.github.stormlock.redis.ScriptCall;
import io.github.stormlock.redis.internal.connect.Failures;
import io.github.stormlock.redis.internal.connect.NodePool;
import io.github.stormlock.redis.internal.connect.NodePools;
import io.github.stormlock.redis.internal.route.Topology;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.exceptions.JedisAskDataException;
import redis.clients.jedis.exceptions.JedisRedirectionException;

/** Finds the server for a script that another server did not run. */
record Redirection(JedisRedirectionException answer, ScriptCall call, NodePool from) {
    /**
     * The most redirections of one call. A slot that moves twice while one script is on its way is rare, and a cluster
     * that redirects in circles is broken.
     */
    static final int MOST = 5;

    /**
     * Returns the pool of the server that a redirection names.
     *
     * @param before the number of redirections that this call has followed already
     * @throws RedisRefusedException if there were too many, if it names nobody, or if the configuration knows of no cluster
     */
    NodePool follow(int before, Topology topology, NodePools pools) {
        if (!topology.isCluster()) {
            throw refused("Redis at " + from.address() + " is a node of a cluster: configure cluster mode");
        }
        if (before >= MOST) {
            throw refused("script " + call.script() + " was redirected more than " + MOST + " times, last by "
                    + from.address() + ": " + answer.getMessage());
        }
        if (!(answer instanceof JedisAskDataException)) {
            topology.doubt();
        }
        HostAndPort named = answer.getTargetNode();
        if (named.getHost().equals("?")) {
            throw refused(from.address() + " points to a node at port " + named.getPort()
                    + " that has no host name to tell: see cluster-announce-hostname");
        }
        // A node that does not know its own address leaves the host out, and means the one by which it was reached.
        HostAndPort target =
                named.getHost().isBlank() ? new HostAndPort(from.address().getHost(), named.getPort()) : named;
        return pools.at(target);
    }

    private RedisRefusedException refused(String problem) {
        return new RedisRefusedException(Failures.code(answer), problem, answer);
    }

    /**
     * Makes the topology doubt what it knows, if a node cannot be reached or is none to write to: it may have been
     * replaced.
     */
    static void doubtAfter(RedisException failure, Topology topology) {
        boolean suspicious = failure instanceof RedisRefusedException refused
                ? refused.code().equals("READONLY") || refused.code().equals("CLUSTERDOWN")
                // Without a cause the failure is of the pool, or an interrupt.
                : failure.getCause() != null;
        if (suspicious) {
            topology.doubt();
        }
    }
}
