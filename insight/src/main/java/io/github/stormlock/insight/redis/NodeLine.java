package io.github.stormlock.insight.redis;

import io.github.stormlock.redis.RedisConfig.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.exceptions.JedisException;

/** One connection to one server, made when it is first needed, and again after it broke. Thread-safe, one at a time. */
final class NodeLine implements AutoCloseable {
    /** The most commands that are sent before their answers are read: more might fill the buffers of both sides. */
    private static final int MOST_AT_ONCE = 500;
    /** How servers refuse that answer nothing, whatever is asked, and what that means. */
    private static final Map<String, String> ANSWERS_NOTHING = Map.of(
            "NOAUTH",
                    "it asks for a password (NOAUTH): give --password-file or --password-env, and --user if it has users",
            "LOADING", "it is loading its data (LOADING)",
            "MASTERDOWN", "it is a replica that has lost its primary (MASTERDOWN)",
            "CLUSTERDOWN", "its Cluster does not serve all slots (CLUSTERDOWN)",
            "BUSY", "a script keeps it busy (BUSY)",
            "DENIED", "it answers its own machine only (DENIED)");

    private final Node node;
    private final JedisClientConfig settings;
    private @Nullable Connection connection;

    NodeLine(Node node, JedisClientConfig settings) {
        this.node = node;
        this.settings = settings;
    }

    /**
     * Sends commands together and returns their answers in the same order.
     *
     * @param first a command that goes before each of them, such as {@code ASKING}; {@code null} for none
     */
    synchronized List<Reply> ask(List<Query> queries, @Nullable Query first) {
        List<Reply> replies = new ArrayList<>(queries.size());
        for (int begin = 0; begin < queries.size(); begin += MOST_AT_ONCE) {
            List<Query> some = queries.subList(begin, Math.min(queries.size(), begin + MOST_AT_ONCE));
            replies.addAll(askSome(some, first));
        }
        return replies;
    }

    private List<Reply> askSome(List<Query> queries, @Nullable Query first) {
        try {
            Connection line = line();
            for (Query query : queries) {
                if (first != null) {
                    line.sendCommand(arguments(first));
                }
                line.sendCommand(arguments(query));
            }
            int each = first == null ? 1 : 2;
            List<Object> answers = line.getMany(each * queries.size());
            List<Reply> replies = new ArrayList<>(queries.size());
            for (int i = each - 1; i < answers.size(); i += each) {
                replies.add(new Reply(answers.get(i)));
            }
            replies.forEach(this::checkAnswers);
            return replies;
        } catch (JedisException e) {
            close();
            String reason = reason(e);
            throw cannotAsk(
                    Optional.ofNullable(ANSWERS_NOTHING.get(firstWord(reason))).orElse(reason), e);
        }
    }

    /** A server that answers nothing must not look like one that has no locks. */
    private void checkAnswers(Reply reply) {
        String why = ANSWERS_NOTHING.get(firstWord(reply.refusal()));
        if (why != null) {
            throw cannotAsk(why, null);
        }
    }

    private CannotAskException cannotAsk(String why, @Nullable JedisException cause) {
        return new CannotAskException(
                "Redis at " + node.host() + ":" + node.port() + " cannot be asked: " + why, cause);
    }

    private static String firstWord(String text) {
        return text.substring(0, Math.max(0, text.indexOf(' ')));
    }

    private Connection line() {
        Connection known = connection;
        if (known == null || known.isBroken()) {
            known = new Connection(new HostAndPort(node.host(), node.port()), settings);
            connection = known;
        }
        return known;
    }

    private static CommandArguments arguments(Query query) {
        byte[] name = query.words().get(0);
        CommandArguments arguments = new CommandArguments(() -> name);
        query.words().stream().skip(1).forEach(arguments::add);
        return arguments;
    }

    private static String reason(Throwable failure) {
        Throwable deepest = failure;
        while (deepest.getCause() != null) {
            deepest = deepest.getCause();
        }
        String message = deepest.getMessage();
        return message == null ? deepest.getClass().getSimpleName() : message;
    }

    @Override
    public synchronized void close() {
        if (connection != null) {
            try {
                connection.close();
            } catch (JedisException alreadyBroken) {
                // It is given up either way.
            }
            connection = null;
        }
    }
}
