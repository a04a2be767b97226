package io.github.stormlock.redis.internal.pipeline;

import io.github.stormlock.redis.RedisException;
import io.github.stormlock.redis.RedisNotReplicatedException;
import io.github.stormlock.redis.internal.connect.Answers;
import io.github.stormlock.redis.internal.connect.Deadline;
import io.github.stormlock.redis.internal.connect.Failures;
import io.github.stormlock.redis.internal.connect.NodePool;
import io.github.stormlock.redis.internal.connect.PortConnection;
import io.github.stormlock.redis.internal.connect.WriteLimit;
import java.util.List;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * Sends one call or several over one connection, all of them before the first answer is read. It is the only way to
 * send. All together take a command time-out at most. The connection itself counts the answers that are due on it. So
 * after any exception it goes back to the pool for others only if every command sent was answered.
 */
final class Pipeline {
    private Pipeline() {}

    /**
     * Sends the calls, and settles each that was answered or whose answer is lost. A failure of a call settles it, and
     * is not thrown. If the pool was retired, nothing is sent and the calls leave it.
     *
     * @param alert true to spin for the first answer if nobody else uses the pool
     */
    static void run(NodePool pool, List<PendingCall> calls, boolean alert, long deadline) {
        PortConnection connection;
        try {
            connection = pool.borrow(deadline);
        } catch (RedisException e) {
            calls.forEach(pool.isRetired() ? PendingCall::leavePool : call -> call.settle(e));
            return;
        }
        int answered = 0;
        try {
            long end = Deadline.within(deadline, pool.settings().commandMillis());
            boolean replicated = send(connection, pool, calls, end);
            if (alert && pool.lendsToOneOnly()) {
                connection.stayAwake();
            }
            for (; answered < calls.size(); answered++) {
                read(connection, calls.get(answered), end);
            }
            if (replicated) {
                confirm(connection, pool, calls, end);
            }
        } catch (RuntimeException e) {
            lose(pool, calls.subList(answered, calls.size()), connection.reason(e));
        } finally {
            pool.giveBack(connection);
        }
    }

    /**
     * Sends the calls. One WAIT goes behind the last of them, for all calls that need replicas.
     *
     * @return true if there is a WAIT
     */
    private static boolean send(PortConnection connection, NodePool pool, List<PendingCall> calls, long end) {
        boolean replicated = false;
        WriteLimit limit = pool.limit(connection, end);
        try {
            for (PendingCall pending : calls) {
                if (pending.asking()) {
                    limit.send(Commands.asking());
                }
                limit.send(pending.command());
                replicated |= pending.isReplicated(pool.settings().config().replicas());
            }
            if (replicated) {
                limit.send(Commands.wait(pool.settings().config().replicas()));
            }
            connection.flush();
        } finally {
            limit.stop();
        }
        return replicated;
    }

    private static void read(PortConnection connection, PendingCall pending, long end) {
        JedisDataException notAsked = pending.asking() ? error(connection, end) : null;
        try {
            pending.settle(Answers.clean(connection.read(end)));
        } catch (JedisDataException e) {
            pending.refuse(e, notAsked);
        }
    }

    /** Reads an answer that matters only if it is an error. The answer behind it is due all the same. */
    private static @Nullable JedisDataException error(PortConnection connection, long end) {
        try {
            connection.read(end);
            return null;
        } catch (JedisDataException e) {
            return e;
        }
    }

    private static void confirm(PortConnection connection, NodePool pool, List<PendingCall> calls, long end) {
        RedisNotReplicatedException missing =
                ReplicaWait.confirm(connection, pool, calls.get(0).call(), end);
        if (missing != null) {
            calls.forEach(call -> call.missReplicas(missing));
        }
    }

    private static void lose(NodePool pool, List<PendingCall> calls, RuntimeException cause) {
        if (!Failures.isTimeout(cause)) {
            pool.dropIdle();
        }
        for (PendingCall call : calls) {
            call.settle(Failures.answerLost(call.call(), pool.address(), cause));
        }
    }
}
