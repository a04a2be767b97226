package io.github.stormlock.test;

import io.github.stormlock.test.internal.process.Awaiting;
import io.github.stormlock.test.internal.process.RedisReady;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisException;

/** Server processes that belong together, started one after another and all ended by {@link #close}. Thread-safe. */
final class RedisNodes implements AutoCloseable {
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(90);
    private static final long UNKNOWN = -1;
    private static final int TRIES = 3;

    private final Deque<RedisServer> all = new ArrayDeque<>();

    synchronized RedisServer add(Supplier<RedisServer> starter) {
        RedisServer server = starter.get();
        all.addLast(server);
        return server;
    }

    synchronized List<RedisServer> all() {
        return List.copyOf(all);
    }

    static List<RedisServer> living(List<RedisServer> some) {
        return some.stream().filter(server -> !server.wasEnded()).toList();
    }

    static <T> T ask(RedisServer server, Function<Jedis, T> question) {
        try (Jedis admin = RedisReady.connect(server.port(), null)) {
            return question.apply(admin);
        }
    }

    static void tell(RedisServer server, Consumer<Jedis> order) {
        try (Jedis admin = RedisReady.connect(server.port(), null)) {
            order.accept(admin);
        }
    }

    /** Returns the answer, or {@code none} if the server gives none because it is busy or ended. */
    static <T> T askOr(T none, RedisServer server, Function<Jedis, T> question) {
        try {
            return ask(server, question);
        } catch (JedisException notNow) {
            return none;
        }
    }

    /** Waits 90 s at most. */
    static void await(BooleanSupplier condition, Supplier<String> instead) {
        Awaiting.state(condition, LONGEST_WAIT, instead);
    }

    /** Returns true if a replica has a link to its primary, and its first copy. */
    static boolean isFollowing(RedisServer replica) {
        return askOr(false, replica, admin -> RedisReady.infoLine(admin.info("replication"), "master_link_status")
                .filter("up"::equals)
                .isPresent());
    }

    static void awaitFollowing(RedisServer replica) {
        await(() -> isFollowing(replica), () -> "The Redis at port " + replica.port() + " does not follow its primary");
    }

    /**
     * Waits until a replica follows its primary, and has all that this has written by now. A link that is up does not say
     * so: the replica may still have to read what was sent over it. A primary that answers none of three questions is not
     * waited for.
     *
     * @throws IllegalStateException if this takes more than 90 s
     */
    static void awaitCaughtUp(RedisServer primary, RedisServer replica) {
        awaitFollowing(replica);
        long written = UNKNOWN;
        for (int tries = 0; tries < TRIES && written == UNKNOWN; tries++) {
            written = offset(primary, "master_repl_offset");
        }
        long wanted = written;
        await(
                () -> offset(replica, "slave_repl_offset") >= wanted,
                () -> "The replica at port " + replica.port() + " has not read what its primary wrote");
    }

    private static long offset(RedisServer server, String line) {
        return askOr(UNKNOWN, server, admin -> RedisReady.infoLine(admin.info("replication"), line)
                .map(Long::parseLong)
                .orElse(UNKNOWN));
    }

    static List<String> addresses(List<RedisServer> servers) {
        return servers.stream()
                .map(server -> server.host() + ":" + server.port())
                .toList();
    }

    static Set<HostAndPort> hosts(List<RedisServer> servers) {
        return servers.stream()
                .map(server -> new HostAndPort(server.host(), server.port()))
                .collect(Collectors.toSet());
    }

    /**
     * Ends all processes, last started first. Goes on if one cannot be ended.
     *
     * @throws RuntimeException if a process could not be ended: the first such failure
     */
    @Override
    public synchronized void close() {
        List<RuntimeException> failures = new ArrayList<>();
        while (!all.isEmpty()) {
            try {
                all.removeLast().close();
            } catch (RuntimeException failed) {
                failures.add(failed);
            }
        }
        if (!failures.isEmpty()) {
            throw failures.get(0);
        }
    }
}
