package io.github.stormlock.redis.internal.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.redis.FakeServer;
import io.github.stormlock.redis.RedisUnavailableException;
import io.github.stormlock.redis.Script;
import io.github.stormlock.redis.ScriptCall;
import io.github.stormlock.redis.internal.connect.DaemonThreads;
import io.github.stormlock.redis.internal.connect.Deadline;
import io.github.stormlock.redis.internal.connect.JedisSettings;
import io.github.stormlock.redis.internal.connect.NodePool;
import io.github.stormlock.redis.internal.connect.NodePools;
import io.github.stormlock.redis.internal.route.Topology;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.HostAndPort;

/** A pool may be retired after a call was routed to it, and before the call has a connection. */
class RetiredPoolTest {
    private final FakeServer server = new FakeServer(command -> ":1\r\n");
    private final DaemonThreads workers = new DaemonThreads();
    private final NodePools pools = new NodePools(new JedisSettings(server.config()), workers);
    private final HostAndPort address = new HostAndPort("127.0.0.1", server.port());

    @AfterEach
    void close() {
        pools.close();
        workers.close();
        server.close();
    }

    @Test
    void callIsRoutedAnew() {
        assertThat(answerAfter(() -> pools.retain(Set.of()))).isEqualTo(1L);
    }

    @Test
    void closedPortIsTold() {
        assertThat(answerAfter(pools::close)).isInstanceOf(RedisUnavailableException.class);
    }

    private Object answerAfter(Runnable afterTheFirstRouting) {
        Topology topology = new Topology() {
            private boolean routed;

            @Override
            public NodePool poolFor(ScriptCall call, long deadline) {
                NodePool pool = pools.at(address);
                if (!routed) {
                    afterTheFirstRouting.run();
                }
                routed = true;
                return pool;
            }

            @Override
            public HostAndPort subscriptionNode(long deadline) {
                return address;
            }

            @Override
            public boolean mayStay(HostAndPort subscriptionNode) {
                return true;
            }

            @Override
            public void close() {}
        };
        PendingCall call =
                new PendingCall(new ScriptCall(Script.text("test", "return 1"), List.of(new byte[] {'k'}), List.of()));
        long deadline = Deadline.after(10_000_000_000L);
        new PipelinedCalls(topology, pools, workers, /* alert= */ false, deadline).settle(List.of(call));
        return call.answer();
    }
}
