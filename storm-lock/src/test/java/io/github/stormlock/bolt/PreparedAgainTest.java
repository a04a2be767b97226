package io.github.stormlock.bolt;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.bolt.fixture.ScriptedBolt;
import io.github.stormlock.bolt.fixture.Task;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.RedisServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A bolt whose preparation failed is prepared by a later tuple, once the reason is gone. */
@OnRedis
@Tag("contract")
class PreparedAgainTest {
    /** Enough tuples for some tries: the executor pauses between them by itself, 1 s at most. */
    private static final int TUPLES = 12;

    private RedisServer redis;
    private EntryReader entries;
    private final ScriptedBolt<HashEntry> bolt = ScriptedBolt.counting();
    private final AtomicInteger calls = new AtomicInteger();

    @Test
    void fileThatTheConfigurationNamesMayComeLate(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("list");
        bolt.purpose = (topology, component) -> Files.exists(file) ? topology : null;
        try (Task<HashEntry> task = task()) {
            task.execute("e");
            assertThat(task.output().failed()).isEqualTo(1);
            Path written = Files.writeString(file, "here");
            assertThat(written).exists();
            executeUntilAcked(task);
            assertThat(task.output().acked()).isEqualTo(1);
        }
    }

    @Test
    void whatAFailedPreparationTookIsGivenBack() {
        bolt.prepared = () -> {
            throw new IllegalStateException("call " + calls.incrementAndGet());
        };
        try (Task<HashEntry> task = task()) {
            for (int i = 0; i < 8; i++) {
                task.execute("e");
            }
            assertThat(Task.connections(redis, "prepared-again-test")).isEmpty();
            assertThat(calls).hasValue(9);
            assertThat(task.output().failed()).isEqualTo(8);
            assertThat(task.output().errors()).hasSize(1);
        }
    }

    private Task<HashEntry> task() {
        return Task.of(bolt, Task.conf(redis.uri(), "topology.name", "prepared-again-test"));
    }

    private static void executeUntilAcked(Task<HashEntry> task) {
        for (int i = 0; i < TUPLES && task.output().acked() == 0; i++) {
            task.execute("e", "event");
        }
    }
}
