package io.github.stormlock.torture.fault;

import io.github.stormlock.test.RedisServer;
import io.github.stormlock.torture.check.Loss;
import io.github.stormlock.torture.protocol.ClientConfig;
import io.github.stormlock.torture.run.ServerSetup;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * Starts the servers of a run, and asks them. It takes the system's Redis if there is one, because that is newer than the
 * embedded one.
 */
public final class TortureServers {
    static final int LONGEST_WAIT_MILLIS = 20_000;

    private static final long LOADING_NANOS = 5_000_000;

    /** The longest time by which a replica may lag behind its primary. */
    private static final long LAG_NANOS = 1_000_000_000L;

    private TortureServers() {}

    /**
     * Starts the servers of a mode. A quorum has several, whatever the mode.
     *
     * @param clients the number of clients that faults may strike
     * @param spared the number of those that are spared, whose wire is struck only where it is one of several
     */
    public static ServerSetup open(ClientConfig.Kind kind, ClientConfig.Mode mode, int clients, int spared) {
        if (kind.tested() == ClientConfig.Kind.QUORUM) {
            return new QuorumSetup(clients + spared);
        }
        return switch (mode) {
            case STANDALONE -> new StandaloneSetup(clients);
            case SENTINEL -> new SentinelSetup();
            case CLUSTER -> new ClusterSetup();
        };
    }

    /** Returns the answer to a question, and waits while the server loads its data. */
    static <T> T ask(RedisServer server, Function<Jedis, T> question) {
        long end = System.nanoTime() + LONGEST_WAIT_MILLIS * 1_000_000L;
        while (true) {
            try (Jedis redis = new Jedis(server.host(), server.port(), LONGEST_WAIT_MILLIS)) {
                return question.apply(redis);
            } catch (JedisDataException e) {
                if (!String.valueOf(e.getMessage()).startsWith("LOADING") || System.nanoTime() - end > 0) {
                    throw e;
                }
                LockSupport.parkNanos(LOADING_NANOS);
            }
        }
    }

    /**
     * Returns the loss of a primary that was watched when it died: writes that it acked and may not have sent to its
     * replica.
     */
    static Loss lossOf(DeathWatch watch, Set<String> entries) {
        return new Loss(watch.alive() - LAG_NANOS, watch.alive(), watch.dead(), entries);
    }

    public static RedisServer start() {
        return RedisServer.system().orElseGet(RedisServer::embedded);
    }
}
