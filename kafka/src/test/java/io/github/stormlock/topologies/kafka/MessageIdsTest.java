package io.github.stormlock.topologies.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.test.RedisServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Messages are sent again, late, in another incarnation, or behind a gap. */
@Tag("server")
class MessageIdsTest {
    private static final MessageIds IDS = new MessageIds(1, 10, false);

    private static RedisServer redis;
    private static RedisLockFactory locks;
    private static int entries;

    @BeforeAll
    static void connect() throws Exception {
        redis = RedisServer.embedded();
        locks = RedisLockFactory.connect(redis.uri().toString());
    }

    @AfterAll
    static void close() {
        locks.close();
        redis.close();
    }

    @BeforeEach
    void anotherEntry() {
        entries++;
    }

    private static long count(EventId id) {
        return locks.guard("orders:" + entries, Entries.hash())
                .once(id, orders -> orders.add("count", 1))
                .entry()
                .getLong("count");
    }

    @Test
    void messageThatIsSentAgainCountsOnceInAnyOrder() {
        assertThat(count(IDS.of("orders", 0, 7))).isEqualTo(1);
        assertThat(count(IDS.of("orders", 0, 17))).isEqualTo(2);
        assertThat(count(IDS.of("orders", 0, 8))).isEqualTo(3);
        assertThat(count(IDS.of("orders", 0, 7))).isEqualTo(3);
        assertThat(count(IDS.of("orders", 0, 8))).isEqualTo(3);
        assertThat(count(IDS.of("orders", 0, 17))).isEqualTo(3);
    }

    @Test
    void partitionsTopicsAndEpochsAreToldApart() {
        assertThat(count(IDS.of("orders", 1, 7))).isEqualTo(1);
        assertThat(count(IDS.of("orders", 11, 7))).isEqualTo(2);
        assertThat(count(IDS.of("orders-1", 1, 7))).isEqualTo(3);
        assertThat(count(new MessageIds(2, 10, false).of("orders", 1, 7))).isEqualTo(4);
    }

    /** The spout counts messages, not offsets: in a topic with gaps a pending one may lie behind by more than the span. */
    @Test
    void pendingMessageBehindAGapThatIsWiderThanTheSpanIsTakenForAReplay() {
        assertThat(count(IDS.of("compacted", 0, 100))).isEqualTo(1);
        assertThat(count(IDS.of("compacted", 0, 89))).isEqualTo(1);
    }

    @Test
    void topicsWithGapsTakeOpaqueIds() {
        MessageIds ids = new MessageIds(1, 10, true);
        assertThat(count(ids.of("compacted", 0, 100))).isEqualTo(1);
        assertThat(count(ids.of("compacted", 0, 89))).isEqualTo(2);
        assertThat(count(ids.of("compacted", 0, 89))).isEqualTo(2);
        assertThat(count(ids.of("compacted", 0, 100))).isEqualTo(2);
    }

    @Test
    void gapsWithinTheSpanDoNoHarm() {
        assertThat(count(IDS.of("compacted", 0, 100))).isEqualTo(1);
        assertThat(count(IDS.of("compacted", 0, 90))).isEqualTo(2);
    }
}
