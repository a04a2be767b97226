package io.github.stormlock.redis;

import io.github.stormlock.redis.internal.pipeline.JedisPort;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The way to a standalone Redis, a Sentinel group or a Cluster.
 *
 * <p>Every script is sent <b>once</b>. The port does not send it again if no answer came, because only the caller can
 * tell a script that ran from one that did not. Redirections are followed, since a redirected script did not run.
 * Thread-safe.
 *
 * @hidden
 */
public interface RedisPort extends AutoCloseable {

    /**
     * Opens a port. It connects when first used: the first call reports a server that cannot be reached.
     *
     * @param config the servers and the connections
     * @return a port with a pool of its own
     * @throws IllegalArgumentException if a secret, a trust store or a key store that {@code config} names cannot be
     *     read
     */
    static RedisPort open(RedisConfig config) {
        return JedisPort.open(config);
    }

    /**
     * Runs one script in one round trip.
     *
     * @param call the script with its keys and arguments
     * @param budgetNanos the longest time for the wait for a connection, the writing and the wait for the answer
     *     together, in nanoseconds. The configured time-outs bound the wait for a connection as well, and the other two
     *     together
     * @return the answer: {@code null}, {@link Long}, {@code byte[]}, or a {@link List} of such; an error inside a list
     *     is a {@link RedisRefusedException} in its place
     * @throws RedisUnavailableException if the script certainly did not run
     * @throws RedisAnswerLostException if the script was sent and no answer came: it may have run
     * @throws RedisRefusedException if the server answered with an error
     * @throws RedisNotReplicatedException if the script ran and too few replicas confirmed it
     * @throws IllegalArgumentException in Cluster mode, if the keys do not share a hash slot
     */
    @Nullable
    Object run(ScriptCall call, long budgetNanos);

    /**
     * Runs several scripts in one round trip for each server node that they concern, and in the time of one.
     *
     * @param calls the scripts, those of one node in the order in which they run
     * @param budgetNanos the longest time for all of them, as for {@link #run}
     * @return for each call, in order, its answer or the {@link RedisException} that {@link #run} would have thrown
     * @throws RedisUnavailableException if the port is closed
     * @throws IllegalArgumentException in Cluster mode, if the keys of one call do not share a hash slot; nothing is
     *     sent
     */
    List<@Nullable Object> runAll(List<ScriptCall> calls, long budgetNanos);

    /**
     * Lists the connections of clients as the servers show them ({@code CLIENT LIST}). In Cluster mode some nodes are
     * asked, those of 16 slots that divide all slots into equal parts.
     *
     * @param budgetNanos the longest time for all of it, as for {@link #run}
     * @return the lists of the nodes that answered; nothing of one that is away or does not permit it
     * @throws RedisUnavailableException if the port is closed
     */
    default List<String> listClients(long budgetNanos) {
        return List.of();
    }

    /**
     * Subscribes to one channel on a connection outside the pool. If that connection is lost it subscribes again, until
     * closed. Returns at once; {@link SubscriptionListener#subscribed()} tells when the subscription stands.
     *
     * @param channel the name of the channel
     * @param listener called on the thread of the subscription
     * @return the subscription, to be closed by the caller
     * @throws RedisUnavailableException if the port is closed
     */
    Subscription subscribe(String channel, SubscriptionListener listener);

    /**
     * {@return true in Cluster mode: there the keys of one script must share a hash slot, and a PUBLISH counts the
     * receivers of one node only}
     */
    boolean isCluster();

    /**
     * {@return the name of the server that a key belongs to, as far as that is known now; empty if there is only one} It
     * changes when slots move. Never blocks.
     *
     * @param key the key
     */
    default String node(byte[] key) {
        return "";
    }

    /**
     * Waits until a failure that an answer tells may be told: failures follow each other 50 ms apart at least. Those that the
     * port itself tells have waited.
     *
     * @param budgetNanos the longest wait, in nanoseconds
     */
    default void pace(long budgetNanos) {}

    /** {@return the figures of the command pool as it stands} */
    PoolGauges pool();

    /**
     * {@return how many round trips of the command pool have begun since the port was opened} One that goes to several nodes
     * of a Cluster counts for each, as does one more for a script that the server did not know, or a redirection.
     */
    long roundTrips();

    /** Ends every connection and thread of this port. Calls under way fail. Idempotent. */
    @Override
    void close();
}
