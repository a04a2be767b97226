package io.github.stormlock.bolt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.bolt.fixture.LogLines;
import io.github.stormlock.bolt.fixture.ScriptedBolt;
import io.github.stormlock.bolt.fixture.Task;
import io.github.stormlock.bolt.fixture.Tasks;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.LockCount;
import io.github.stormlock.lock.LockTime;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.FaultProxy;
import io.github.stormlock.test.RedisServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.storm.tuple.Tuple;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.RedisClient;

/** Each metric moves when what it counts happens, and only then. Lost leases and the like are in {@link LockTroubleTest}. */
@OnRedis
@Tag("contract")
class BoltMetricsTest {
    private Tasks tasks;
    private RedisServer redis;
    private EntryReader entries;
    private final ScriptedBolt<HashEntry> bolt = ScriptedBolt.counting();

    @Test
    void pageHasARowForEachMetric() throws IOException {
        String rows = Files.readString(Path.of("../docs/guide/monitoring.md"))
                .lines()
                .filter(line -> line.startsWith("| `"))
                .collect(Collectors.joining());
        assertThat(Stream.concat(
                        Stream.of(LockCount.values()).map(LockCount::metric),
                        Stream.of(LockTime.values()).map(LockTime::key)))
                .allSatisfy(name -> assertThat(rows).contains("`" + name + "`"));
    }

    @Test
    void pageOfTheReportHasEachCount() throws IOException {
        String page = Files.readString(Path.of("../docs/insight-format.md"));
        assertThat(LockCount.values()).allSatisfy(each -> assertThat(page).contains('"' + each.key() + "\": 0"));
    }

    @Test
    void quietUpdateCountsAsAcquiredAndIsTimed() {
        Task<HashEntry> task = tasks.of(bolt);
        task.execute("e");
        task.execute("e");
        assertThat(counted(task)).containsExactlyEntriesOf(Map.of("acquired", 2L));
        assertThat(task.context().counts())
                .containsEntry("updates", 2L)
                .containsEntry("groups", 2L)
                .containsEntry("attempts", 2L)
                .containsEntry("busy", 0L);
        for (String timer : List.of("wait", "commit")) {
            assertThat(task.context().timer(timer).getCount()).as(timer).isEqualTo(2);
        }
        assertThat(task.context().timer("commit").getSnapshot().getMin()).isPositive();
        assertThat(task.context().timer("wait").getSnapshot().getMax())
                .as("it met nobody")
                .isZero();
        assertThat(task.context().timer("hold").getCount())
                .as("it takes no lock")
                .isZero();
    }

    @Test
    void secondTupleOfASpoutTupleWithTheSameEventIsCountedAndToldAndAReplayIsNot() {
        Task<HashEntry> task = tasks.of(bolt);
        LogLines log = tasks.with(LogLines.of(LockingBolt.class.getName()));
        for (long spoutTuple : List.of(1L, 1L, 2L)) {
            Tuple tuple = task.context().tupleOf(spoutTuple, "e", "event-1");
            bolt.execute(tuple);
            task.output().awaitSettled(tuple);
        }
        assertThat(task.context().count("repeated")).isEqualTo(1);
        assertThat(task.context().count("replays")).isEqualTo(2);
        assertThat(log.lines())
                .singleElement()
                .asString()
                .contains("two tuples with the same update of the", "entry e, event event-1", "id.ordinal(n)");
        Tuple other = task.context().tupleOf(1L, "e", "event-2");
        bolt.execute(other);
        task.output().awaitSettled(other);
        assertThat(task.context().count("repeated")).isEqualTo(1);
        assertThat(entries.hash("e")).containsEntry("n", "2");
    }

    @Test
    void updateOnWhatAnotherHasChangedCountsAsMissed() {
        bolt.update = (tuple, entry) -> entry.set("n", entry.getLong("n") + 1);
        Task<HashEntry> task = tasks.of(bolt);
        RedisClient foreigner = tasks.with(RedisClient.create(redis.uri()));
        task.execute("e");
        assertThat(foreigner.hincrBy("e", "n", 1)).isEqualTo(2);
        task.execute("e");
        assertThat(counted(task)).containsExactlyInAnyOrderEntriesOf(Map.of("acquired", 2L, "missed", 1L));
        // Counted once its tuple is acked. On a machine that stands still the lock follows the miss: then two.
        await().until(() -> task.context().count("attempts") >= 2);
        assertThat(entries.hash("e")).containsEntry("n", "3");
    }

