package io.github.stormlock.bolt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.bolt.RecordedOutput.Ack;
import io.github.stormlock.bolt.RecordedOutput.Emit;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.RedisExtension;
import io.github.stormlock.test.RedisServer;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.apache.storm.tuple.Values;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.params.SetParams;

/** Whatever way a tuple takes, downstream sees what is written, and not before it is. */
@Tag("contract")
@ExtendWith(RedisExtension.class)
class EmissionTest {
    private final ScriptedBolt<HashEntry> bolt = ScriptedBolt.counting();
    private final List<String> seen = new CopyOnWriteArrayList<>();
    private final RedisServer redis;
    private final EntryReader entries;

    EmissionTest(RedisServer redis, EntryReader entries) {
        this.redis = redis;
        this.entries = entries;
    }

    @BeforeEach
    void emitWhatIsCounted() {
        bolt.emit = (tuple, entry, out) -> out.emit(new Values(entry.getLong("n")));
    }

    /** Notes each emit and ack, with what the server then says. */
    private Task<HashEntry> task(Object... conf) {
        Task<HashEntry> task = Task.of(bolt, Task.conf(redis.uri(), conf));
        task.output().observe(act -> {
            if (act instanceof Emit || act instanceof Ack) {
                seen.add(act.getClass().getSimpleName() + " n="
                        + entries.hash("e").get("n"));
            }
        });
        return task;
    }

    @Test
    void tupleByTuple() {
        try (Task<HashEntry> task = task()) {
            task.execute("e");
        }
        assertThat(seen).containsExactly("Emit n=1", "Ack n=1");
    }

    @Test
    void setAside() {
        try (Task<HashEntry> task = task();
                Jedis foreigner = new Jedis(redis.uri())) {
            String unused =
                    foreigner.set("lock:{e}", "foreign", SetParams.setParams().px(100));
            task.execute("e");
        }
        assertThat(seen).containsExactly("Emit n=1", "Ack n=1");
    }

    @Test
    void inOneRound() {
        CountDownLatch submitted = new CountDownLatch(1);
        bolt.emit = (tuple, entry, out) -> {
            // The round of the first tuple is not over before the others are there.
            await().until(() -> submitted.getCount() == 0 || seen.size() > 1);
            out.emit(new Values(entry.getLong("n")));
        };
        try (Task<HashEntry> task = task()) {
            var unused = List.of(task.submit("other", ""), task.submit("e", ""), task.submit("e", ""));
            submitted.countDown();
            await().until(() -> task.output().acked() == 3);
        }
        seen.removeIf(line -> line.endsWith("null"));
        assertThat(seen).containsExactly("Emit n=2", "Ack n=2", "Emit n=2", "Ack n=2");
    }
}
