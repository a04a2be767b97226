package io.github.stormlock.insight.redis;

import io.github.stormlock.redis.RedisConfig;
import io.github.stormlock.redis.RedisConfig.Protocol;
import io.github.stormlock.redis.RedisException;
import io.github.stormlock.redis.RedisRefusedException;
import io.github.stormlock.redis.Script;
import io.github.stormlock.redis.ScriptCall;
import io.github.stormlock.redis.internal.connect.DaemonThreads;
import io.github.stormlock.redis.internal.connect.Deadline;
import io.github.stormlock.redis.internal.connect.JedisSettings;
import io.github.stormlock.redis.internal.connect.NodePools;
import io.github.stormlock.redis.internal.route.Topology;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.exceptions.JedisAskDataException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisMovedDataException;

/**
 * The servers behind a configuration, in all three modes: commands go to the node of their key, those of one node
 * together. Connections are made when they are needed, and found, as the library does. A redirection is followed once.
 *
 * <p>What a server refuses is a {@link Reply}. A server that does not answer is a {@link CannotAskException}; the next
 * command finds its way anew. Nothing is sent twice but what a server has refused by a redirection. Thread-safe.
 */
public final class RedisServers implements AutoCloseable {
    private static final Query ASKING = Query.plain("ASKING");
    private static final Script NONE = Script.text("of plain commands", "");
    private static final int MOST_FORBIDDEN = 50;

    private final RedisConfig config;
    private final Duration longest;
    private final DaemonThreads workers = new DaemonThreads();
    private final NodePools pools;
    private final Topology topology;
    private final Set<String> forbidden = ConcurrentHashMap.newKeySet();

    private RedisServers(RedisConfig config) {
        this.config = config;
        this.longest = config.connectTimeout().plus(config.commandTimeout());
        // RESP2 is enough for one who only asks, and needs no HELLO.
        JedisSettings settings =
                new JedisSettings(config.toBuilder().protocol(Protocol.RESP2).build());
        this.pools = new NodePools(settings, workers);
        this.topology = Topology.of(settings, pools, workers);
    }

    /**
     * {@return the servers} No connection is made yet.
     *
     * @param config where they are, and the login
     * @throws IllegalArgumentException if a password or a store of certificates cannot be read
     */
    public static RedisServers of(RedisConfig config) {
        return new RedisServers(config);
    }

    /** {@return the configuration} */
    public RedisConfig config() {
        return config;
    }

    /**
     * {@return the answer to one command}
     *
     * @param query the command
     * @throws CannotAskException if there is no answer
     */
    public Reply ask(Query query) {
        return ask(List.of(query)).get(0);
    }

    /**
     * {@return the answers to commands, in their order; those of one node are sent together}
     *
     * @param queries the commands
     * @throws CannotAskException if a server does not answer
     */
    public List<Reply> ask(List<Query> queries) {
        Map<HostAndPort, List<Integer>> shares = new LinkedHashMap<>();
        for (int i = 0; i < queries.size(); i++) {
            shares.computeIfAbsent(nodeOf(queries.get(i).key()), node -> new ArrayList<>())
                    .add(i);
        }
        Map<Integer, Reply> replies = new HashMap<>();
        shares.forEach((node, share) -> {
            List<Reply> some = ask(node, share.stream().map(queries::get).toList());
            for (int i = 0; i < share.size(); i++) {
                replies.put(share.get(i), followed(queries.get(share.get(i)), some.get(i), node));
            }
        });
        return IntStream.range(0, queries.size())
                .mapToObj(i -> Optional.ofNullable(replies.get(i)).orElseThrow())
                .toList();
    }

    /**
     * Asks the same questions about each of some things, all at a time.
     *
     * @param read makes something of the replies about one, which come in the order of its questions
     */
    public <T, R> List<R> askEach(
            Collection<T> things, Function<T, List<Query>> questions, BiFunction<T, List<Reply>, R> read) {
        List<Query> all = things.stream()
                .flatMap(thing -> questions.apply(thing).stream())
                .toList();
        List<Reply> replies = ask(all);
        int each = things.isEmpty() ? 0 : all.size() / things.size();
        List<R> found = new ArrayList<>();
        for (T thing : things) {
            int begin = each * found.size();
            found.add(read.apply(thing, replies.subList(begin, begin + each)));
        }
        return found;
    }

