package io.github.stormlock.bolt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.RedisExtension;
import io.github.stormlock.test.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.params.SetParams;

/** A busy entry delays only itself. */
@ExtendWith(RedisExtension.class)
class ParkingTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final ScriptedBolt<HashEntry> bolt = ScriptedBolt.counting();
    private RedisServer redis;
    private Jedis foreigner;
    private Task<HashEntry> task;
    private EntryReader entries;

    @BeforeEach
    void open(RedisServer server, EntryReader reader) {
        redis = server;
        entries = reader;
        foreigner = new Jedis(server.uri());
        bolt.update = (tuple, entry) -> {
            entry.add("n", 1);
            entry.set("order", entry.get("order", "") + tuple.getStringByField("id"));
        };
    }

    @AfterEach
    void close() {
        task.close();
        foreigner.close();
    }

    private void prepare(int parked, Object... more) {
        Object[] all = new Object[more.length + 2];
        all[0] = "storm.lock.parked.max";
        all[1] = parked;
        System.arraycopy(more, 0, all, 2, more.length);
        task = Task.of(bolt, Task.conf(redis.uri(), all));
    }

    private void hold(String key, long millis) {
        assertThat(foreigner.set(
                        "lock:{" + key + "}", "foreign", SetParams.setParams().px(millis)))
                .isEqualTo("OK");
    }

    @Test
    void tuplesOfOtherEntriesKeepTheirLatencyWhileOneIsHeldForTwoSeconds() {
        prepare(100);
        task.execute("warm", "");
        long begun = System.nanoTime();
        hold("busy", 60_000);
        List<Long> nanos = new ArrayList<>();
        for (int i = 0; i < 91; i++) {
            task.execute("busy", "");
            long began = System.nanoTime();
            task.execute("free" + i % 10, "");
            nanos.add(System.nanoTime() - began);
        }
        // All of them are through while the busy entry is held still, and none of its own is.
        assertThat(task.output().acked()).isEqualTo(1 + 91);
        assertThat(foreigner.exists("busy")).isFalse();
        assertThat(task.context().count("contended"))
                .as("only the first of the busy ones was tried")
                .isEqualTo(1);
        Collections.sort(nanos);
        assertThat(Duration.ofNanos(nanos.get(45))).as("median of %s", nanos).isLessThan(Duration.ofMillis(100));
        await().until(() -> System.nanoTime() - begun > Duration.ofSeconds(2).toNanos());
        assertThat(foreigner.del("lock:{busy}")).isEqualTo(1);
        await().atMost(PATIENCE).until(() -> task.output().acked() == 1 + 2 * 91);
        assertThat(entries.hash("busy")).containsEntry("n", "91");
        assertThat(task.output().failed()).isZero();
    }

    @Test
    void orderOfAnEntryIsKept() {
        prepare(100);
        hold("busy", 60_000);
        StringBuilder expected = new StringBuilder();
        for (char c = 'a'; c <= 'z'; c++) {
            task.execute("busy", "" + c);
            expected.append(c);
        }
        assertThat(task.output().acked()).isZero();
        assertThat(foreigner.del("lock:{busy}")).isEqualTo(1);
        await().atMost(PATIENCE).until(() -> task.output().acked() == 26);
        assertThat(entries.hash("busy")).containsEntry("order", expected.toString());
    }

    @Test
    void fullParkingHoldsTheExecutorUntilThereIsRoom() throws Exception {
        prepare(3);
        hold("busy", 60_000);
        for (int i = 0; i < 3; i++) {
            task.execute("busy", "");
        }
        Task.Executor blocked = task.inBackground("busy", "");
        await().during(Duration.ofMillis(200)).atMost(PATIENCE).until(blocked::isAlive);
        assertThat(foreigner.del("lock:{busy}")).isEqualTo(1);
        assertThat(blocked.join()).isFalse();
        await().atMost(PATIENCE).until(() -> task.output().acked() == 4);
        assertThat(entries.hash("busy")).containsEntry("n", "4");
    }

    @Test
    void interruptWhileItIsFullFailsTheTupleAndKeepsTheFlag() throws Exception {
        prepare(1);
        hold("busy", 60_000);
        task.execute("busy", "");
        Task.Executor blocked = task.inBackground("busy", "");
        await().during(Duration.ofMillis(100)).atMost(PATIENCE).until(blocked::isAlive);
        blocked.interrupt();
        assertThat(blocked.join()).isTrue();
        assertThat(task.output().failed()).isEqualTo(1);
    }

    @Test
    void parkedTupleTimesOutAtItsOwnDeadlineAndIsCountedOnce() {
        prepare(10, "storm.lock.wait", "500ms", "storm.lock.lease", "400ms");
        hold("busy", 60_000);
        task.execute("busy", "");
        assertThat(task.output().failed()).isZero();
        await().atMost(PATIENCE).until(() -> task.output().failed() == 1);
        task.execute("free", "");
        assertThat(task.output().acked()).isEqualTo(1);
    }

    @Test
    void cleanupFailsWhatIsParkedAndLeavesNoThread() {
        prepare(10);
        hold("busy", 60_000);
        task.execute("busy", "");
        task.execute("busy", "");
        task.close();
        await().atMost(PATIENCE).until(() -> task.output().failed() == 2);
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet())
                        .extracting(Thread::getName)
                        .filteredOn(name -> name.startsWith("storm-lock-"))
                        .isEmpty());
        assertThat(foreigner.exists("busy")).isFalse();
    }

    @Test
    void batchIsWrittenWhenItIsFullOrHasLingeredLongEnough() {
        LockingBolt<HashEntry> unused = bolt.withBatch(4, Duration.ofMillis(200));
        prepare(100);
        for (int i = 0; i < 3; i++) {
            task.execute("e" + i % 2, "" + i);
        }
        assertThat(task.output().acked()).isZero();
        task.execute("e1", "3");
        assertThat(task.output().acked()).isEqualTo(4);
        assertThat(entries.hash("e0")).containsEntry("order", "02");
        assertThat(entries.hash("e1")).containsEntry("order", "13");
        task.execute("e0", "4");
        assertThat(task.output().acked()).isEqualTo(4);
        await().atMost(PATIENCE).until(() -> task.output().acked() == 5);
        assertThat(entries.hash("e0")).containsEntry("order", "024");
    }

    @Test
    void busyEntryOfABatchIsSetAsideAndTheOthersAreWritten() {
        LockingBolt<HashEntry> unused = bolt.withBatch(6, Duration.ofMillis(100));
        prepare(100);
        hold("busy", 60_000);
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < 3; i++) {
                task.execute("busy", "" + (char) ('a' + round * 3 + i));
                task.execute("free" + i, "" + round);
            }
            assertThat(task.output().acked()).isEqualTo(3 * (round + 1));
        }
        assertThat(foreigner.del("lock:{busy}")).isEqualTo(1);
        await().atMost(PATIENCE).until(() -> task.output().acked() == 12);
        assertThat(entries.hash("busy")).containsEntry("order", "abcdef");
        assertThat(entries.hash("free1")).containsEntry("order", "01");
    }

    @Test
    void inABatchEachTupleIsSettledByItself() {
        LockingBolt<HashEntry> unused = bolt.withBatch(4, Duration.ofMillis(100));
        bolt.update = (tuple, entry) -> {
            if (tuple.getStringByField("id").equals("bad")) {
                throw new IllegalArgumentException("mine");
            }
            entry.add("n", 1);
        };
        bolt.emit = (tuple, entry, out) -> out.emit(List.of(entry.getLong("n")));
        prepare(100);
        task.execute("a", "1");
        task.execute("a", "bad");
        task.execute("a", "1");
        task.execute("b", "2");
        await().atMost(PATIENCE)
                .until(() -> task.output().acked() + task.output().failed() == 4);
        assertThat(task.output().failed()).isEqualTo(1);
        assertThat(entries.hash("a")).containsEntry("n", "1");
        assertThat(entries.hash("b")).containsEntry("n", "1");
        assertThat(task.output().emitted()).hasSize(3);
    }
}
