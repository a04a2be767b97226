package io.github.stormlock.redis.internal.pipeline;

import io.github.stormlock.redis.RedisException;
import io.github.stormlock.redis.RedisNotReplicatedException;
import io.github.stormlock.redis.ReplicasConfig;
import io.github.stormlock.redis.ScriptCall;
import io.github.stormlock.redis.internal.connect.Failures;
import io.github.stormlock.redis.internal.connect.NodePool;
import io.github.stormlock.redis.internal.connect.NodePools;
import io.github.stormlock.redis.internal.route.Topology;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.exceptions.JedisAskDataException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisNoScriptException;
import redis.clients.jedis.exceptions.JedisRedirectionException;

/** One script, or one plain command, on its way to an answer. For one thread at a time. */
final class PendingCall {
    private final ScriptCall call;
    private final @Nullable CommandArguments plain;
    private @Nullable NodePool pool;
    private boolean asking;
    private boolean byText;
    private int redirections;
    private @Nullable JedisRedirectionException redirection;
    private boolean settled;
    private @Nullable Object answer;

    PendingCall(ScriptCall call) {
        this(call, null);
    }

    /**
     * @param call the script; for a plain command, its name in messages and its key
     * @param plain the command that is sent instead, if there is one
     */
    PendingCall(ScriptCall call, @Nullable CommandArguments plain) {
        this.call = call;
        this.plain = plain;
    }

    ScriptCall call() {
        return call;
    }

    NodePool pool() {
        if (pool == null) {
            throw new IllegalStateException("the call has no node");
        }
        return pool;
    }

    boolean settled() {
        return settled;
    }

    @Nullable
    Object answer() {
        return answer;
    }

    boolean asking() {
        return asking;
    }

    CommandArguments command() {
        if (plain != null) {
            return plain;
        }
        return byText ? Commands.byText(call) : Commands.bySha1(call);
    }

    boolean isReplicated(ReplicasConfig replicas) {
        return call.replicated() && replicas.isOn();
    }

    /** Finds the pool of the server that the call belongs to, or settles the call with the failure. */
    void route(Topology topology, long deadline) {
        try {
            pool = topology.poolFor(call, deadline);
        } catch (RedisException e) {
            settle(e);
        }
    }

    void settle(@Nullable Object value) {
        answer = value;
        settled = true;
    }

    /** Turns an answer into a failure that holds it: too few replicas have what the script found or wrote. */
    void missReplicas(RedisNotReplicatedException missing) {
        if (settled && call.replicated() && !(answer instanceof RedisException)) {
            answer = new RedisNotReplicatedException(String.valueOf(missing.getMessage()), answer, missing.getCause());
        }
    }

    /**
     * Takes an error in place of the answer. Two kinds of error say that the script did not run, and lead to another
     * round.
     *
     * @param notAsked the server's error for ASKING, if it gave one. Without ASKING it does not run the script while
     *     the slot is being moved to it, and its redirection leads back, and in a circle
     */
    void refuse(JedisDataException error, @Nullable JedisDataException notAsked) {
        if (error instanceof JedisRedirectionException && notAsked != null) {
            settle(Failures.refused(call, pool().address(), notAsked));
        } else if (error instanceof JedisRedirectionException elsewhere) {
            redirection = elsewhere;
        } else if (error instanceof JedisNoScriptException && !byText && plain == null) {
            byText = true;
        } else {
            settle(Failures.refused(call, pool().address(), error));
        }
    }

    /** Leaves a pool that was retired after the call had come to it, and before anything was sent. */
    void leavePool() {
        pool = null;
        asking = false;
    }

    /**
     * Goes to the server that a redirection names, for the next round, or anew to the one that it belongs to. A failure
     * makes the topology doubt what it knows.
     */
    void goOn(Topology topology, NodePools pools, long deadline) {
        if (settled && answer instanceof RedisException failure) {
            Redirection.doubtAfter(failure, topology);
        } else if (pool == null) {
            route(topology, deadline);
        }
        JedisRedirectionException elsewhere = redirection;
        if (elsewhere == null) {
            return;
        }
        redirection = null;
        try {
            pool = new Redirection(elsewhere, call, pool()).follow(redirections++, topology, pools);
            asking = elsewhere instanceof JedisAskDataException;
        } catch (RedisException e) {
            settle(e);
        }
    }
}