    /**
     * {@return the answers of one server to commands, in their order} Redirections are not followed.
     *
     * @param node the server
     * @param queries the commands
     * @throws CannotAskException if the server does not answer
     */
    public List<Reply> ask(HostAndPort node, List<Query> queries) {
        return ask(node, queries, null);
    }

    /**
     * {@return the primaries: one, or those of a Cluster that serve slots}
     *
     * @throws CannotAskException if they cannot be learnt
     */
    public List<HostAndPort> primaries() {
        return reached(() -> topology.primaries(deadline()));
    }

    /** Returns the server that has a key; any primary for {@code null}. */
    private HostAndPort nodeOf(@Nullable String key) {
        List<byte[]> keys = key == null ? List.of() : List.of(key.getBytes(StandardCharsets.UTF_8));
        return reached(() -> topology.poolFor(new ScriptCall(NONE, keys, List.of()), deadline()))
                .address();
    }

    private long deadline() {
        return Deadline.after(longest.toNanos());
    }

    /** Takes a step that may fail for want of a server. */
    static <T> T reached(Supplier<T> step) {
        try {
            return step.get();
        } catch (RedisException e) {
            String options = e instanceof RedisRefusedException
                    ? " (the options are --user, and --password-file or --password-env)"
                    : "";
            throw new CannotAskException(e.getMessage() + options, e);
        }
    }

    /**
     * {@return the connections of one server; empty if a right is missing}
     *
     * @param node the server
     * @throws CannotAskException if the server does not answer
     */
    public Optional<List<ClientLine>> clients(HostAndPort node) {
        Reply reply = askNode(node, Query.plain("CLIENT", "LIST"));
        return reply.text().map(ClientLine::parse);
    }

    /**
     * {@return the lines of {@code INFO} by their names; empty if a right is missing}
     *
     * @param node the server
     * @param section the section, such as {@code memory}
     * @throws CannotAskException if the server does not answer
     */
    public Map<String, String> info(HostAndPort node, String section) {
        Map<String, String> lines = new LinkedHashMap<>();
        String text = askNode(node, Query.plain("INFO", section)).text().orElse("");
        text.lines().forEach(line -> {
            int colon = line.indexOf(':');
            if (colon > 0 && !line.startsWith("#")) {
                lines.put(line.substring(0, colon), line.substring(colon + 1).strip());
            }
        });
        return lines;
    }

    private Reply askNode(HostAndPort node, Query query) {
        return ask(node, List.of(query), null).get(0);
    }

    private List<Reply> ask(HostAndPort node, List<Query> queries, @Nullable Query first) {
        try {
            List<Reply> replies = new NodeLine(pools.at(node), longest).ask(queries, first);
            note(queries, replies);
            return replies;
        } catch (CannotAskException e) {
            topology.doubt();
            throw e;
        }
    }

    private void note(List<Query> queries, List<Reply> replies) {
        for (int i = 0; i < replies.size(); i++) {
            if (replies.get(i).isForbidden() && !queries.get(i).optional() && forbidden.size() < MOST_FORBIDDEN) {
                forbidden.add(queries.get(i).toString());
            }
        }
    }

    /** {@return the commands for which a right is missing, as far as they were tried} */
    public List<String> forbidden() {
        return forbidden.stream().sorted().toList();
    }

    private Reply followed(Query query, Reply reply, HostAndPort asked) {
        JedisDataException error = reply.error();
        if (error instanceof JedisMovedDataException moved) {
            topology.doubt();
            return ask(node(moved.getTargetNode(), asked), List.of(query), null).get(0);
        }
        if (error instanceof JedisAskDataException elsewhere) {
            return ask(node(elsewhere.getTargetNode(), asked), List.of(query), ASKING)
                    .get(0);
        }
        return reply;
    }

    /** {@return the node that a redirection names} One that leaves its host out means the one that was asked. */
    private static HostAndPort node(HostAndPort named, HostAndPort asked) {
        boolean leftOut = named.getHost().isBlank() || named.getHost().equals("?");
        return leftOut ? new HostAndPort(asked.getHost(), named.getPort()) : named;
    }

    @Override
    public void close() {
        topology.close();
        pools.close();
        workers.close();
    }
}
