package io.github.stormlock.bolt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.bolt.BoltSettings.Setting;
import io.github.stormlock.bolt.fixture.ScriptedBolt;
import io.github.stormlock.bolt.fixture.Task;
import io.github.stormlock.bolt.fixture.Tasks;
import io.github.stormlock.config.LockSettings;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.RedisServer;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A bolt's own settings reach its locks and events in place of those of the topology's configuration. */
@OnRedis
@Tag("contract")
class BoltSettingsTest {
    private Tasks tasks;
    private RedisServer redis;
    private EntryReader entries;
    private final ScriptedBolt<HashEntry> bolt = ScriptedBolt.counting();

    @Test
    void ownLeaseCountsAndTheTopologysOtherwise() {
        assertThat(leaseDuringTheUpdate()).isBetween(1_000L, 4_000L);
        bolt.withLease(Duration.ofMillis(9_000));
        assertThat(leaseDuringTheUpdate()).isBetween(4_001L, 9_000L);
    }

    private long leaseDuringTheUpdate() {
        AtomicLong left = new AtomicLong();
        bolt.exclusive();
        bolt.update = (tuple, entry) -> left.set(entries.ttlMillis("lock:{e}"));
        try (Task<HashEntry> task = tasks.of(bolt, "storm.lock.lease", "4s")) {
            task.execute("e");
            assertThat(task.output().acked()).isEqualTo(1);
        }
        return left.get();
    }

    @Test
    void tokenTellsThatTheTaskUpdates() {
        AtomicReference<String> token = new AtomicReference<>("");
        bolt.exclusive();
        bolt.update = (tuple, entry) -> token.set(entries.string("lock:{e}").orElse(""));
        Task<HashEntry> first = tasks.of(bolt);
        Task<HashEntry> second = tasks.with(Task.of("x".repeat(300), ScriptedBolt.counting(), Task.conf(redis.uri())));
        first.execute("e");
        second.execute("other");
        assertThat(token.get()).matches("storm-lock:s:[\\w-]{22}:1\\.u1:1");
        assertThat(second.output().acked()).isEqualTo(1);
    }

    @Test
    void ownWaitCounts() {
        tasks.lock("e");
        bolt.withWait(Duration.ofMillis(100));
        Task<HashEntry> task = tasks.of(bolt);
        long started = System.nanoTime();
        task.execute("e");
        assertThat(task.context().count("timed-out")).isEqualTo(1);
        // The topology's wait is 10 s.
        assertThat(System.nanoTime() - started).isBetween(100_000_000L, 9_000_000_000L);
    }

    @Test
    void ownLongestHoldEndsTheRenewalOfALease() {
        bolt.exclusive().withLease(Duration.ofMillis(100)).withHoldMax(Duration.ofMillis(150));
        bolt.update = (tuple, entry) -> {
            entry.add("n", 1);
            await().atMost(Duration.ofSeconds(20))
                    .until(() -> entries.keys("lock:{e}").isEmpty());
        };
        Task<HashEntry> task = tasks.of(bolt);
        task.execute("e");
        assertThat(task.output().failed()).isEqualTo(1);
        assertThat(task.context().count("lost")).isEqualTo(1);
        assertThat(entries.keys("e")).isEmpty();
    }

    @Test
    void ownTimeToLiveIsThatOfTheEntry() {
        try (Task<HashEntry> task = tasks.of(bolt)) {
            task.execute("lasting");
        }
        bolt.withTimeToLive(Duration.ofSeconds(90));
        Task<HashEntry> task = tasks.of(bolt);
        task.execute("e");
        assertThat(entries.ttlMillis("e")).isBetween(31_000L, 90_000L);
        assertThat(entries.ttlMillis("lasting")).isEqualTo(EntryReader.NO_EXPIRY);
    }

    @Test
    void ownTimesOfEventsCount() {
        bolt.withEventsWindow(Duration.ofMinutes(20)).withEventsKeep(Duration.ofDays(2));
        Task<HashEntry> task = tasks.of(bolt);
        task.execute("opaque", "event-1");
        bolt.eventId = tuple -> EventId.position("file", 7, 0);
        task.execute("position", "event-1");
        assertThat(ttlOfMarks("opaque")).isBetween(Duration.ofMinutes(20), Duration.ofMinutes(22));
        assertThat(ttlOfMarks("position")).isBetween(Duration.ofDays(2).minusMinutes(1), Duration.ofDays(3));
    }

