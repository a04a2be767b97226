package io.github.stormlock.bolt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.bolt.fixture.ScriptedBolt;
import io.github.stormlock.bolt.fixture.Task;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.RedisExtension;
import io.github.stormlock.test.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import org.apache.storm.tuple.Tuple;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.params.SetParams;

/** A tuple that failed because it did not get its entry was not written. So without an event id, its replay counts once. */
@ExtendWith(RedisExtension.class)
@Tag("server")
class GivenUpTupleTest {
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(20);

    private final List<Task<HashEntry>> tasks = new ArrayList<>();
    private final List<Task.Executor> executors = new ArrayList<>();
    private RedisServer redis;
    private Jedis foreigner;

    @BeforeEach
    void open(RedisServer server) {
        redis = server;
        foreigner = new Jedis(server.uri());
    }

    @AfterEach
    void close() {
        tasks.forEach(Task::close);
        foreigner.close();
    }

    private Task<HashEntry> task(String wait, BiConsumer<Tuple, HashEntry> update) {
        ScriptedBolt<HashEntry> bolt = ScriptedBolt.counting();
        bolt.eventId = tuple -> EventId.none();
        bolt.update = update;
        // All tasks have the same lease, because updates whose leases differ are not written together.
        Task<HashEntry> task = Task.of(bolt, Task.conf(redis.uri(), "storm.lock.wait", wait, "storm.lock.lease", "3s"));
        tasks.add(task);
        return task;
    }

    /** Starts a tuple of the task, and returns when it waits for the entry. */
    private void waits(Task<HashEntry> task) {
        executors.add(task.inBackground("hot", ""));
        await().atMost(LONGEST_WAIT).until(() -> task.context().count("contended") == 1);
    }

    /** The third tuple computes until the second has failed, and then throws, so that all three are computed anew. */
    @Test
    void tupleThatTimedOutIsCountedOnceWhenItIsSentAgain(EntryReader entries) throws Exception {
        CountDownLatch failed = new CountDownLatch(1);
        AtomicInteger computed = new AtomicInteger();
        AtomicBoolean free = new AtomicBoolean();
        Task<HashEntry> first = task("10s", (tuple, entry) -> entry.add("n", 1));
        Task<HashEntry> second = task("4s", (tuple, entry) -> {
            computed.incrementAndGet();
            entry.add("n", 1);
        });
        Task<HashEntry> third = task("10s", (tuple, entry) -> {
            // Nobody is in its group while the lock is held.
            if (free.get()) {
                awaitQuietly(failed);
            }
            throw new IllegalArgumentException("mine");
        });
        assertThat(foreigner.set("lock:{hot}", "foreign", SetParams.setParams().px(60_000)))
                .isEqualTo("OK");
        waits(first);
        waits(second);
        waits(third);
        free.set(true);
        assertThat(foreigner.del("lock:{hot}")).isEqualTo(1);
        await().atMost(LONGEST_WAIT).until(() -> second.output().failed() == 1);
        failed.countDown();
        for (Task.Executor executor : executors) {
            assertThat(executor.join()).isFalse();
        }
        assertThat(first.output().acked()).isEqualTo(1);
        assertThat(third.output().failed()).isEqualTo(1);
        assertThat(computed.get()).as("it was in the group").isPositive();
        second.execute("hot");
        assertThat(second.output().acked()).isEqualTo(1);
        assertThat(entries.hash("hot")).containsEntry("n", "2");
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            assertThat(latch.await(LONGEST_WAIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
