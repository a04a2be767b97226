package io.github.stormlock.bolt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.bolt.fixture.ScriptedBolt;
import io.github.stormlock.bolt.fixture.Task;
import io.github.stormlock.bolt.fixture.Tasks;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.test.EntryReader;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A busy entry delays only itself. */
@OnRedis
class ParkingTest {
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(20);

    private final ScriptedBolt<HashEntry> bolt = ScriptedBolt.counting();
    private Tasks tasks;
    private Task<HashEntry> task;
    private EntryReader entries;

    @BeforeEach
    void open() {
        bolt.update = (tuple, entry) -> {
            entry.add("n", 1);
            entry.set("order", entry.get("order", "") + tuple.getStringByField("id"));
        };
    }

    @Test
    void tuplesOfOtherEntriesGoOnWhileOneIsHeld() {
        task = tasks.of(bolt);
        task.execute("warm", "");
        tasks.lock("busy");
        task.submit("busy", "");
        await().atMost(LONGEST_WAIT).until(() -> task.context().count("contended") == 1);
        for (int i = 0; i < 91; i++) {
            if (i > 0) {
                task.submit("busy", "");
            }
            task.execute("free" + i % 10, "");
        }
        // All tuples of other entries are through while the busy entry is still held, and none of its own is.
        assertThat(task.output().acked()).isEqualTo(1 + 91);
        assertThat(entries.keys("busy")).isEmpty();
        assertThat(task.context().count("contended"))
                .as("only the first of the busy ones was tried")
                .isEqualTo(1);
        tasks.unlock("busy");
        await().atMost(LONGEST_WAIT).until(() -> task.output().acked() == 1 + 2 * 91);
        assertThat(entries.hash("busy")).containsEntry("n", "91");
        assertThat(task.output().failed()).isZero();
    }

    @Test
    void whatComesWhileAnAttendantIsAtWorkIsMadeByTheRunner() {
        task = tasks.of(bolt);
        AtomicBoolean freed = new AtomicBoolean();
        CountDownLatch submitted = new CountDownLatch(1);
        List<String> attended = new CopyOnWriteArrayList<>();
        List<String> byRunner = new CopyOnWriteArrayList<>();
        bolt.update = (tuple, entry) -> {
            String id = tuple.getStringByField("id");
            boolean parked = Thread.currentThread().getName().startsWith("storm-lock-attendant-");
            (parked ? attended : byRunner).add(id);
            if (parked && freed.get()) {
                await().atMost(LONGEST_WAIT).until(() -> submitted.getCount() == 0);
            }
            entry.set("order", entry.get("order", "") + id);
        };
        tasks.lock("busy");
        task.submit("busy", "a");
        await().atMost(LONGEST_WAIT)
                .until(() -> !entries.keys("lock-wait:{busy}").isEmpty());
        attended.clear();
        freed.set(true);
        tasks.unlock("busy");
        await().atMost(LONGEST_WAIT).until(() -> attended.contains("a"));
        task.submit("busy", "b");
        task.execute("free", "-");
        task.submit("busy", "c");
        submitted.countDown();
        await().atMost(LONGEST_WAIT).until(() -> task.output().acked() == 4);
        assertThat(attended).containsOnly("a");
        assertThat(byRunner).contains("b", "c");
        assertThat(entries.hash("busy")).containsEntry("order", "abc");
    }

    @Test
    void fullTaskHoldsTheExecutorUntilThereIsRoom() throws Exception {
        task = tasks.of(bolt, "storm.lock.open.max", 3);
        tasks.lock("busy");
        for (int i = 0; i < 3; i++) {
            task.submit("busy", "");
        }
        Task.Executor blocked = task.submitting("busy", "");
        await().during(Duration.ofMillis(200)).atMost(LONGEST_WAIT).until(blocked::isAlive);
        tasks.unlock("busy");
        assertThat(blocked.join()).isFalse();
        await().atMost(LONGEST_WAIT).until(() -> task.output().acked() == 4);
        assertThat(entries.hash("busy")).containsEntry("n", "4");
    }

    @Test
    void interruptWhileItIsFullFailsTheTupleAndKeepsTheFlag() throws Exception {
        task = tasks.of(bolt, "storm.lock.open.max", 1);
        tasks.lock("busy");
        task.submit("busy", "");
        Task.Executor blocked = task.submitting("busy", "");
        await().during(Duration.ofMillis(100)).atMost(LONGEST_WAIT).until(blocked::isAlive);
        blocked.interrupt();
        assertThat(blocked.join()).isTrue();
        assertThat(task.output().failed()).isEqualTo(1);
    }

    @Test
    void cleanupFailsWhatIsParkedAndLeavesNoThread() {
        Set<Thread> before = Thread.getAllStackTraces().keySet();
        task = tasks.of(bolt);
        tasks.lock("busy");
        task.submit("busy", "");
        task.submit("busy", "");
        task.close();
        await().atMost(LONGEST_WAIT).until(() -> task.output().failed() == 2);
        await().atMost(LONGEST_WAIT)
                .untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet())
                        .filteredOn(thread -> !before.contains(thread))
                        .extracting(Thread::getName)
                        .filteredOn(name -> name.startsWith("storm-lock-"))
                        .isEmpty());
        assertThat(entries.keys("busy")).isEmpty();
        assertThat(task.output().failed()).as("each once").isEqualTo(2);
    }

    @Test
    void busyEntryOfARoundIsSetAsideAndTheOthersAreWritten() {
        task = tasks.of(bolt);
        tasks.lock("busy");
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < 3; i++) {
                task.submit("busy", "" + (char) ('a' + round * 3 + i));
                task.submit("free" + i, "" + round);
            }
            int acked = 3 * (round + 1);
            await().atMost(LONGEST_WAIT).until(() -> task.output().acked() == acked);
        }
        tasks.unlock("busy");
        await().atMost(LONGEST_WAIT).until(() -> task.output().acked() == 12);
        assertThat(entries.hash("busy")).containsEntry("order", "abcdef");
        assertThat(entries.hash("free1")).containsEntry("order", "01");
    }

    @Test
    void moreEntriesAreBusyThanThereAreThreadsForThem() {
        task = tasks.of(bolt, "topology.message.timeout.secs", 300, "storm.lock.wait", "60s", "storm.lock.lease", "1s");
        for (int i = 0; i < 200; i++) {
            tasks.lock("busy" + i);
            task.submit("busy" + i, "");
        }
        task.execute("free", "");
        for (int i = 0; i < 200; i++) {
            tasks.unlock("busy" + i);
        }
        await().atMost(Duration.ofSeconds(50)).until(() -> task.output().acked() == 201);
    }
}
