package io.github.stormlock.test;

import io.github.stormlock.test.internal.process.Awaiting;
import io.github.stormlock.test.internal.process.QuietPool;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import redis.clients.jedis.RedisSentinelClient;

/**
 * A primary, a replica and the sentinels that watch them. All are processes on free ports of the loopback address,
 * without persistence and without a password. They end when closed or, at the latest, with this JVM.
 *
 * <p>The sentinels take a primary for dead after 30 s, so that none is replaced because the machine is busy.
 * {@link #failOver} does not wait for that. Methods that wait stop when interrupted and throw
 * {@link IllegalStateException}.
 *
 * <p>Thread-safe, but for one fail-over at a time.
 */
public final class RedisSentinels implements AutoCloseable {
    private static final String MASTER = "mymaster";
    private static final String PATIENT_MILLIS = "30000";
    private static final Duration LONGEST_PROMOTION = Duration.ofMinutes(5);

    private static final int MOST = 3;

    private final RedisNodes nodes = new RedisNodes();
    private final List<RedisServer> servers = new ArrayList<>();
    private final List<RedisServer> sentinels = new ArrayList<>();

    private RedisSentinels() {}

    /**
     * Starts the servers and sentinels from the embedded binary, else from the {@code redis-server} on the path. The
     * property {@code storm.lock.test.redis.kind} allows only one of them if it is {@code embedded} or {@code system};
     * {@code container} has no effect here. Returns when the sentinels know each other and the replica, which takes
     * seconds. The caller closes the result.
     *
     * @param sentinels the number of sentinels, 1 to 3; the majority of them decides
     * @param options the options of the two servers, as on the command line of {@code redis-server}; a password is not
     *     supported
     * @return the servers and their sentinels
     * @throws IllegalArgumentException if {@code sentinels} is not 1 to 3, or the property names no kind of server
     * @throws IllegalStateException if the property is {@code system} and none is on the path, or if the replica does
     *     not follow, or is not seen by all sentinels, within 90 s each
     * @throws java.io.UncheckedIOException if a process cannot be started here, or not with these options
     */
    public static RedisSentinels start(int sentinels, String... options) {
        return start(OwnBinary.choose(), sentinels, options);
    }

    /**
     * Starts them as {@link #start} does, but only from the embedded binary, Redis 6.2.
     *
     * @param sentinels the number of sentinels, 1 to 3
     * @param options the options of the two servers, as for {@link #start}
     * @return the servers and their sentinels
     * @throws IllegalArgumentException if {@code sentinels} is not 1 to 3
     * @throws IllegalStateException as {@link #start}
     * @throws java.io.UncheckedIOException if a process cannot be started here, or not with these options
     */
    public static RedisSentinels embedded(int sentinels, String... options) {
        return start(OwnBinary.embedded(), sentinels, options);
    }

    /**
     * Starts them as {@link #start} does, but only from the {@code redis-server} on the path.
     *
     * @param sentinels the number of sentinels, 1 to 3
     * @param options the options of the two servers, as for {@link #start}
     * @return the servers and their sentinels; empty if there is no {@code redis-server} on the path
     * @throws IllegalArgumentException if {@code sentinels} is not 1 to 3
     * @throws IllegalStateException as {@link #start}
     * @throws java.io.UncheckedIOException if a process cannot be started with these options
     */
    public static Optional<RedisSentinels> system(int sentinels, String... options) {
        return OwnBinary.system().map(binary -> start(binary, sentinels, options));
    }

    private static RedisSentinels start(OwnBinary binary, int sentinels, String... options) {
        if (sentinels < 1 || sentinels > MOST) {
            throw new IllegalArgumentException("The number of sentinels is " + sentinels + ": it must be 1 to " + MOST);
        }
        RedisSentinels all = new RedisSentinels();
        try {
            all.startServers(binary, List.of(options));
            all.startSentinels(binary, sentinels);
            return all;
        } catch (RuntimeException | Error failed) {
            all.close();
            throw failed;
        }
    }

    /** {@return the name under which the sentinels watch the primary} */
    public String masterName() {
        return MASTER;
    }

    /** {@return the sentinels, dead or alive} A client needs the address of one. */
    public List<RedisServer> sentinels() {
        return List.copyOf(sentinels);
    }

    /** {@return the addresses of the sentinels, as {@code host:port}} */
    public List<String> addresses() {
        return RedisNodes.addresses(sentinels);
    }

    /** {@return the two servers, dead or alive: first the one that began as the primary} */
    public List<RedisServer> servers() {
        return List.copyOf(servers);
    }

