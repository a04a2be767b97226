package io.github.stormlock.bolt;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.bolt.fixture.RecordedOutput.Ack;
import io.github.stormlock.bolt.fixture.RecordedOutput.Emit;
import io.github.stormlock.bolt.fixture.ScriptedBolt;
import io.github.stormlock.bolt.fixture.Task;
import io.github.stormlock.bolt.fixture.Tasks;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.RedisServer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What Storm would refuse to emit is found before the write, as if {@code emit} had thrown. */
@OnRedis
@Tag("contract")
class RefusedEmissionTest {
    private Tasks tasks;
    private final ScriptedBolt<HashEntry> bolt = ScriptedBolt.counting();
    private RedisServer redis;
    private EntryReader entries;

    /** An emission that Storm refuses, and words that the report of it has. */
    private enum Refused {
        UNDECLARED("stream nope", out -> out.emit("nope", new Values("x"))),
        TOO_FEW("1 values to the stream default", out -> out.emit(new Values("x"))),
        TOO_MANY("3 values to the stream default", out -> out.emit(new Values("x", "y", "z"))),
        NONE("0 values to the stream default", out -> out.emit(List.of())),
        WRONG_NUMBER_BESIDE("2 values to the stream beside", out -> out.emit("beside", new Values("x", "y"))),
        AFTER_A_GOOD_ONE("stream nope", out -> {
            out.emit(new Values("x", "y"));
            out.emit("nope", new Values("x"));
        }),
        DIRECT("direct", out -> out.emit("direct", new Values("x"))),
        NULL("are null", out -> out.emit(null)),
        NO_STREAM("stream null", out -> out.emit(null, new Values("x")));

        private final String told;
        private final Consumer<Emitter> emission;

        Refused(String told, Consumer<Emitter> emission) {
            this.told = told;
            this.emission = emission;
        }
    }

    private static void declare(OutputFieldsDeclarer declarer) {
        declarer.declare(new Fields("a", "b"));
        declarer.declareStream("beside", new Fields("a"));
        declarer.declareStream("direct", true, new Fields("a"));
    }

    private Task<HashEntry> task() {
        return tasks.with(Task.declaring(RefusedEmissionTest::declare, bolt, Task.conf(redis.uri())));
    }

    @ParameterizedTest
    @EnumSource(Refused.class)
    void nothingIsWrittenAndEntryAndEventAreNamed(Refused refused) {
        bolt.emit = (tuple, entry, out) -> refused.emission.accept(out);
        Task<HashEntry> task = task();
        task.execute("e", "event-1");
        assertThat(task.output().failed()).isEqualTo(1);
        assertThat(task.output().emitted()).isEmpty();
        assertThat(task.output().errors()).singleElement().satisfies(error -> assertThat(error)
                .hasMessageContainingAll("is rejected in the update of the", "entry e, event event-1")
                .hasMessageContaining(refused.told));
        task.execute("e");
        assertThat(task.output().failed()).isEqualTo(2);
        assertThat(entries.hash("e")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"event-1", ""})
    void rejectionThatAcksEndsTheTupleUnwritten(String id) {
        bolt.emit = (tuple, entry, out) -> out.emit(new Values("x"));
        bolt.rejected = (tuple, cause, out) -> Rejection.ACK;
        Task<HashEntry> task = task();
        Tuple tuple = task.tuple("e", id);
        bolt.execute(tuple);
        task.output().awaitSettled(tuple);
        assertThat(task.output().acts()).containsExactly(new Ack(tuple));
        assertThat(entries.hash("e")).isEmpty();
    }

    @Test
    void replayIsRefusedToo() {
        bolt.emit = (tuple, entry, out) -> out.emit(new Values("x", "y"));
        Task<HashEntry> task = task();
        task.execute("e", "event-1");
        bolt.emit = (tuple, entry, out) -> out.emit(new Values("x"));
        task.execute("e", "event-1");
        assertThat(task.output().emitted()).hasSize(1);
        assertThat(task.output().failed()).isEqualTo(1);
        assertThat(entries.hash("e")).containsEntry("n", "1");
    }

    @Test
    void whatAJointUpdateAndARejectionEmitIsCheckedToo() {
        bolt.changes = (tuple, each) -> each.add(
                Entries.hash(),
                "f",
                bolt.eventId.apply(tuple),
                f -> f.add("n", 1),
                (f, out) -> out.emit("nope", new Values("x")));
        bolt.rejected = (tuple, cause, out) -> {
            out.emit("beside", new Values("x", "y"));
            return Rejection.ACK;
        };
        Task<HashEntry> task = task();
        task.execute("e", "event-1");
        assertThat(task.output().emitted()).isEmpty();
        assertThat(task.output().failed()).isEqualTo(1);
        assertThat(entries.hash("f")).isEmpty();
    }

    @Test
    void listThatChangesLaterIsSentAsItWasChecked() {
        List<Object> reused = new ArrayList<>();
        bolt.emit = (tuple, entry, out) -> {
            reused.addAll(List.of("x", "y"));
            out.emit(reused);
            reused.clear();
        };
        Task<HashEntry> task = task();
        task.execute("e");
        assertThat(task.output().emitted()).extracting(Emit::values).containsExactly(List.of("x", "y"));
    }

    /** The emission that was sent belongs to the tree of the tuple, which an ack would leave open. */
    @Test
    void tupleFailsIfTheCollectorThrowsAllTheSame() {
        bolt.emit = (tuple, entry, out) -> out.emit(new Values("x", "y"));
        bolt.rejected = (tuple, cause, out) -> Rejection.ACK;
        Task<HashEntry> task = task();
        task.output().observe(act -> {
            if (act instanceof Emit) {
                throw new IllegalArgumentException("a grouping of one's own");
            }
        });
        task.execute("e", "event-1");
        assertThat(task.output().acked()).isZero();
        assertThat(task.output().failed()).isEqualTo(1);
        assertThat(task.output().errors())
                .singleElement()
                .asString()
                .contains(
                        "a grouping of one's own",
                        "fails at its emission in the update of the hash entry e, event event-1");
    }
}
