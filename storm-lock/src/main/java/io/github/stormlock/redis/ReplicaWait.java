package io.github.stormlock.redis;

import org.jspecify.annotations.Nullable;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * Waits until enough replicas have what stands when a script has run. The server answers for all that it had written when
 * the connection's last command was run, by whomever: so the wait goes over the same connection, right behind the script,
 * and covers a write that the script only found.
 */
final class ReplicaWait {
    private ReplicaWait() {}

    static boolean isWanted(NodePool pool, ScriptCall call) {
        return call.replicated() && pool.replicas().isOn();
    }

    static void send(PortConnection connection, NodePool pool) {
        connection.send(Commands.wait(pool.replicas()));
    }

    /**
     * The answer of a script, once the replicas have confirmed.
     *
     * @throws RedisNotReplicatedException if fewer did
     */
    static @Nullable Object read(PortConnection connection, NodePool pool, ScriptCall call) {
        Object answer;
        try {
            answer = Exchange.clean(connection.read());
        } catch (JedisDataException e) {
            // Its answer is due all the same, before the connection is anybody else's.
            Object unused = confirm(connection, pool, call, null);
            throw e;
        }
        RedisNotReplicatedException missing = confirm(connection, pool, call, answer);
        if (missing != null) {
            throw missing;
        }
        return answer;
    }

    /** Reads how many confirmed; {@code null} if they are enough. */
    static @Nullable RedisNotReplicatedException confirm(
            PortConnection connection, NodePool pool, ScriptCall call, @Nullable Object answer) {
        ReplicasConfig wanted = pool.replicas();
        try {
            connection.answerWithin(pool.commandMillis() + wanted.millis());
            long have = connection.read() instanceof Long count ? count : 0;
            return have >= wanted.least() ? null : missing(pool, call, have + " replicas", answer, null);
        } catch (JedisDataException e) {
            return missing(pool, call, e.getMessage(), answer, null);
        } catch (JedisConnectionException e) {
            return missing(pool, call, "no answer", answer, e);
        }
    }

    private static RedisNotReplicatedException missing(
            NodePool pool,
            ScriptCall call,
            @Nullable String instead,
            @Nullable Object answer,
            @Nullable JedisConnectionException cause) {
        ReplicasConfig wanted = pool.replicas();
        return new RedisNotReplicatedException(
                "Redis at " + pool.address() + " ran script " + call.script()
                        + ", and not enough replicas confirmed it within "
                        + wanted.millis() + " ms (storm.lock.redis.replicas.least is " + wanted.least()
                        + ", storm.lock.redis.replicas.wait is " + wanted.millis() + " ms): " + instead,
                answer,
                cause);
    }
}
