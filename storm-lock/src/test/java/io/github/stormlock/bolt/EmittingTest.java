package io.github.stormlock.bolt;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.bolt.fixture.KeyedBolt;
import io.github.stormlock.bolt.fixture.LogLines;
import io.github.stormlock.bolt.fixture.Task;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.EntryKind;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.entry.StringEntry;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.RedisServer;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.storm.tuple.Tuple;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/** A bolt that emits nothing is not shown its entry, so that an update that only adds never misses. */
@OnRedis
@Tag("contract")
class EmittingTest {

    private static class Silent<V> extends KeyedBolt<V> {
        Silent(EntryKind<V> kind) {
            super(kind);
        }

        @Override
        protected void update(Tuple tuple, V entry) {}
    }

    private static class Speaking extends Silent<HashEntry> {
        Speaking() {
            super(Entries.hash());
        }

        @Override
        protected void emit(Tuple tuple, HashEntry entry, Emitter out) {}
    }

    private static final class Heir extends Speaking {}

    private static class Generic<V> extends Silent<V> {
        Generic(EntryKind<V> kind) {
            super(kind);
        }

        @Override
        protected void emit(Tuple tuple, V entry, Emitter out) {}
    }

    /** A bolt whose updates only add. Another program adds ten while each of them runs. */
    private static final class Racing extends Silent<HashEntry> {
        private final transient AtomicInteger runs = new AtomicInteger();
        private final transient RedisServer redis;

        Racing(RedisServer redis) {
            super(Entries.hash());
            this.redis = redis;
        }

        @Override
        protected void update(Tuple tuple, HashEntry entry) {
            runs.incrementAndGet();
            try (Jedis foreigner = new Jedis("127.0.0.1", redis.port())) {
                foreigner.hincrBy("e", "n", 10);
            }
            entry.add("n", 1);
        }
    }

    @Test
    void emitIsFoundWhereverItIsOverridden() {
        assertThat(BoltClass.emits(new Silent<>(Entries.hash()))).isFalse();
        assertThat(BoltClass.emits(new Speaking())).isTrue();
        assertThat(BoltClass.emits(new Heir())).isTrue();
        assertThat(BoltClass.emits(new Generic<>(Entries.string()))).isTrue();
        assertThat(BoltClass.emits(new Generic<StringEntry>(Entries.string()) {}))
                .isTrue();
    }

    @Test
    void updateThatOnlyAddsRunsOnceForEachTuple(RedisServer redis, EntryReader entries) {
        Racing bolt = new Racing(redis);
        try (Task<HashEntry> task = Task.of(bolt, Task.conf(redis.uri()))) {
            task.execute("e", "event-1");
            task.execute("e", "event-2");
            task.execute("e");
            assertThat(task.output().acked()).isEqualTo(3);
        }
        assertThat(bolt.runs).hasValue(3);
        assertThat(entries.hash("e")).containsEntry("n", "33");
    }

    @SuppressWarnings("unused")
    private static class Counting extends Silent<HashEntry> {
        private final int limit = 7;
        private transient Object opened;
        private long count;

        Counting() {
            super(Entries.hash());
        }
    }

    @SuppressWarnings("unused")
    private static final class CountingMore extends Counting {
        private String[] names;
    }

    @Test
    void fieldsThatAnUpdateCouldChangeAreToldWhereTheBoltIsMade() {
        assertThat(BoltClass.mutableFields(Speaking.class)).isEmpty();
        assertThat(BoltClass.mutableFields(CountingMore.class)).containsExactly("names", "count");
        try (LogLines log = LogLines.of(LockingBolt.class.getName())) {
            assertThat(new CountingMore()).isNotNull();
            assertThat(new Speaking()).isNotNull();
            assertThat(log.lines()).singleElement().asString().contains("CountingMore", "names, count");
        }
    }
}
