package io.github.stormlock.bolt;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.bolt.fixture.RecordedOutput.Ack;
import io.github.stormlock.bolt.fixture.RecordedOutput.Emit;
import io.github.stormlock.bolt.fixture.ScriptedBolt;
import io.github.stormlock.bolt.fixture.Task;
import io.github.stormlock.bolt.fixture.Tasks;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.RedisServer;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tuples that succeed are settled in order: commit, then emits, then ack. Replays are settled too. */
@OnRedis
@Tag("contract")
class SettlingTest {
    private Tasks tasks;
    private RedisServer redis;
    private EntryReader entries;
    private final ScriptedBolt<HashEntry> bolt = ScriptedBolt.counting();

    @BeforeEach
    void script() {
        bolt.emit = (tuple, entry, out) -> out.emit(new Values(entry.getLong("n")));
    }

    @Test
    void emitsFollowTheCommitAndTheAckFollowsTheEmits() {
        List<String> seen = new ArrayList<>();
        bolt.update = (tuple, entry) -> {
            entry.add("n", 1);
            seen.add("update n=" + entries.hash("e").get("n"));
        };
        Task<HashEntry> task = tasks.of(bolt);
        task.output()
                .observe(act -> seen.add(act.getClass().getSimpleName() + " n="
                        + entries.hash("e").get("n") + " locks="
                        + entries.keys("lock:*").size()));
        task.execute("e");
        // The update may run more than once.
        assertThat(new LinkedHashSet<>(seen)).containsExactly("update n=null", "Emit n=1 locks=0", "Ack n=1 locks=0");
    }

    @Test
    void emitsAreAnchoredToTheirTupleAndKeepTheirOrderAndStreams() {
        bolt.emit = (tuple, entry, out) -> {
            out.emit("totals", new Values(entry.getLong("n"), "first"));
            out.emit(new Values(entry.getLong("n"), "second"));
        };
        Task<HashEntry> task = tasks.of(bolt);
        Tuple tuple = task.tuple("e", "");
        bolt.execute(tuple);
        task.output().awaitSettled(tuple);
        assertThat(task.output().acts())
                .containsExactly(
                        new Emit("totals", List.of(tuple), List.of(1L, "first")),
                        new Emit("default", List.of(tuple), List.of(1L, "second")),
                        new Ack(tuple));
    }

    @Test
    void replayChangesNothingButEmitsAgainFromTheEntryAsItStands() {
        Task<HashEntry> task = tasks.of(bolt);
        task.execute("e", "event-1");
        task.execute("e", "event-2");
        task.execute("e", "event-1");
        assertThat(entries.hash("e")).containsEntry("n", "2");
        assertThat(task.output().emitted())
                .extracting(Emit::values)
                .containsExactly(List.of(1L), List.of(2L), List.of(2L));
        assertThat(task.output().acked()).isEqualTo(3);
        assertThat(task.context().count("replays")).isEqualTo(1);
    }

    @Test
    void replayWhoseUpdateFindsItsOwnWorkDoneAndThrowsIsAReplayAllTheSame() {
        bolt.update = (tuple, entry) -> {
            if (entry.getLong("n") > 0) {
                throw new IllegalStateException("sold out");
            }
            entry.add("n", 1);
        };
        Task<HashEntry> task = tasks.of(bolt);
        task.execute("e", "event-1");
        task.execute("e", "event-1");
        assertThat(task.output().acked()).isEqualTo(2);
        assertThat(task.output().emitted()).extracting(Emit::values).containsExactly(List.of(1L), List.of(1L));
        assertThat(task.context().count("replays")).isEqualTo(1);
        assertThat(task.context().count("rejected")).isZero();
        task.execute("e", "event-2");
        assertThat(task.context().count("rejected")).isEqualTo(1);
        assertThat(task.output().failed()).isEqualTo(1);
        assertThat(entries.keys("lock:*")).isEmpty();
        assertThat(entries.hash("e")).isEqualTo(Map.of("n", "1"));
    }

    @Test
    void entryIsReadOnlyInEmit() {
        List<RuntimeException> causes = new ArrayList<>();
        bolt.emit = (tuple, entry, out) -> {
            out.emit(new Values(entry.getLong("n")));
            entry.add("n", 1);
        };
        bolt.rejected = ScriptedBolt.keeping(causes);
        Task<HashEntry> task = tasks.of(bolt);
        task.execute("e", "event-1");
        task.execute("e", "event-1");
        assertThat(causes).hasSize(2).allMatch(UnsupportedOperationException.class::isInstance);
        assertThat(task.output().emitted()).isEmpty();
        assertThat(task.output().failed()).isEqualTo(2);
        assertThat(task.output().acked()).isZero();
        assertThat(entries.hash("e")).isEmpty();
    }

    @Test
    void componentsThatShareAPurposeApplyAnEventOnce() {
        ScriptedBolt<HashEntry> second = ScriptedBolt.counting();
        bolt.purpose = (topology, component) -> "shared";
        second.purpose = (topology, component) -> "shared";
        Task<HashEntry> one = tasks.of("one", bolt);
        Task<HashEntry> other = tasks.of("other", second);
        one.execute("hour", "event-1");
        other.execute("hour", "event-1");
        assertThat(entries.hash("hour")).containsEntry("n", "1");
    }

    @Test
    void purposeIsToldTheNamesOfTopologyAndComponent() {
        List<String> told = new ArrayList<>();
        bolt.purpose = (topology, component) -> {
            told.add(topology + " " + component);
            return "p";
        };
        Task<HashEntry> task = tasks.of("pages", bolt);
        assertThat(told).containsExactly("tests pages");
        assertThat(task.output().acts()).isEmpty();
    }

    @Test
    void tickGoesToOnTickAndWhatThatEmitsIsAnchoredToNothing() {
        List<Tuple> ticks = new ArrayList<>();
        bolt.onTick = (tick, out) -> {
            ticks.add(tick);
            out.emit(List.of("first"));
            out.emit("top", List.of("second"));
        };
        Task<HashEntry> task = tasks.of(bolt);
        Tuple tick = task.context().tick();
        bolt.execute(tick);
        assertThat(ticks).containsExactly(tick);
        assertThat(task.output().acts())
                .containsExactly(new Emit("default", null, List.of("first")), new Emit("top", null, List.of("second")));
        assertThat(entries.keys("*")).isEmpty();
    }
}
