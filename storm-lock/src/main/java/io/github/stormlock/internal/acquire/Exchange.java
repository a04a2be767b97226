package io.github.stormlock.internal.acquire;

import io.github.stormlock.redis.RedisException;
import io.github.stormlock.redis.ScriptCall;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The way of the watchdog's calls: to one Redis, or to all servers of a quorum. Thread-safe.
 */
@FunctionalInterface
public interface Exchange {

    /**
     * Runs several scripts in the time of one.
     *
     * @param budgetNanos the longest time for all of them
     * @return for each call, in order, its answer or the {@link RedisException} in its place; of a quorum the answer that
     *     a majority of its servers gave
     */
    List<@Nullable Object> runAll(List<ScriptCall> calls, long budgetNanos);
}
