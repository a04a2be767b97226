package io.github.stormlock.bolt;

import static io.github.stormlock.lock.fixture.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.bolt.fixture.ScriptedBolt;
import io.github.stormlock.bolt.fixture.Task;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.RedisServer;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import org.apache.storm.Config;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A bolt that is wrongly configured fails its tuples with the reason. It neither throws nor touches Redis. */
@OnRedis
@Tag("contract")
class PrepareTest {
    private RedisServer redis;
    private EntryReader entries;
    private final ScriptedBolt<HashEntry> bolt = ScriptedBolt.counting();

    @BeforeEach
    void script() {
        bolt.rejected = (tuple, cause, out) -> Rejection.ACK;
    }

    @Test
    void unknownKeyFailsTheTuplesAndNamesTheNearest() {
        assertUnprepared(Task.conf(redis.uri(), "storm.lock.leese", "5s"), "storm.lock.leese", "storm.lock.lease");
    }

    @Test
    void passwordInTheUriIsRefusedAndNotShown() {
        assertUnprepared(Task.conf(URI.create("redis://app:tell-nobody@127.0.0.1:6379")), "password");
    }

    @Test
    void ownWaitLeaseOrWindowThatDoesNotGoWithTheTopologyFailsTheTuples() {
        bolt.withWait(Duration.ofMillis(10_001));
        assertUnprepared(Task.conf(redis.uri()), "storm.lock.wait", "10001ms", "topology.message.timeout.secs = 30");
        bolt.withWait(Duration.ofSeconds(10)).withLease(Duration.ofMillis(10_001));
        assertUnprepared(Task.conf(redis.uri()), "storm.lock.lease", "10001ms", "storm.lock.wait");
        bolt.withLease(Duration.ofSeconds(5)).withEventsWindow(Duration.ofMillis(59_999));
        assertUnprepared(Task.conf(redis.uri()), "storm.lock.events.window", "59999ms", "shorter than 1m");
    }

    @ParameterizedTest
    @ValueSource(strings = {Config.TOPOLOGY_PRODUCER_BATCH_SIZE, Config.TOPOLOGY_TRANSFER_BATCH_SIZE})
    void batchesFailTheTuples(String key) {
        assertUnprepared(Task.conf(redis.uri(), key, 2), key + " = 2", "never flushes", "set it to 1");
    }

    @Test
    void purposeThatIsNullFailsTheTuples() {
        bolt.purpose = (topology, component) -> null;
        assertUnprepared(Task.conf(redis.uri()), "purpose of the bolt returned null");
    }

    @Test
    void executeBeforePrepareIsRefused() {
        assertThrown(IllegalStateException.class, () -> bolt.execute(null), "before prepare");
        bolt.cleanup();
    }

    private void assertUnprepared(Map<String, Object> conf, String... words) {
        try (Task<HashEntry> task = Task.of(bolt, conf)) {
            task.execute("e", "event-1");
            assertThat(task.output().failed()).isEqualTo(1);
            assertThat(task.output().acked()).isZero();
            assertThat(task.context().count("rejected")).isZero();
            assertThat(task.output().errors()).singleElement().satisfies(error -> assertThat(error.getMessage())
                    .contains("not prepared")
                    .contains(words)
                    .doesNotContain("tell-nobody"));
        }
        assertThat(entries.keys("*")).isEmpty();
    }
}
