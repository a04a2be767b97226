package io.github.stormlock.redis;

import static io.github.stormlock.redis.Lua.AMPLE;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.redis.internal.connect.DaemonThreads;
import io.github.stormlock.redis.internal.connect.Deadline;
import io.github.stormlock.redis.internal.connect.JedisSettings;
import io.github.stormlock.redis.internal.connect.NodePool;
import io.github.stormlock.redis.internal.connect.PortConnection;
import io.github.stormlock.redis.internal.pipeline.Commands;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.HostAndPort;

class NodePoolTest {
    private final FakeServer server = new FakeServer(command -> "+PONG\r\n");
    private final DaemonThreads workers = new DaemonThreads();
    private final NodePool pool =
            new NodePool(new HostAndPort("127.0.0.1", server.port()), new JedisSettings(server.config()), workers);

    @AfterEach
    void close() {
        pool.close();
        workers.close();
        server.close();
    }

    @Test
    void connectionOnWhichAnAnswerIsDueIsNotLentAgain() {
        PortConnection connection = pool.borrow(Deadline.after(AMPLE));
        connection.send(Commands.ping());
        connection.send(Commands.ping());
        connection.flush();
        assertThat(connection.read()).isNotNull();

        pool.giveBack(connection);

        assertThat(pool.idle()).isZero();
    }

    @Test
    void connectionOnWhichAllIsAnsweredIsLentAgain() {
        PortConnection connection = pool.borrow(Deadline.after(AMPLE));
        connection.send(Commands.ping());
        connection.flush();
        assertThat(connection.read()).isNotNull();

        pool.giveBack(connection);

        assertThat(pool.borrow(Deadline.after(AMPLE))).isSameAs(connection);
    }
}
