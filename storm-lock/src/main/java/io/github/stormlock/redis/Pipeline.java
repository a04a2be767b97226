package io.github.stormlock.redis;

import java.util.List;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * The one way to send: some calls, or one, on one connection, all sent before the first answer is read. All together take
 * a command time-out at most. The connection itself counts what is due on it, so that whatever is thrown here, and
 * wherever, it goes back to the pool only if every command sent was answered.
 */
final class Pipeline {
    private Pipeline() {}

    /**
     * Brings every call forward; throws nothing that concerns one of them.
     *
     * @param alert whether the first answer is waited for awake, where nobody else uses the pool
     */
    static void run(NodePool pool, List<Pending> calls, boolean alert, long deadline) {
        PortConnection connection;
        try {
            connection = pool.borrow(deadline);
        } catch (RedisException e) {
            calls.forEach(call -> call.settle(e));
            return;
        }
        int answered = 0;
        try {
            long end = Deadline.within(deadline, pool.commandMillis());
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

    /** @return whether replicas are waited for: once, behind the last of the calls, for all of them */
    private static boolean send(PortConnection connection, NodePool pool, List<Pending> calls, long end) {
        boolean replicated = false;
        WriteLimit limit = pool.limit(connection, end);
        try {
            for (Pending pending : calls) {
                if (pending.asking()) {
                    limit.send(Commands.asking());
                }
                limit.send(pending.command());
                replicated |= pending.isReplicated(pool.replicas());
            }
            if (replicated) {
                limit.send(Commands.wait(pool.replicas()));
            }
            connection.flush();
        } finally {
            limit.stop();
        }
        return replicated;
    }

    private static void read(PortConnection connection, Pending pending, long end) {
        JedisDataException notAsked = pending.asking() ? error(connection, end) : null;
        try {
            pending.settle(Answers.clean(connection.read(end)));
        } catch (JedisDataException e) {
            pending.refuse(e, notAsked);
        }
    }

    /** An error in place of an answer that tells nothing else; what follows it is due all the same. */
    private static @Nullable JedisDataException error(PortConnection connection, long end) {
        try {
            Object unused = connection.read(end);
            return null;
        } catch (JedisDataException e) {
            return e;
        }
    }

    private static void confirm(PortConnection connection, NodePool pool, List<Pending> calls, long end) {
        RedisNotReplicatedException missing =
                ReplicaWait.confirm(connection, pool, calls.get(0).call(), end);
        if (missing != null) {
            calls.forEach(call -> call.missReplicas(missing));
        }
    }

    private static void lose(NodePool pool, List<Pending> calls, RuntimeException cause) {
        if (!Failures.isTimeout(cause)) {
            pool.dropIdle();
        }
        for (Pending call : calls) {
            call.settle(Failures.answerLost(call.call(), pool.address(), cause));
        }
    }
}
