package io.github.stormlock.redis;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.util.KeyValue;

/** Some commands on one connection, all sent before the first answer is read, each once. */
final class PlainExchange {
    private PlainExchange() {}

    /** @throws RedisException as {@link RedisPort#runPlain} says */
    static List<@Nullable Object> run(NodePool pool, ScriptCall label, List<KeyCommand> commands, long deadline) {
        PortConnection connection = pool.borrow(deadline);
        boolean aligned = false;
        try {
            for (KeyCommand command : commands) {
                connection.send(Commands.plain(command));
            }
            connection.flush();
            if (pool.lendsToOneOnly()) {
                connection.stayAwake();
            }
            List<@Nullable Object> answers = new ArrayList<>(commands.size());
            connection.answerWithin(Deadline.millis(deadline, pool.commandMillis()));
            for (int i = 0; i < commands.size(); i++) {
                answers.add(read(connection));
            }
            aligned = true;
            return answers;
        } catch (JedisDataException e) {
            throw Failures.refused(label, pool.address(), e);
        } catch (RuntimeException e) {
            throw Exchange.lost(pool, label, e);
        } finally {
            pool.giveBack(connection, aligned);
        }
    }

    private static @Nullable Object read(PortConnection connection) {
        try {
            return flat(connection.read());
        } catch (JedisDataException e) {
            return Failures.nested(e);
        }
    }

    /** As a script answers, and as RESP2 does: a map is a list of keys and values in turn. */
    private static @Nullable Object flat(@Nullable Object answer) {
        if (answer instanceof List<?> list && !list.isEmpty() && list.get(0) instanceof KeyValue) {
            List<@Nullable Object> flat = new ArrayList<>(2 * list.size());
            for (Object pair : list) {
                KeyValue<?, ?> entry = (KeyValue<?, ?>) pair;
                flat.add(entry.getKey());
                flat.add(entry.getValue());
            }
            return flat;
        }
        return answer;
    }
}
