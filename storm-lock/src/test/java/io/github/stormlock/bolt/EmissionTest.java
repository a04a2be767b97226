package io.github.stormlock.bolt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.bolt.fixture.RecordedOutput.Ack;
import io.github.stormlock.bolt.fixture.RecordedOutput.Act;
import io.github.stormlock.bolt.fixture.RecordedOutput.Emit;
import io.github.stormlock.bolt.fixture.ScriptedBolt;
import io.github.stormlock.bolt.fixture.Task;
import io.github.stormlock.entry.Codec;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.entry.ValueEntry;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.RedisServer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.params.SetParams;

/** On each way that a tuple can take, downstream sees what is written, and not before it is written. */
@OnRedis
@Tag("contract")
class EmissionTest {
    private static final int EXECUTORS = 8;
    private static final int TUPLES_EACH = 250;

    private final ScriptedBolt<HashEntry> bolt = ScriptedBolt.counting();
    private final CountDownLatch submitted = new CountDownLatch(1);
    private final List<String> seen = new CopyOnWriteArrayList<>();
    private RedisServer redis;
    private EntryReader entries;

    @BeforeEach
    void emitWhatIsCounted() {
        bolt.emit = (tuple, entry, out) -> out.emit(new Values(entry.getLong("n")));
    }

    /** Returns a task that notes each emit and ack, with what the server says at that moment. */
    private Task<HashEntry> task(Object... conf) {
        Task<HashEntry> task = Task.of(bolt, Task.conf(redis.uri(), conf));
        task.output().observe(act -> {
            if (act instanceof Ack ack && ack.tuple().getStringByField("key").equals("other")) {
                await().until(() -> submitted.getCount() == 0);
            }
            if (isOfE(act)) {
                seen.add(act.getClass().getSimpleName() + " n="
                        + entries.hash("e").get("n"));
            }
        });
        return task;
    }

    private static boolean isOfE(Act act) {
        Stream<Tuple> tuples = act instanceof Emit emit
                ? emit.anchors().stream()
                : act instanceof Ack ack ? Stream.of(ack.tuple()) : Stream.of();
        return tuples.anyMatch(tuple -> tuple.getStringByField("key").equals("e"));
    }

    @Test
    void setAside() {
        try (Task<HashEntry> task = task();
                Jedis foreigner = new Jedis(redis.uri())) {
            foreigner.set("lock:{e}", "foreign", SetParams.setParams().px(100));
            task.execute("e");
        }
        assertThat(seen).containsExactly("Emit n=1", "Ack n=1");
    }

    @Test
    void behindAnother() {
        try (Task<HashEntry> task = task()) {
            Tuple other = task.submit("other", "");
            await().until(() -> entries.hash("other").containsKey("n"));
            // A thread is with the first tuple until both others are there. How many of them the bolt takes next is its
            // own, and whether the second is written while the first is told.
            List.of(other, task.submit("e", ""), task.submit("e", ""));
            submitted.countDown();
            await().until(() -> task.output().acked() == 3);
            assertThat(emitted(task)).containsExactly(1L, 1L, 2L);
        }
        assertThat(seen).hasSize(4);
        assertThat(seen.get(0)).isIn("Emit n=1", "Emit n=2");
        assertThat(seen.get(1)).isIn("Ack n=1", "Ack n=2");
        assertThat(seen.subList(2, 4)).containsExactly("Emit n=2", "Ack n=2");
    }

    /** Eight executors submit tuples that meet those of the others in groups. */
    @Test
    void runningCountIsEmittedValueByValue() {
        List<Task<HashEntry>> tasks = new ArrayList<>();
        try {
            for (int i = 0; i < EXECUTORS; i++) {
                ScriptedBolt<HashEntry> own = ScriptedBolt.counting();
                own.emit = bolt.emit;
                tasks.add(Task.of(own, Task.conf(redis.uri())));
            }
            for (int i = 0; i < TUPLES_EACH; i++) {
                for (Task<HashEntry> task : tasks) {
                    task.submit("e", "");
                }
            }
            for (Task<HashEntry> task : tasks) {
                await().until(() -> task.output().acked() == TUPLES_EACH);
            }
            List<Long> values =
                    tasks.stream().flatMap(task -> emitted(task).stream()).toList();
            assertThat(values).containsExactlyInAnyOrderElementsOf(upTo(EXECUTORS * TUPLES_EACH));
        } finally {
            tasks.forEach(Task::close);
        }
    }

    @Test
    void valueThatTheNextUpdateChangesIsEmittedAsItWas() {
        ScriptedBolt<ValueEntry<AtomicLong>> sums =
                new ScriptedBolt<>(Entries.value(new SumCodec()), (tuple, entry) -> {
                    AtomicLong sum = entry.get(new AtomicLong());
                    sum.incrementAndGet();
                    entry.set(sum);
                });
        sums.emit = (tuple, entry, out) -> out.emit(new Values(entry.get(new AtomicLong())));
        try (Task<ValueEntry<AtomicLong>> task = Task.of(sums, Task.conf(redis.uri()))) {
            for (int i = 0; i < 100; i++) {
                task.submit("sum", "");
            }
            await().until(() -> task.output().acked() == 100);
            assertThat(task.output().emitted())
                    .extracting(emit -> ((AtomicLong) emit.values().get(0)).get())
                    .containsExactlyElementsOf(upTo(100));
        }
    }

    private static List<Long> emitted(Task<?> task) {
        return task.output().emitted().stream()
                .map(emit -> (Long) emit.values().get(0))
                .toList();
    }

    private static List<Long> upTo(long last) {
        return LongStream.rangeClosed(1, last).boxed().toList();
    }

    /** A codec whose values can be changed themselves. */
    private record SumCodec() implements Codec<AtomicLong> {
        @Override
        public byte[] encode(AtomicLong value) {
            return value.toString().getBytes(StandardCharsets.US_ASCII);
        }

        @Override
        public AtomicLong decode(byte[] bytes) {
            return new AtomicLong(Long.parseLong(new String(bytes, StandardCharsets.US_ASCII)));
        }
    }
}
