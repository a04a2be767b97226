package io.github.stormlock.bolt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.bolt.fixture.ScriptedBolt;
import io.github.stormlock.bolt.fixture.Task;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.RedisServer;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Storm cleans a task up on another thread while the task may still execute. Nothing is cut off, and nothing is left. */
@OnRedis
@Tag("contract")
class CleanupTest {
    private RedisServer redis;
    private EntryReader entries;
    private Map<String, Object> conf;
    private final ScriptedBolt<HashEntry> bolt = ScriptedBolt.counting();

    @BeforeEach
    void script() {
        conf = Task.conf(redis.uri(), "topology.name", "cleanup-test", "storm.lock.insight.interval", 0);
    }

    @Test
    void updateThatRunsDuringCleanupIsCommittedAndThenEverythingEnds() throws Exception {
        CountDownLatch updating = new CountDownLatch(1);
        CountDownLatch cleaned = new CountDownLatch(1);
        bolt.update = (tuple, entry) -> {
            updating.countDown();
            await().atMost(Duration.ofSeconds(30)).until(() -> cleaned.getCount() == 0);
            entry.add("n", 1);
        };
        Task<HashEntry> task = Task.of(bolt, conf);
        Task.Executor executor = task.inBackground("e", "event-1");
        await().atMost(Duration.ofSeconds(30)).until(() -> updating.getCount() == 0);
        task.close();
        assertThat(connections()).isNotEmpty();
        cleaned.countDown();
        assertThat(executor.join()).isFalse();
        assertThat(task.output().acked()).isEqualTo(1);
        assertThat(entries.hash("e")).containsEntry("n", "1");
        assertEnded();
    }

    @Test
    void whatPreparedHasBegunIsEndedOnce() {
        AtomicInteger ended = new AtomicInteger();
        bolt.cleanedUp = ended::incrementAndGet;
        Task<HashEntry> task = Task.of(bolt, conf);
        assertThat(ended).hasValue(0);
        task.close();
        task.close();
        assertThat(ended).hasValue(1);
    }

    @Test
    void preparedThatThrewIsEndedBeforeItIsCalledAgain() {
        List<String> calls = new CopyOnWriteArrayList<>();
        bolt.cleanedUp = () -> calls.add("cleanedUp");
        bolt.prepared = () -> {
            calls.add("prepared");
            if (calls.size() == 1) {
                throw new IllegalStateException("not yet");
            }
        };
        Task<HashEntry> task = Task.of(bolt, conf);
        await().atMost(Duration.ofSeconds(30)).until(() -> {
            task.execute("e");
            return task.output().acked() > 0;
        });
        assertThat(calls).containsExactly("prepared", "cleanedUp", "prepared");
        task.close();
        assertThat(calls).hasSize(4).last().isEqualTo("cleanedUp");
    }

    @Test
    void cleanupDuringPreparedLeavesTheEndToTheThreadThatPrepares() throws Exception {
        CountDownLatch preparing = new CountDownLatch(1);
        CountDownLatch cleaned = new CountDownLatch(1);
        List<String> calls = new CopyOnWriteArrayList<>();
        bolt.prepared = () -> {
            preparing.countDown();
            await().atMost(Duration.ofSeconds(30)).until(() -> cleaned.getCount() == 0);
            calls.add("prepared");
        };
        bolt.cleanedUp = () -> calls.add("cleanedUp");
        Task.Executor executor = new Task.Executor(() -> Task.of(bolt, conf));
        await().atMost(Duration.ofSeconds(30)).until(() -> preparing.getCount() == 0);
        bolt.cleanup();
        assertThat(calls).isEmpty();
        cleaned.countDown();
        assertThat(executor.join()).isFalse();
        assertThat(calls).containsExactly("prepared", "cleanedUp");
    }

    @Test
    void whatCleanedUpThrowsIsReported() {
        bolt.cleanedUp = () -> {
            throw new IllegalStateException("does not close");
        };
        Task<HashEntry> task = Task.of(bolt, conf);
        task.close();
        assertThat(task.output().errors()).singleElement().asString().contains("does not close");
        assertThat(connections()).isEmpty();
    }

    @Test
    void tupleAfterCleanupFailsAndIsNotRejected() {
        bolt.rejected = (tuple, cause, out) -> Rejection.ACK;
        Task<HashEntry> task = Task.of(bolt, conf);
        task.close();
        task.execute("e");
        assertThat(task.output().failed()).isEqualTo(1);
        assertThat(task.output().acked()).isZero();
        assertThat(task.context().count("rejected")).isZero();
        assertThat(entries.keys("*")).isEmpty();
    }

    @Test
    void cleanupDuringPrepareLeavesNothing() {
        bolt.purpose = (topology, component) -> {
            bolt.cleanup();
            return "purpose";
        };
        Task<HashEntry> task = Task.of(bolt, conf);
        task.execute("e");
        assertThat(task.output().failed()).isEqualTo(1);
        assertEnded();
    }

    @Test
    void taskThatRemembersAnotherAmountHasConnectionsOfItsOwn() {
        Map<String, Object> forgetful = new HashMap<>(conf);
        forgetful.put("storm.lock.remembered.max.bytes", 0);
        try (Task<HashEntry> one = Task.of("one", bolt, conf);
                Task<HashEntry> other = Task.of("other", ScriptedBolt.counting(), forgetful)) {
            one.execute("e");
            other.execute("e");
            assertThat(connections()).hasSize(2);
        }
        assertEnded();
    }

    private void assertEnded() {
        await().atMost(Duration.ofSeconds(30)).until(() -> connections().isEmpty());
        await().atMost(Duration.ofSeconds(30)).until(() -> Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().contains("cleanup-test")));
        assertThat(entries.keysWithoutExpiry()).doesNotContain("lock:{e}");
    }

    private List<String> connections() {
        return Task.connections(redis, "cleanup-test:");
    }
}
