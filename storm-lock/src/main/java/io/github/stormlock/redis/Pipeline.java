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
        try {
            send(connection, calls);
            for (; answered < calls.size(); answered++) {
                connection.answerWithin(Deadline.millis(deadline, pool.commandMillis()));
                read(connection, calls.get(answered));
            }
        } catch (RuntimeException e) {
            for (Pending call : calls.subList(answered, calls.size())) {
                call.settle(Exchange.lost(pool, call.call(), e));
            }
        } finally {
            pool.giveBack(connection, answered == calls.size());
        }
    }

    private static void send(PortConnection connection, List<Pending> calls) {
        for (Pending pending : calls) {
            if (pending.asking()) {
                connection.send(Commands.asking());
            }
            connection.send(pending.byText() ? Commands.byText(pending.call()) : Commands.bySha1(pending.call()));
        }
        connection.flush();
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
