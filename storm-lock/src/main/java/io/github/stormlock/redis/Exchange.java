package io.github.stormlock.redis;

import java.util.List;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisNoScriptException;
import redis.clients.jedis.exceptions.JedisRedirectionException;

/** One script on one connection: sent once, and by its text if the server had not kept it and so did not run it. */
final class Exchange {
    private Exchange() {}

    /**
     * @param asking whether the server is asked to run it although the slot is still being moved to it
     * @throws JedisRedirectionException if another server must run it: this one did not
     * @throws RedisException as {@link RedisPort#run} says
     */
    static @Nullable Object run(NodePool pool, ScriptCall call, boolean asking, long deadline) {
        PortConnection connection = pool.borrow(deadline);
        boolean aligned = false;
        try {
            Object answer = answer(connection, pool, call, asking, deadline);
            aligned = true;
            return answer;
        } catch (JedisRedirectionException e) {
            aligned = true;
            throw e;
        } catch (JedisDataException e) {
            aligned = true;
            throw Failures.refused(call, pool.address(), e);
        } catch (RedisNotReplicatedException e) {
            aligned = e.getCause() == null;
            throw e;
        } catch (RuntimeException e) {
            throw lost(pool, call, e);
        } finally {
            pool.giveBack(connection, aligned);
        }
    }

    static RedisAnswerLostException lost(NodePool pool, ScriptCall call, RuntimeException cause) {
        if (!Failures.isTimeout(cause)) {
            pool.dropIdle();
        }
        return Failures.answerLost(call, pool.address(), cause);
    }

    /** An answer without Jedis's own types: errors inside it become ours. */
    static @Nullable Object clean(@Nullable Object answer) {
        if (answer instanceof List<?> list) {
            cleanList(list);
        }
        return answer;
    }

    @SuppressWarnings("unchecked")
    private static void cleanList(List<?> list) {
        for (int i = 0; i < list.size(); i++) {
            Object element = list.get(i);
            if (element instanceof JedisDataException error) {
                ((List<Object>) list).set(i, Failures.nested(error));
            } else if (element instanceof List<?> inner) {
                cleanList(inner);
            }
        }
    }

    private static @Nullable Object answer(
            PortConnection connection, NodePool pool, ScriptCall call, boolean asking, long deadline) {
        try {
            return once(connection, pool, call, asking, /* byText= */ false, deadline);
        } catch (JedisNoScriptException e) {
            return once(connection, pool, call, asking, /* byText= */ true, deadline);
        }
    }

    private static @Nullable Object once(
            PortConnection connection, NodePool pool, ScriptCall call, boolean asking, boolean byText, long deadline) {
        if (asking) {
            connection.send(Commands.asking());
        }
        connection.send(byText ? Commands.byText(call) : Commands.bySha1(call));
        boolean replicated = ReplicaWait.isWanted(pool, call);
        if (replicated) {
            ReplicaWait.send(connection, pool);
        }
        connection.flush();
        if (pool.lendsToOneOnly()) {
            connection.stayAwake();
        }
        connection.answerWithin(Deadline.millis(deadline, pool.commandMillis()));
        if (asking) {
            Object unused = connection.read();
        }
        return replicated ? ReplicaWait.read(connection, pool, call) : clean(connection.read());
    }
}