    @Test
    void holdIsAsLongAsTheUpdateAndTheWaitIsNot() {
        long pause = Duration.ofMillis(50).toNanos();
        bolt.exclusive();
        bolt.update = (tuple, entry) -> {
            long end = System.nanoTime() + pause;
            await().atMost(Duration.ofSeconds(30)).until(() -> System.nanoTime() > end);
        };
        Task<HashEntry> task = tasks.of(bolt);
        task.execute("e");
        assertThat(task.context().timer("hold").getSnapshot().getMax()).isGreaterThan(pause);
    }

    @Test
    void waitForABusyLockCountsAsContendedAndIsTimed() throws Exception {
        Task<HashEntry> task = tasks.of(bolt);
        tasks.lock("e");
        Task.Executor executor = task.inBackground("e", "");
        await().atMost(Duration.ofSeconds(30)).until(() -> task.context().count("contended") == 1);
        tasks.unlock("e");
        assertThat(executor.join()).isFalse();
        assertThat(counted(task)).containsOnlyKeys("acquired", "contended");
        assertThat(task.context().count("busy")).isPositive();
        assertThat(task.context().timer("wait").getSnapshot().getMax()).isPositive();
    }

    @Test
    void replayCountsAsReplayAndIsNoCommit() {
        Task<HashEntry> task = tasks.of(bolt);
        task.execute("e", "event-1");
        task.execute("e", "event-1");
        assertThat(counted(task)).containsExactlyInAnyOrderEntriesOf(Map.of("acquired", 2L, "replays", 1L));
        assertThat(task.context().timer("commit").getCount()).isEqualTo(1);
    }

    @Test
    void rememberedEventsAreThoseOfTheEntryLastCounted() {
        // Attempts count the remembered events now and then, commits always.
        bolt.exclusive();
        Task<HashEntry> task = tasks.of(bolt);
        for (int i = 1; i <= 3; i++) {
            task.execute("e", "event-" + i);
            assertThat(task.context().gauge("remembered-events")).isEqualTo(i);
        }
        task.execute("f", "event-1");
        assertThat(task.context().gauge("remembered-events")).isEqualTo(1);
        long[] at = {10, 0};
        bolt.eventId = tuple -> EventId.position("file", at[0], at[1]);
        for (; at[0] < 20; at[0]++) {
            task.execute("g");
        }
        long grown = task.context().gauge("remembered-events");
        at[1] = 20;
        task.execute("g");
        assertThat(task.context().gauge("remembered-events")).isLessThan(grown);
        assertThat(entries.hash("g")).containsEntry("n", "11");
    }

    @Test
    void poolGaugesTellWhatIsIdleAndWhatIsInUse() throws Exception {
        Object[] one = {"storm.lock.redis.pool.max.total", 1, "storm.lock.insight.interval", 0};
        FaultProxy proxy = tasks.with(FaultProxy.to(redis));
        Task<HashEntry> task = tasks.with(Task.of(bolt, Task.conf(proxy.uri(), one)));
        Task<HashEntry> other = tasks.with(Task.of(ScriptedBolt.counting(), Task.conf(proxy.uri(), one)));
        task.execute("e");
        await().until(() -> gauges(task).equals(List.of(0L, 1L, 0L)));
        long before = task.context().gauge("pool.round-trips");
        task.execute("e");
        assertThat(task.context().gauge("pool.round-trips")).isGreaterThan(before);
        proxy.holdRequestWhen(FaultProxy.containing("lock:{e}"), 1);
        Task.Executor first = task.inBackground("e", "");
        await().atMost(Duration.ofSeconds(30)).until(() -> proxy.held() == 1);
        Task.Executor second = other.inBackground("f", "");
        await().atMost(Duration.ofSeconds(30)).until(() -> gauges(task).equals(List.of(1L, 0L, 1L)));
        proxy.releaseHeld();
        assertThat(first.join()).isFalse();
        assertThat(second.join()).isFalse();
        await().until(() -> gauges(task).equals(List.of(0L, 1L, 0L)));
    }

    private static List<Long> gauges(Task<?> task) {
        return List.of(
                task.context().gauge("pool.active"),
                task.context().gauge("pool.idle"),
                task.context().gauge("pool.waiting"));
    }

    /** Returns the counters that are not zero, without those of all ways to Redis. */
    private static Map<String, Long> counted(Task<?> task) {
        Map<String, Long> moved = new TreeMap<>(task.context().counts());
        moved.values().removeIf(count -> count == 0);
        moved.keySet().removeAll(Set.of("updates", "groups", "attempts", "busy"));
        return moved;
    }
}
