package io.github.stormlock.redis;

import java.util.List;
import redis.clients.jedis.exceptions.JedisDataException;

/** Some calls on one connection, all sent before the first answer is read. */
final class Pipeline {
    private Pipeline() {}

    /** Brings every call forward; throws nothing that concerns one of them. */
    static void run(NodePool pool, List<Pending> calls, long deadline) {
        PortConnection connection;
        try {
            connection = pool.borrow(deadline);
        } catch (RedisException e) {
            calls.forEach(call -> call.settle(e));
            return;
        }
        int answered = 0;
        boolean aligned = false;
        try {
            boolean replicated = send(connection, pool, calls);
            for (; answered < calls.size(); answered++) {
                connection.answerWithin(Deadline.millis(deadline, pool.commandMillis()));
                read(connection, calls.get(answered));
            }
            aligned = !replicated || confirm(connection, pool, calls);
        } catch (RuntimeException e) {
            for (Pending call : calls.subList(answered, calls.size())) {
                call.settle(Exchange.lost(pool, call.call(), e));
            }
        } finally {
            pool.giveBack(connection, aligned);
        }
    }

    /** @return whether replicas are waited for: once, behind the last of the calls, for all of them */
    private static boolean send(PortConnection connection, NodePool pool, List<Pending> calls) {
        boolean replicated = false;
        for (Pending pending : calls) {
            if (pending.asking()) {
                connection.send(Commands.asking());
            }
            connection.send(pending.byText() ? Commands.byText(pending.call()) : Commands.bySha1(pending.call()));
            replicated |= ReplicaWait.isWanted(pool, pending.call());
        }
        if (replicated) {
            ReplicaWait.send(connection, pool);
        }
        connection.flush();
        return replicated;
    }

    /** @return whether an answer was read */
    private static boolean confirm(PortConnection connection, NodePool pool, List<Pending> calls) {
        RedisNotReplicatedException missing =
                ReplicaWait.confirm(connection, pool, calls.get(0).call(), null);
        if (missing != null) {
            for (Pending call : calls) {
                call.missReplicas(missing);
            }
        }
        return missing == null || missing.getCause() == null;
    }

    private static void read(PortConnection connection, Pending pending) {
        if (pending.asking()) {
            Object unused = connection.read();
        }
        try {
            pending.settle(Exchange.clean(connection.read()));
        } catch (JedisDataException e) {
            pending.refuse(e);
        }
    }
}
