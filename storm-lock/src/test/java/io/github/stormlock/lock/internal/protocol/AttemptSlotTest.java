package io.github.stormlock.lock.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.stormlock.entry.Attempted;
import io.github.stormlock.entry.EntryCommand;
import io.github.stormlock.entry.Expectation;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.fixture.ClusterUnderTest;
import io.github.stormlock.lock.internal.protocol.AttemptReply.Missed;
import io.github.stormlock.lock.internal.protocol.AttemptReply.Written;
import io.github.stormlock.redis.RedisPort;
import io.github.stormlock.redis.RedisRefusedException;
import io.github.stormlock.redis.ScriptCall;
import io.github.stormlock.test.RedisCluster;
import io.github.stormlock.test.RedisServer;
import io.github.stormlock.test.SlotMigration;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * An attempt on an entry whose slot moves to another node. It names lock, entry and marks as keys, so they are at one
 * node.
 */
@Tag("contract")
@Tag("server")
@Tag("modes")
class AttemptSlotTest {
    private ClusterUnderTest venue;
    private RedisPort port;
    private String key;

    @BeforeEach
    void open() {
        venue = new ClusterUnderTest(0);
        port = RedisPort.open(venue.config());
        key = venue.cluster().keyAt(venue.cluster().primaries().get(0), 1);
    }

    @AfterEach
    void close() {
        port.close();
        venue.close();
    }

    private ScriptCall attempt(byte[] seen, String written, long offset) {
        EntryCommand read = new EntryCommand("HMGET", List.of(Bytes.of("hits")));
        EntryCommand write = new EntryCommand("HSET", List.of(Bytes.of("hits"), Bytes.of(written)));
        List<byte[]> answer = new java.util.ArrayList<>();
        answer.add(seen);
        LockKeys keys = LockKeys.of(key, /* cluster= */ true);
        EventMarks marks = new EventMarks("test", Duration.ofMinutes(1), Duration.ofMinutes(1));
        return new AttemptCall(
                        List.of(new AttemptCall.Seen(
                                keys,
                                new ReadSpec(read, "HLEN", 0),
                                new Attempted(List.of(new Expectation(read, answer)), List.of(), List.of(write)),
                                Duration.ZERO)),
                        List.of(new MarkedEvent(marks, EventId.position("file", offset, 0), keys, List.of())),
                        0,
                        true,
                        AttemptCall.FREE)
                .toScriptCall();
    }

    private AttemptReply run(ScriptCall call) {
        return AttemptReply.of(port.run(call, Long.MAX_VALUE), 1);
    }

    @Test
    void attemptIsRefusedWhileItsKeysMoveAndWrittenAfterwards() {
        assertThat(run(attempt(null, "1", 1))).isEqualTo(new Written(0, 1));
        RedisCluster cluster = venue.cluster();
        RedisServer to = cluster.primaries().get(1);
        SlotMigration migration = cluster.migrate(RedisCluster.slot(key), to);
        ScriptCall next = attempt(Bytes.of("1"), "2", 2);
        assertRefused(next);
        migration.move(key);
        assertRefused(next);
        migration.finish();
        assertThat(run(next)).isEqualTo(new Written(0, 2));
        assertThat(run(attempt(Bytes.of("1"), "3", 3))).isInstanceOf(Missed.class);
        assertThat(venue.entries().hash(key)).isEqualTo(Map.of("hits", "2"));
    }

    private void assertRefused(ScriptCall call) {
        assertThatThrownBy(() -> port.run(call, Long.MAX_VALUE))
                .isInstanceOfSatisfying(
                        RedisRefusedException.class, e -> assertThat(e.code()).isEqualTo("TRYAGAIN"));
    }
}
