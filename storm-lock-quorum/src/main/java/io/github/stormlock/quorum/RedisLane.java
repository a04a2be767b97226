package io.github.stormlock.quorum;

import io.github.stormlock.redis.RedisConfig;
import io.github.stormlock.redis.RedisException;
import io.github.stormlock.redis.RedisPort;
import io.github.stormlock.redis.ScriptCall;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The way to a standalone Redis, on which scripts run in the order in which they were sent. That holds for scripts too
 * whose answers nobody awaits any more: what is sent after them does not overtake them. A {@link RedisPort} that is used
 * by several threads gives that up.
 *
 * <p>The lane connects when first used, and again after a connection was lost. An answer that has not come within the
 * command time-out ends the connection. Every script is sent <b>once</b>. Thread-safe.
 */
interface RedisLane extends AutoCloseable {

    /**
     * Sends a script behind all that was sent before. Returns at once.
     *
     * @param call the script with its keys and arguments; no replica is waited for
     * @return the answer as {@link RedisPort#run} returns it, or the {@link RedisException} that it would have thrown, as
     *     a value. It comes on a thread of the lane, which must not be held up. After a cancel, a script that is not
     *     on its way yet is never sent
     */
    CompletableFuture<@Nullable Object> send(ScriptCall call);

    /** Returns the host and the port of the server. */
    RedisConfig.Node server();

    /** Ends the connection. Scripts on their way are answered by an exception. Idempotent. */
    @Override
    void close();
}
