package io.github.stormlock.bolt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.stormlock.bolt.fixture.KeyedBolt;
import io.github.stormlock.bolt.fixture.Task;
import io.github.stormlock.entry.Codec;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.EntryKind;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.entry.ValueEntry;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.RedisServer;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.utils.Utils;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A bolt travels to its workers by Java serialization, with its kind and its settings. */
@OnRedis
@Tag("contract")
class TravelTest {
    private static final AtomicLong LEASE_SEEN = new AtomicLong();

    private static final class Hits extends KeyedBolt<HashEntry> {
        private static EntryReader entries;

        private Hits() {
            super(Entries.hash());
        }

        @Override
        protected void update(Tuple tuple, HashEntry entry) {
            LEASE_SEEN.set(entries.ttlMillis("lock:{e}"));
            entry.add("n", 1);
        }
    }

    private static final class Total extends KeyedBolt<ValueEntry<Long>> {
        private Total(EntryKind<ValueEntry<Long>> kind) {
            super(kind);
        }

        @Override
        protected void update(Tuple tuple, ValueEntry<Long> entry) {
            Long old = entry.get();
            entry.set(old == null ? 1 : old + 1);
        }
    }

    /** A codec that holds what cannot travel. */
    private static final class Stationary implements Codec<Long> {
        @SuppressWarnings("serial") // so that it cannot travel
        private final Object connection = new Object();

        @Override
        public byte[] encode(Long value) {
            return Codec.longs().encode(value);
        }

        @Override
        public Long decode(byte[] bytes) {
            return Codec.longs().decode(bytes);
        }

        @Override
        public String toString() {
            return "over " + connection;
        }
    }

    @Test
    void settingsTravelWithTheBolt(RedisServer redis, EntryReader entries) throws Exception {
        Hits.entries = entries;
        Hits sent = new Hits();
        sent.exclusive().withLease(Duration.ofMillis(9_000)).withTimeToLive(Duration.ofMillis(60_000));
        try (Task<HashEntry> task = Task.of(travelled(sent), Task.conf(redis.uri()))) {
            task.execute("e");
            assertThat(task.output().acked()).isEqualTo(1);
        }
        assertThat(LEASE_SEEN.get()).isBetween(5_001L, 9_000L);
        assertThat(entries.ttlMillis("e")).isBetween(1L, 60_000L);
        assertThat(entries.hash("e")).containsEntry("n", "1");
    }

    @Test
    void boltThatWasPreparedCanStillTravel(RedisServer redis) throws Exception {
        Total used = new Total(Entries.value(Codec.longs()));
        try (Task<ValueEntry<Long>> first = Task.of(used, Task.conf(redis.uri()));
                Task<ValueEntry<Long>> task = Task.of(travelled(used), Task.conf(redis.uri()))) {
            first.execute("e");
            task.execute("e");
            assertThat(task.output().acked()).isEqualTo(1);
        }
    }

    @Test
    void codecThatCannotBeSerializedIsRefusedByTheBolt() {
        EntryKind<ValueEntry<Long>> kind = Entries.value(new Stationary());
        assertThatThrownBy(() -> new Total(kind))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("codec " + Stationary.class.getName(), "make it a record or an enum");
    }

    @SuppressWarnings("unchecked")
    private static <T> T travelled(T object) {
        return (T) Utils.javaDeserialize(Utils.javaSerialize(object), Object.class);
    }
}
