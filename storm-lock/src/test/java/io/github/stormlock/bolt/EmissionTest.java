package io.github.stormlock.bolt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.bolt.RecordedOutput.Ack;
import io.github.stormlock.bolt.RecordedOutput.Emit;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.RedisExtension;
import io.github.stormlock.test.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.storm.tuple.Values;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

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
    void whereTuplesOfBusyEntriesMayBeSetAside() {
        try (Task<HashEntry> task = task("storm.lock.parked.max", 10)) {
            task.execute("e");
        }
        assertThat(seen).containsExactly("Emit n=1", "Ack n=1");
    }

    @Test
    void inBatches() {
        LockingBolt<HashEntry> unused = bolt.withBatch(2, Duration.ofSeconds(1));
        try (Task<HashEntry> task = task()) {
            task.execute("e");
            task.execute("e");
            await().until(() -> seen.size() == 4);
        }
        assertThat(seen).containsExactly("Emit n=2", "Ack n=2", "Emit n=2", "Ack n=2");
    }
}
