package io.github.stormlock.redis;

import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.exceptions.JedisAskDataException;
import redis.clients.jedis.exceptions.JedisRedirectionException;

/** Where a script goes that a server did not run because another one must. */
final class Redirection {
    /** A slot that moves twice while one script is on its way is rare; a cluster that sends it in circles is broken. */
    static final int MOST = 5;

    private Redirection() {}

    /**
     * @param before how many redirections this call has followed already
     * @throws RedisRefusedException if there were too many, or the configuration knows of no cluster
     */
    static NodePool follow(
            JedisRedirectionException answer,
            ScriptCall call,
            NodePool from,
            int before,
            Topology topology,
            NodePools pools) {
        if (!topology.isCluster()) {
            throw new RedisRefusedException(
                    Failures.code(answer),
                    "Redis at " + from.address() + " is a node of a cluster: configure cluster mode",
                    answer);
        }
        if (before >= MOST) {
            throw new RedisRefusedException(
                    Failures.code(answer),
                    "script " + call.script() + " was redirected more than " + MOST + " times, last by "
                            + from.address() + ": " + answer.getMessage(),
                    answer);
        }
        if (!(answer instanceof JedisAskDataException)) {
            topology.doubt();
        }
        return pools.at(target(answer, from));
    }

    /** A node that cannot be reached, or is none to write to, may have been replaced. */
    static void doubtAfter(RedisException failure, Topology topology) {
        boolean suspicious = failure instanceof RedisRefusedException refused
                ? refused.code().equals("READONLY") || refused.code().equals("CLUSTERDOWN")
                // Without a cause it was the pool, or an interrupt.
                : failure.getCause() != null;
        if (suspicious) {
            topology.doubt();
        }
    }

    /** A node that does not know its own address leaves the host out, and means the one it was reached by. */
    private static HostAndPort target(JedisRedirectionException answer, NodePool from) {
        HostAndPort target = answer.getTargetNode();
        return target.getHost().isEmpty() ? new HostAndPort(from.address().getHost(), target.getPort()) : target;
    }
}
