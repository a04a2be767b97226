package io.github.stormlock.bolt.together;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.bolt.fixture.ScriptedBolt;
import io.github.stormlock.bolt.fixture.Task;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.test.RedisServer;
import java.time.Duration;
import org.apache.storm.tuple.Tuple;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.params.SetParams;

/**
 * Joint updates of which a stranger holds an entry wait, and those of other entries go on without them. Half of the
 * others share an entry with those that wait.
 */
@OnRedis
@Tag("contract")
class BusySetTest {
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(60);
    private static final int BUSY = 50;
    private static final int OTHERS = 1_000;
    private RedisServer redis;

    @Test
    void setsThatAreNotBusyDoNotWait() throws Exception {
        ScriptedBolt<HashEntry> bolt = ScriptedBolt.counting();
        bolt.changes = SharedSetsTest::move;
        Object[] patient = {"topology.message.timeout.secs", 300, "storm.lock.wait", "60s", "storm.lock.lease", "1s"};
        try (Task<HashEntry> task = Task.of(bolt, Task.conf(redis.uri(), patient));
                Jedis stranger = new Jedis(redis.uri())) {
            assertThat(stranger.set("lock:{busy}", "mine", SetParams.setParams().px(60_000)))
                    .isEqualTo("OK");
            for (int i = 0; i < BUSY; i++) {
                Tuple unused = task.submit("busy>shared", "busy" + i);
            }
            for (int i = 0; i < OTHERS; i++) {
                String to = i % 2 == 0 ? "shared" : "to" + i % 40;
                Tuple unused = task.submit("from" + i % 40 + '>' + to, "other" + i);
            }
            await().atMost(LONGEST_WAIT).until(() -> task.context().gauge("open") == BUSY);
            assertThat(task.output().acked()).isEqualTo(OTHERS);
            assertThat(stranger.del("lock:{busy}")).isEqualTo(1);
            await().atMost(LONGEST_WAIT).until(() -> task.output().acked() == OTHERS + BUSY);
        }
    }
}
