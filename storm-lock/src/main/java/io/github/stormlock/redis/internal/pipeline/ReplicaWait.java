package io.github.stormlock.redis.internal.pipeline;

import io.github.stormlock.redis.RedisNotReplicatedException;
import io.github.stormlock.redis.ReplicasConfig;
import io.github.stormlock.redis.ScriptCall;
import io.github.stormlock.redis.internal.connect.Checks;
import io.github.stormlock.redis.internal.connect.NodePool;
import io.github.stormlock.redis.internal.connect.PortConnection;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * Waits until enough replicas have what stands when a script has run. The server answers for all that it had written
 * when the connection's last command ran, no matter for which client. So the WAIT goes over the same connection, right
 * behind the script, and covers a write that the script only found.
 */
final class ReplicaWait {
    private ReplicaWait() {}

    /**
     * Reads how many replicas confirmed.
     *
     * @param end the deadline of everything else that had to be answered
     * @return {@code null} if they are enough
     */
    static @Nullable RedisNotReplicatedException confirm(
            PortConnection connection, NodePool pool, ScriptCall call, long end) {
        ReplicasConfig wanted = pool.settings().config().replicas();
        try {
            Object answer = connection.read(end + wanted.millis() * 1_000_000L);
            long have = answer instanceof Long count ? count : 0;
            return have >= wanted.least() ? null : missing(pool, call, have + " replicas", null);
        } catch (JedisDataException e) {
            return missing(pool, call, e.getMessage(), null);
        } catch (JedisConnectionException e) {
            return missing(pool, call, "no answer", e);
        }
    }

    private static RedisNotReplicatedException missing(
            NodePool pool, ScriptCall call, @Nullable String instead, @Nullable JedisConnectionException cause) {
        ReplicasConfig wanted = pool.settings().config().replicas();
        return new RedisNotReplicatedException(
                "Redis at " + pool.address() + " ran script " + call.script()
                        + ", and not enough replicas confirmed it within "
                        + wanted.millis() + " ms (" + Checks.name("replicas.least") + " is " + wanted.least()
                        + ", " + Checks.name("replicas.wait") + " is " + wanted.millis() + " ms): " + instead,
                null,
                cause);
    }
}
