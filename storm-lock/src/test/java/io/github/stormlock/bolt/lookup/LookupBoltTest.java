package io.github.stormlock.bolt.lookup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.bolt.fixture.RecordedOutput.Ack;
import io.github.stormlock.bolt.fixture.RecordedOutput.Emit;
import io.github.stormlock.bolt.fixture.Task;
import io.github.stormlock.bolt.fixture.Tasks;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.entry.Part;
import io.github.stormlock.entry.SortedSetEntry;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.FaultProxy;
import io.github.stormlock.test.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/** Tuples are enriched from entries that they do not change. */
@OnRedis
@Tag("contract")
class LookupBoltTest {
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(20);

    private Tasks tasks;
    private RedisServer redis;
    private EntryReader entries;
    private Jedis jedis;
    private final ScriptedLookup<HashEntry> bolt = new ScriptedLookup<>(
            Entries.hash(), (tuple, entry, out) -> out.emit(new Values(tuple.getString(0), entry.get("country", "?"))));

    private void country(String customer, String country) {
        jedis.hset(customer, "country", country);
    }

    @Test
    void tupleIsEnrichedInOneRoundTripAndNothingIsWritten() {
        country("anna", "CH");
        FaultProxy proxy = tasks.with(FaultProxy.to(redis));
        Task<HashEntry> task = tasks.with(Task.of(bolt, Task.silentConf(proxy.uri())));
        task.execute("anna");
        task.output().forget();
        proxy.resetTurns();
        Tuple tuple = task.submit("anna", "");
        task.output().awaitSettled(tuple);
        assertThat(proxy.turns()).isEqualTo(1);
        assertThat(task.output().acts())
                .containsExactly(new Emit("default", List.of(tuple), List.of("anna", "CH")), new Ack(tuple));
        assertThat(entries.keys("*")).containsExactly("anna");
        assertThat(entries.hash("anna")).isEqualTo(Map.of("country", "CH"));
    }

    @Test
    void manyTuplesAreReadInOneRoundTripAndEmitInTheirOrder() {
        CountDownLatch released = new CountDownLatch(1);
        bolt.lookup = (tuple, entry, out) -> {
            if (tuple.getString(0).equals("slow")) {
                await().atMost(LONGEST_WAIT).until(() -> released.getCount() == 0);
            }
            out.emit(new Values(tuple.getString(0)));
        };
        List<List<Object>> wanted = new ArrayList<>(List.of(List.of("slow")));
        FaultProxy proxy = tasks.with(FaultProxy.to(redis));
        Task<HashEntry> task = tasks.with(Task.of(bolt, Task.silentConf(proxy.uri())));
        Tuple slow = task.submit("slow", "");
        await().atMost(LONGEST_WAIT).until(() -> proxy.turns() > 0);
        List<Tuple> tuples = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            tuples.add(task.submit("customer-" + i, ""));
            wanted.add(List.of("customer-" + i));
        }
        assertThat(task.context().gauge("open")).isEqualTo(101);
        proxy.resetTurns();
        released.countDown();
        task.output().awaitSettled(slow);
        tuples.forEach(task.output()::awaitSettled);
        // The slow one may have been read on its own, while it was awaited.
        assertThat(proxy.turns()).isLessThanOrEqualTo(2);
        assertThat(task.output().emitted()).extracting(Emit::values).isEqualTo(wanted);
        await().atMost(LONGEST_WAIT).until(() -> task.context().gauge("open") == 0);
    }

    @Test
    void onlyThePartIsReadThatTheTupleNames() {
        jedis.zadd("ranking", Map.of("anna", 3.0, "ben", 2.0, "cleo", 1.0));
        ScriptedLookup<SortedSetEntry> ranking = new ScriptedLookup<>(
                Entries.sortedSet(), (tuple, entry, out) -> out.emit(new Values(entry.asMap(), entry.size())));
        ranking.parts = tuple -> Part.highest(2).andSize();
        Task<SortedSetEntry> task = tasks.of(ranking);
        task.execute("ranking");
        assertThat(task.output().emitted())
                .extracting(Emit::values)
                .containsExactly(List.of(Map.of("anna", 3.0, "ben", 2.0), 3));
    }

    @Test
    void lookupThatThrowsRejectsItsTupleAloneAndEmitsNothing() {
        bolt.lookup = (tuple, entry, out) -> {
            out.emit(new Values("half"));
            if (tuple.getString(0).equals("bad")) {
                throw new IllegalStateException("no such customer");
            }
        };
        Task<HashEntry> task = tasks.of(bolt);
        task.execute("bad");
        task.execute("good");
        assertThat(task.output().failed()).isEqualTo(1);
        assertThat(task.output().acked()).isEqualTo(1);
        assertThat(task.output().emitted()).hasSize(1);
        assertThat(task.context().count("rejected")).isEqualTo(1);
        assertThat(bolt.causes).singleElement().satisfies(cause -> assertThat(cause)
                .hasMessage("no such customer"));
    }

    @Test
    void callThatWaitsIsRefusedInALookup() {
        try (RedisLockFactory locks = RedisLockFactory.connect(redis.uri().toString())) {
            bolt.lookup =
                    (tuple, entry, out) -> locks.guard("other", Entries.hash()).change(other -> other.add("n", 1));
            try (Task<HashEntry> task = tasks.of(bolt)) {
                task.execute("anna");
            }
        }
        assertThat(bolt.causes).singleElement().satisfies(cause -> assertThat(cause)
                .hasMessageContaining("update of other inside lookup of anna"));
    }

    @Test
    void cleanupFailsTuplesThatAreNotRead() {
        CountDownLatch released = new CountDownLatch(1);
        bolt.lookup = (tuple, entry, out) -> await().atMost(LONGEST_WAIT).until(() -> released.getCount() == 0);
        Task<HashEntry> task = tasks.of(bolt);
        Tuple first = task.submit("a", "");
        await().atMost(LONGEST_WAIT).until(() -> task.context().gauge("pool.idle") == 1);
        Tuple second = task.submit("b", "");
        task.close();
        task.output().awaitSettled(second);
        assertThat(task.output().failed()).isEqualTo(1);
        released.countDown();
        task.output().awaitSettled(first);
        assertThat(task.output().acked()).isEqualTo(1);
        Tuple late = task.submit("c", "");
        task.output().awaitSettled(late);
        assertThat(task.output().failed()).isEqualTo(2);
    }

    @Test
    void tickIsNoTupleAndTheMetricsAreThoseOfALookup() {
        List<Tuple> ticks = new ArrayList<>();
        bolt.onTick = (tick, out) -> ticks.add(tick);
        Task<HashEntry> task = tasks.of(bolt);
        Tuple tick = task.context().tick();
        bolt.execute(tick);
        assertThat(ticks).containsExactly(tick);
        assertThat(task.context().metrics())
                .containsExactly("open", "pool.active", "pool.idle", "pool.round-trips", "pool.waiting", "rejected");
    }
}
