package io.github.stormlock.redis;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One narrow way to a standalone Redis, a Sentinel group or a Cluster.
 *
 * <p>Every script is sent <b>once</b>: an answer that did not arrive is never asked for again here, because only the
 * caller knows how to tell a script that ran from one that did not. Redirections are followed, since a redirected
 * script did not run. Thread-safe.
 */
public interface RedisPort extends AutoCloseable {

    /**
     * Opens a port. Connects lazily: an unreachable server is reported by the first call, not here.
     *
     * @throws IllegalArgumentException if a secret, a trust store or a key store that {@code config} names cannot be read
     */
    static RedisPort open(RedisConfig config) {
        return JedisPort.open(config);
    }

    /**
     * Runs one script in one round trip.
     *
     * @param budgetNanos how long the wait for a connection, the writing and the wait for the answer may take together, in
     *     nanoseconds; the wait for a connection is capped by the configured time-outs as well, and so are the other two
     *     together
     * @return the answer: {@code null}, {@link Long}, {@code byte[]}, or a {@link List} of such; an error inside a list
     *     is a {@link RedisRefusedException} in its place
     * @throws RedisUnavailableException if the script certainly did not run
     * @throws RedisAnswerLostException if the script was sent and no answer came: it may have run
     * @throws RedisRefusedException if the server answered with an error
     * @throws IllegalArgumentException in Cluster mode, if the keys do not share a hash slot
     */
    @Nullable
    Object run(ScriptCall call, long budgetNanos);

    /**
     * Runs several scripts in one round trip for each server node that they concern, and in the time of one.
     *
     * @return for each call, in order, its answer or the {@link RedisException} that {@link #run} would have thrown
     * @throws IllegalArgumentException in Cluster mode, if the keys of one call do not share a hash slot; nothing is sent
     */
    List<@Nullable Object> runAll(List<ScriptCall> calls, long budgetNanos);

    /**
     * Runs plain commands on one key in one round trip, in order but not in one step. Not in Cluster mode, where a slot may
     * move between two of them.
     *
     * @return for each command, in order, its answer as a script would see it, or the {@link RedisRefusedException}
     * @throws RedisUnavailableException if none of them ran
     * @throws RedisAnswerLostException if they were sent and not all answers came
     * @throws IllegalStateException in Cluster mode
     */
    List<@Nullable Object> runPlain(List<KeyCommand> commands, long budgetNanos);

    /**
     * Subscribes to one channel on a connection outside the pool, and subscribes again whenever that connection is
     * lost, until closed. Returns at once; {@link SubscriptionListener#subscribed()} tells when it stands.
     */
    Subscription subscribe(String channel, SubscriptionListener listener);

    /** Whether the keys of one script must share a hash slot, and a PUBLISH counts the receivers of one node only. */
    boolean isCluster();

    /** The command pool as it stands. */
    PoolGauges pool();

    /** Ends every connection and thread of this port. Idempotent; calls under way fail. */
    @Override
    void close();
}