    private Duration ttlOfMarks(String entry) {
        var marks = entries.keys("lock-seen:*{" + entry + "}");
        assertThat(marks).hasSize(1);
        return Duration.ofMillis(entries.ttlMillis(marks.iterator().next()));
    }

    @Test
    void orderOfTheCallsDoesNotMatter() {
        LockSettings one = settings(
                s -> s.with(Setting.LEASE, Duration.ofMinutes(2)),
                s -> s.with(Setting.HOLD_MAX, Duration.ofMinutes(5)));
        LockSettings other = settings(
                s -> s.with(Setting.HOLD_MAX, Duration.ofMinutes(5)),
                s -> s.with(Setting.LEASE, Duration.ofMinutes(2)));
        assertThat(one).isEqualTo(other);
        assertThat(settings(
                        s -> s.with(Setting.HOLD_MAX, Duration.ofSeconds(2)),
                        s -> s.with(Setting.LEASE, Duration.ofSeconds(1))))
                .isEqualTo(settings(
                        s -> s.with(Setting.LEASE, Duration.ofSeconds(1)),
                        s -> s.with(Setting.HOLD_MAX, Duration.ofSeconds(2))));
    }

    @Test
    void whatIsNotGivenFollowsFromWhatIs() {
        assertThat(settings(s -> s.with(Setting.WAIT, Duration.ofSeconds(1))).lease())
                .isEqualTo(Duration.ofSeconds(1));
        assertThat(settings(s -> s.with(Setting.WAIT, Duration.ZERO)).lease()).isEqualTo(Duration.ofSeconds(5));
        assertThat(settings(s -> s.with(Setting.WAIT, Duration.ofMillis(50))).lease())
                .isEqualTo(Duration.ofMillis(100));
        assertThat(settings(s -> s.with(Setting.HOLD_MAX, Duration.ofSeconds(2)))
                        .lease())
                .isEqualTo(Duration.ofSeconds(2));
        assertThat(settings(s -> s.with(Setting.LEASE, Duration.ofMinutes(2))).holdMax())
                .isEqualTo(Duration.ofMinutes(2));
        assertThat(settings(s -> s)).isEqualTo(LockSettings.DEFAULT);
    }

    /** Returns the settings after some steps. Each step is checked, as a bolt's own calls are. */
    @SafeVarargs
    private static LockSettings settings(UnaryOperator<BoltSettings>... steps) {
        BoltSettings settings = BoltSettings.DEFAULT;
        for (UnaryOperator<BoltSettings> step : steps) {
            settings = step.apply(settings);
        }
        return settings.over(LockSettings.DEFAULT);
    }

    @Test
    void valuesOutOfRangeAreRefusedWhereTheTopologyIsBuilt() {
        assertThatThrownBy(() -> bolt.withLease(Duration.ofMillis(99))).hasMessageContaining("storm.lock.lease = 99ms");
        assertThatThrownBy(() -> bolt.withWait(Duration.ofMillis(-1))).hasMessageContaining("storm.lock.wait");
        assertThatThrownBy(() -> bolt.withHoldMax(Duration.ofMillis(99))).hasMessageContaining("storm.lock.hold.max");
        assertThatThrownBy(() -> bolt.withEventsWindow(Duration.ofMillis(999)))
                .hasMessageContaining("storm.lock.events.window");
        assertThatThrownBy(() -> bolt.withEventsKeep(Duration.ofMillis(59_999)))
                .hasMessageContaining("storm.lock.events.keep");
        assertThatThrownBy(() -> bolt.withTimeToLive(Duration.ofNanos(1))).hasMessageContaining("time to live");
        assertThatThrownBy(() -> bolt.withLease(Duration.ofMillis(3_000)).withHoldMax(Duration.ofMillis(2_000)))
                .hasMessageContaining("storm.lock.hold.max");
    }

    @Test
    void boltWithoutAKindIsRefused() {
        assertThatThrownBy(() -> new ScriptedBolt<HashEntry>(null, (tuple, entry) -> {}))
                .hasMessageContaining("kind");
    }
}
