package io.github.stormlock.bolt;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.bolt.fixture.RecordedOutput.Ack;
import io.github.stormlock.bolt.fixture.RecordedOutput.Emit;
import io.github.stormlock.bolt.fixture.ScriptedBolt;
import io.github.stormlock.bolt.fixture.Task;
import io.github.stormlock.bolt.fixture.Tasks;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.entry.Part;
import io.github.stormlock.lock.EntryRefusedException;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.RedisServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.storm.tuple.Tuple;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.RedisClient;

/** Tuples that can never succeed. Nothing is written, the lock is given back, and {@code rejected} decides. */
@OnRedis
@Tag("contract")
class RejectionTest {
    private Tasks tasks;
    private RedisServer redis;
    private EntryReader entries;
    private final ScriptedBolt<HashEntry> bolt = ScriptedBolt.counting();
    private final List<RuntimeException> causes = new ArrayList<>();

    @BeforeEach
    void keepCauses() {
        bolt.rejected = ScriptedBolt.keeping(causes);
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", "lock:x", "lock-wait:x", "lock-seen:x", "lock-fence:x", "half a pair \ud800"})
    void keyThatCanBeNoEntrysIsRejected(String key) {
        bolt.entryKey = tuple -> key;
        assertRejected(IllegalArgumentException.class, "entry key");
    }

    @Test
    void nullOfAUserMethodIsRejectedByName() {
        bolt.eventId = tuple -> null;
        assertRejected(IllegalArgumentException.class, "eventId of the bolt returned null");
        bolt.eventId = tuple -> EventId.none();
        bolt.fields = tuple -> null;
        assertRejected(IllegalArgumentException.class, "fields of the bolt returned null");
        bolt.fields = tuple -> Set.of();
        bolt.parts = tuple -> null;
        assertRejected(IllegalArgumentException.class, "parts of the bolt returned null");
    }

    @Test
    void entryOfAnotherTypeIsRejectedAndLeftAlone() {
        try (RedisClient client = RedisClient.create(redis.uri())) {
            client.rpush("e", "one", "two");
        }
        assertRejected(EntryRefusedException.class, "the Redis type list, and not hash");
        assertThat(entries.list("e")).containsExactly("one", "two");
    }

    @Test
    void partThatTheKindDoesNotHaveIsRejected() {
        bolt.parts = tuple -> Part.members("n");
        assertRejected(IllegalArgumentException.class, "not read by members(n), but whole or by fields");
    }

    @Test
    void reportOfARejectionNamesSourceEntryEventAndCause() {
        bolt.rejected = null;
        bolt.update = (tuple, entry) -> Integer.parseInt("seven");
        Task<HashEntry> task = tasks.of(bolt);
        task.execute("page\n1", "event-1");
        assertThat(task.output().failed()).isEqualTo(1);
        assertThat(task.output().errors()).singleElement().satisfies(error -> assertThat(error)
                .hasMessageContainingAll(
                        "a tuple of spout is rejected in the update of the",
                        "entry page\\u000a1, event event-1 in the bolt bolt, task",
                        ": java.lang.NumberFormatException")
                .hasCauseInstanceOf(NumberFormatException.class));
    }

    @Test
    void rejectionThatAccountsForTheTupleEmitsItAnchoredAndAcksIt() {
        bolt.entryKey = tuple -> "";
        bolt.rejected = (tuple, cause, out) -> {
            out.emit("rejected", List.of(String.valueOf(cause.getMessage())));
            return Rejection.ACK;
        };
        Task<HashEntry> task = tasks.of(bolt);
        Tuple tuple = task.tuple("e", "");
        bolt.execute(tuple);
        assertThat(task.output().acts())
                .containsExactly(
                        new Emit("rejected", List.of(tuple), List.of("the entry key is empty")), new Ack(tuple));
        assertThat(task.context().count("rejected")).isEqualTo(1);
    }

    @Test
    void whatAFailedRejectionEmittedIsNotSent() {
        bolt.entryKey = tuple -> "";
        bolt.rejected = (tuple, cause, out) -> {
            out.emit("rejected", List.of("x"));
            return Rejection.FAIL;
        };
        Task<HashEntry> task = tasks.of(bolt);
        task.execute("e");
        assertThat(task.output().emitted()).isEmpty();
        assertThat(task.output().failed()).isEqualTo(1);
        assertThat(task.output().errors())
                .singleElement()
                .asString()
                .contains("is rejected in the methods that name its entry and event in the bolt bolt");
    }

    @Test
    void positionWithoutAckersIsRefusedAndNothingElseIs() {
        bolt.eventId = tuple -> EventId.position("file", 7, 0);
        assertRejected(IllegalStateException.class, "topology.acker.executors", "topology.acker.executors", 0);
        bolt.eventId = tuple -> EventId.opaque("7");
        Task<HashEntry> task = tasks.of(bolt, "topology.acker.executors", 0);
        task.execute("e");
        assertThat(entries.hash("e")).containsEntry("n", "1");
    }

    private void assertRejected(Class<? extends RuntimeException> cause, String message, Object... conf) {
        causes.clear();
        var before = entries.keys("*");
        try (Task<HashEntry> task = Task.of(bolt, Task.conf(redis.uri(), conf))) {
            task.execute("e", "event-1");
            assertThat(causes)
                    .singleElement()
                    .satisfies(thrown -> assertThat(thrown).isInstanceOf(cause).hasMessageContaining(message));
            assertThat(task.output().failed()).isEqualTo(1);
            assertThat(task.output().acked()).isZero();
        }
        assertThat(entries.keys("*")).as("nothing written, lock given back").isEqualTo(before);
    }
}
