package io.github.stormlock.insight.redis;

import io.github.stormlock.redis.internal.connect.Deadline;
import io.github.stormlock.redis.internal.connect.NodePool;
import io.github.stormlock.redis.internal.connect.PortConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;

/** Asks one server, over a connection that is made when it is first needed, and again after it broke. Thread-safe. */
record NodeLine(NodePool pool, Duration longest) {
    /** The most commands that are sent before their answers are read: more might fill the buffers of both sides. */
    private static final int MOST_AT_ONCE = 500;
    /** How servers refuse that answer nothing, whatever is asked. */
    private static final Set<String> ANSWERS_NOTHING = Set.of("LOADING", "MASTERDOWN", "CLUSTERDOWN", "BUSY");

    /**
     * Sends commands together and returns their answers in the same order.
     *
     * @param first a command that goes before each of them, such as {@code ASKING}; {@code null} for none
     */
    List<Reply> ask(List<Query> queries, @Nullable Query first) {
        List<Reply> replies = new ArrayList<>(queries.size());
        for (int begin = 0; begin < queries.size(); begin += MOST_AT_ONCE) {
            List<Query> some = queries.subList(begin, Math.min(queries.size(), begin + MOST_AT_ONCE));
            replies.addAll(askSome(some, first));
        }
        replies.forEach(this::checkAnswers);
        return replies;
    }

    private List<Reply> askSome(List<Query> queries, @Nullable Query first) {
        PortConnection connection = RedisServers.reached(() -> pool.borrow(Deadline.after(longest.toNanos())));
        try {
            for (Query query : queries) {
                if (first != null) {
                    connection.send(arguments(first));
                }
                connection.send(arguments(query));
            }
            connection.flush();
            List<Reply> replies = new ArrayList<>(queries.size());
            for (int i = 0; i < queries.size(); i++) {
                if (first != null) {
                    answer(connection);
                }
                replies.add(new Reply(answer(connection)));
            }
            return replies;
        } catch (JedisException e) {
            pool.dropIdle();
            throw cannotAsk(String.valueOf(e.getMessage()), e);
        } finally {
            pool.giveBack(connection);
        }
    }

    private @Nullable Object answer(PortConnection connection) {
        try {
            return connection.read(Deadline.after(pool.settings().commandMillis() * 1_000_000L));
        } catch (JedisDataException refused) {
            return refused;
        }
    }

    /** A server that answers nothing must not look like one that has no locks. */
    private void checkAnswers(Reply reply) {
        String refusal = reply.refusal();
        if (ANSWERS_NOTHING.contains(refusal.split(" ", 2)[0])) {
            throw cannotAsk(refusal, null);
        }
    }

    private CannotAskException cannotAsk(String why, @Nullable JedisException cause) {
        return new CannotAskException("Redis at " + pool.address() + " cannot be asked: " + why, cause);
    }

    private static CommandArguments arguments(Query query) {
        byte[] name = query.words().get(0);
        CommandArguments arguments = new CommandArguments(() -> name);
        query.words().stream().skip(1).forEach(arguments::add);
        return arguments;
    }
}
