package io.github.stormlock.redis;

import org.jspecify.annotations.Nullable;
import redis.clients.jedis.exceptions.JedisAskDataException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisNoScriptException;
import redis.clients.jedis.exceptions.JedisRedirectionException;

/** One call of a batch on its way to an answer. For one thread at a time. */
final class Pending {
    private final ScriptCall call;
    private @Nullable NodePool pool;
    private boolean asking;
    private boolean byText;
    private int redirections;
    private @Nullable JedisRedirectionException redirection;
    private boolean settled;
    private @Nullable Object answer;

    Pending(ScriptCall call) {
        this.call = call;
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

    boolean byText() {
        return byText;
    }

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

    /** Too few replicas have what it found or wrote. */
    void missReplicas(RedisNotReplicatedException missing) {
        if (settled && call.replicated() && !(answer instanceof RedisException)) {
            answer = new RedisNotReplicatedException(String.valueOf(missing.getMessage()), answer, missing.getCause());
        }
    }

    /** An error in place of the answer. Two kinds say that the script did not run, and lead to another round. */
    void refuse(JedisDataException error) {
        if (error instanceof JedisRedirectionException elsewhere) {
            redirection = elsewhere;
        } else if (error instanceof JedisNoScriptException && !byText) {
            byText = true;
        } else {
            settle(Failures.refused(call, pool().address(), error));
        }
    }

    void followRedirection(Topology topology, NodePools pools) {
        if (settled && answer instanceof RedisException failure) {
            Redirection.doubtAfter(failure, topology);
        }
        JedisRedirectionException elsewhere = redirection;
        if (elsewhere == null) {
            return;
        }
        redirection = null;
        try {
            pool = Redirection.follow(elsewhere, call, pool(), redirections++, topology, pools);
            asking = elsewhere instanceof JedisAskDataException;
        } catch (RedisException e) {
            settle(e);
        }
    }
}