    /**
     * {@return the server that a majority of the sentinels names as the primary now} It may be dead.
     *
     * @throws IllegalStateException if there is no such majority
     */
    public RedisServer primary() {
        return servers.stream()
                .filter(server -> sentinels.stream()
                                .filter(sentinel -> namedBy(sentinel).equals(Integer.toString(server.port())))
                                .count()
                        > sentinels.size() / 2)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("The sentinels do not agree on a primary"));
    }

    /**
     * {@return the server that is not the primary now} It may be dead.
     *
     * @throws IllegalStateException if no majority of the sentinels names a primary
     */
    public RedisServer replica() {
        return other(primary());
    }

    /**
     * Kills the primary and returns when the sentinels have promoted the replica and name it to their clients. What the
     * primary had written when this was called survives; data that comes later and is not replicated is lost. The killed
     * server stays dead until {@link #restore}.
     *
     * @return the new primary
     * @throws IllegalStateException if the replica does not follow the primary within 90 s, or is not promoted within
     *     five minutes more
     */
    public RedisServer failOver() {
        RedisServer old = primary();
        RedisServer next = other(old);
        RedisNodes.awaitCaughtUp(old, next);
        old.kill();
        Awaiting.state(
                () -> {
                    demandFailOver(next);
                    return isPromoted(next);
                },
                LONGEST_PROMOTION,
                () -> "The sentinels did not promote the Redis at port " + next.port() + " for the dead primary");
        return next;
    }

    /**
     * Starts again the servers and sentinels that were killed, and makes the server that is not the primary follow the
     * primary. Returns when all sentinels see it follow.
     *
     * @throws IllegalStateException if no majority of the sentinels names a primary, or this takes more than 90 s for
     *     the replica or for the sentinels
     * @throws java.io.UncheckedIOException if a process does not start
     */
    public void restore() {
        sentinels.stream().filter(RedisServer::wasEnded).forEach(RedisServer::restart);
        RedisServer primary = primary();
        RedisServer replica = other(primary);
        if (primary.wasEnded()) {
            primary.restart();
        }
        if (replica.wasEnded()) {
            replica.restart();
        }
        follow(replica, primary);
        awaitWatched(primary);
    }

    /** {@return a new client, which follows the primary; the caller closes it} */
    public RedisSentinelClient client() {
        return RedisSentinelClient.builder()
                .masterName(MASTER)
                .sentinels(RedisNodes.hosts(sentinels))
                .poolConfig(QuietPool.config())
                .build();
    }

    /**
     * Ends all processes. Closing again does nothing.
     *
     * @throws IllegalStateException if a process does not end within 20 s; the others are ended all the same
     */
    @Override
    public void close() {
        nodes.close();
    }

    @Override
    public String toString() {
        return "servers " + servers + ", sentinels at " + addresses();
    }

    private void startServers(OwnBinary binary, List<String> options) {
        List<String> all = new ArrayList<>(List.of("--repl-diskless-sync-delay", "0"));
        all.addAll(options);
        for (int i = 0; i < 2; i++) {
            servers.add(nodes.add(() -> binary.server(all)));
        }
        follow(servers.get(1), servers.get(0));
    }

    private void startSentinels(OwnBinary binary, int count) {
        RedisServer primary = servers.get(0);
        String configuration = "sentinel monitor " + MASTER + " 127.0.0.1 " + primary.port() + " " + (count / 2 + 1)
                + "\nsentinel down-after-milliseconds " + MASTER + " " + PATIENT_MILLIS
                // A fail-over that came to nothing is tried again after twice this time.
                + "\nsentinel failover-timeout " + MASTER + " 5000\n";
        for (int i = 0; i < count; i++) {
            sentinels.add(nodes.add(() -> binary.sentinel(configuration)));
        }
        awaitWatched(primary);
    }

    private void awaitWatched(RedisServer primary) {
        RedisNodes.await(
                () -> sentinels.stream().allMatch(sentinel -> watches(sentinel, primary)),
                () -> "The sentinels at " + addresses() + " do not all know each other and a replica of " + primary);
    }

    private boolean watches(RedisServer sentinel, RedisServer primary) {
        return RedisNodes.askOr(false, sentinel, admin -> {
            Map<String, String> master = admin.sentinelMaster(MASTER);
            List<Map<String, String>> replicas = admin.sentinelReplicas(MASTER);
            return Integer.toString(primary.port()).equals(master.get("port"))
                    && "master".equals(master.get("flags"))
                    && Integer.toString(sentinels.size() - 1).equals(master.get("num-other-sentinels"))
                    && replicas.stream()
                            .anyMatch(replica -> "slave".equals(replica.get("flags"))
                                    && "ok".equals(replica.get("master-link-status")));
        });
    }

    private boolean isPromoted(RedisServer server) {
        String port = Integer.toString(server.port());
        return RedisNodes.askOr(
                        false, server, admin -> "master".equals(admin.role().get(0)))
                && RedisNodes.living(sentinels).stream()
                        .allMatch(sentinel -> namedBy(sentinel).equals(port));
    }

    private static String namedBy(RedisServer sentinel) {
        return RedisNodes.askOr("", sentinel, admin -> {
            List<String> address = admin.sentinelGetMasterAddrByName(MASTER);
            return address == null ? "" : address.get(1);
        });
    }

    /** Tells a sentinel not to wait until it takes the primary for dead. It refuses while it is at it. */
    private void demandFailOver(RedisServer next) {
        RedisServer sentinel = RedisNodes.living(sentinels).get(0);
        if (!namedBy(sentinel).equals(Integer.toString(next.port()))) {
            RedisNodes.askOr("", sentinel, admin -> admin.sentinelFailover(MASTER));
        }
    }

    private RedisServer other(RedisServer server) {
        return servers.get(0).equals(server) ? servers.get(1) : servers.get(0);
    }

    private static void follow(RedisServer replica, RedisServer primary) {
        // A server that was just restarted may still load what it saved, and refuses every command meanwhile.
        RedisNodes.await(
                () -> RedisNodes.askOr(false, replica, admin -> admin.replicaof("127.0.0.1", primary.port())
                        .startsWith("OK")),
                () -> "The Redis at port " + replica.port() + " does not take REPLICAOF");
        RedisNodes.awaitFollowing(replica);
    }
}
