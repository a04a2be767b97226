package io.github.stormlock.bolt;

import static io.github.stormlock.lock.fixture.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.stormlock.bolt.fixture.RecordedOutput.Emit;
import io.github.stormlock.bolt.fixture.ScriptedBolt;
import io.github.stormlock.bolt.fixture.Task;
import io.github.stormlock.bolt.fixture.Tasks;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.entry.Part;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.FaultProxy;
import io.github.stormlock.test.RedisServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A tuple names all that it changes, entry by entry. */
@OnRedis
@Tag("contract")
class ChangesTest {
    private static final EventId ID = EventId.opaque("line-1");

    private Tasks tasks;
    private RedisServer redis;
    private EntryReader entries;
    private final ScriptedBolt<HashEntry> bolt = ScriptedBolt.counting();
    private final List<RuntimeException> causes = new ArrayList<>();

    @BeforeEach
    void keepCauses() {
        bolt.rejected = ScriptedBolt.keeping(causes);
    }

    private static EventId idOf(Tuple tuple) {
        return EventId.opaque(tuple.getStringByField("id"));
    }

    private static void count(HashEntry entry) {
        entry.add("n", 1);
    }

    private void assertRejected(String... words) {
        causes.clear();
        try (Task<HashEntry> task = tasks.of(bolt)) {
            task.execute("e", "event");
            assertThat(task.output().failed()).isEqualTo(1);
        }
        assertThat(causes).singleElement().satisfies(cause -> assertThat(cause).hasMessageContainingAll(words));
        assertThat(entries.keys("*")).isEmpty();
    }

    /** While the code is slow, as that of a young JVM, a round takes fewer. */
    @Test
    void tupleOfAThousandLinesOverAHundredEntriesTakesOneRoundTripOnceItsUpdatesAreFast() {
        bolt.changes = (tuple, each) -> {
            for (int line = 0; line < 1_000; line++) {
                each.add("page:" + line % 100, idOf(tuple).ordinal(line), ChangesTest::count);
            }
        };
        bolt.emit = (tuple, entry, out) -> out.emit(new Values(entry.getLong("n")));
        FaultProxy proxy = tasks.with(FaultProxy.to(redis));
        Task<HashEntry> task = tasks.silentVia(proxy, bolt);
        int tuples = 0;
        do {
            proxy.resetTurns();
            task.execute("e", "lines-" + tuples++);
        } while (proxy.turns() > 1 && tuples < 200);
        assertThat(proxy.turns()).isEqualTo(1);
        assertThat(task.output().acked()).isEqualTo(tuples);
        assertThat(task.output().emitted()).hasSize(1_000 * tuples);
        assertThat(entries.hash("page:99")).isEqualTo(Map.of("n", "" + 10 * tuples));
    }

    @Test
    void changesOfOneEntryUnderOneIdAreOneUpdateInTheOrderNamed() {
        bolt.changes = (tuple, each) -> {
            each.add("e", ID, entry -> entry.set("last", "first"));
            each.add("other", ID, ChangesTest::count);
            each.add("e", ID, entry -> entry.set("last", entry.get("last") + ", second"));
        };
        Task<HashEntry> task = tasks.of(bolt);
        task.execute("e");
        task.execute("e");
        assertThat(task.output().acked()).isEqualTo(2);
        assertThat(task.context().count("replays")).isEqualTo(2);
        assertThat(entries.hash("e")).isEqualTo(Map.of("last", "first, second"));
    }

    @Test
    void oneUpdateNeedsNoEventIdHoweverManyChangesItIsMadeOf() {
        bolt.changes = (tuple, each) -> {
            each.add("e", EventId.none(), ChangesTest::count);
            each.add("e", EventId.none(), ChangesTest::count);
        };
        Task<HashEntry> task = tasks.of(bolt);
        task.execute("e");
        assertThat(task.output().acked()).isEqualTo(1);
        assertThat(entries.hash("e")).isEqualTo(Map.of("n", "2"));
    }

    @Test
    void secondUpdateWithoutAnEventIdRejectsTheTuple() {
        bolt.changes = (tuple, each) -> {
            each.add("e", ID, ChangesTest::count);
            each.add("other", EventId.none(), ChangesTest::count);
        };
        assertRejected("2 updates", "hash entry other has no event id", "replay");
    }

    @Test
    void oneBadNameRejectsTheTupleAndNothingIsWritten() {
        bolt.changes = (tuple, each) -> {
            each.add("e", ID, ChangesTest::count);
            each.add("lock:x", ID, ChangesTest::count);
        };
        assertRejected("lock:x", "names locks");
    }

    @Test
    void sameEntryAndEventInTwoPartsRejectsTheTuple() {
        bolt.changes = (tuple, each) -> {
            each.add("e", ID, ChangesTest::count);
            each.add(Entries.hash().only(Part.fields("m")), "e", ID, ChangesTest::count);
        };
        assertRejected("hash entry e", "line-1", "ordinal(1)");
    }

    @Test
    void thrownByTheMethodItselfRejectsTheTuple() {
        bolt.changes = (tuple, each) -> {
            each.add("e", ID, ChangesTest::count);
            throw new IllegalStateException("no line");
        };
        assertRejected("no line");
    }

    @Test
    void tupleWithoutChangesIsAcked() {
        bolt.changes = (tuple, each) -> {};
        Task<HashEntry> task = tasks.of(bolt);
        task.execute("e");
        assertThat(task.output().acked()).isEqualTo(1);
        assertThat(entries.keys("*")).isEmpty();
    }

    @Test
    void entriesOfOtherKindsAndPartsTakePart() {
        bolt.changes = (tuple, each) -> {
            each.add("page", idOf(tuple), ChangesTest::count);
            each.add(Entries.set(), "visitors", idOf(tuple), set -> set.add(tuple.getStringByField("key")));
            each.add(
                    Entries.sortedSet().only(Part.members("page")),
                    "ranking",
                    idOf(tuple),
                    ranking -> ranking.add("page", 1));
        };
        Task<HashEntry> task = tasks.of(bolt);
        task.execute("anna", "1");
        task.execute("ben", "2");
        assertThat(task.output().acked()).isEqualTo(2);
        assertThat(entries.hash("page")).isEqualTo(Map.of("n", "2"));
        assertThat(entries.set("visitors")).isEqualTo(Set.of("anna", "ben"));
        assertThat(entries.sortedSet("ranking")).isEqualTo(Map.of("page", 2.0));
    }

    @Test
    void partsOfTheBoltHoldForEachChangeOfItsOwnKind() {
        bolt.fields = tuple -> Set.of("n");
        bolt.changes = (tuple, each) -> {
            each.add("e", ID, ChangesTest::count);
            each.add("other", ID, entry -> entry.getLong("m"));
        };
        Task<HashEntry> task = tasks.of(bolt);
        task.execute("e");
        assertThat(causes).singleElement().satisfies(cause -> assertThat(cause).hasMessageContaining("was not read"));
    }

    @Test
    void emissionsAreSentInTheOrderNamedOnceAllIsWritten() {
        bolt.emit = (tuple, entry, out) -> out.emit(new Values("own", entry.getLong("n")));
        bolt.changes = (tuple, each) -> {
            each.add("a", idOf(tuple), ChangesTest::count);
            each.add(Entries.set(), "silent", idOf(tuple), set -> set.add("x"));
            each.add(
                    Entries.set(),
                    "speaking",
                    idOf(tuple),
                    set -> set.add(tuple.getStringByField("id")),
                    (set, out) -> out.emit("other", new Values("size", set.size())));
            each.add("a", idOf(tuple), ChangesTest::count);
        };
        Task<HashEntry> task = tasks.of(bolt);
        task.output().observe(act -> {
            if (act instanceof Emit) {
                assertThat(entries.set("speaking")).isNotEmpty();
            }
        });
        task.execute("e", "1");
        task.execute("e", "1");
        assertThat(task.output().acked()).isEqualTo(2);
        // The replay emits from the entries as they stand.
        assertThat(task.output().emitted())
                .extracting(Emit::values)
                .containsExactly(
                        List.of("own", 1L),
                        List.of("own", 2L),
                        List.of("size", 1),
                        List.of("own", 2L),
                        List.of("own", 2L),
                        List.of("size", 1));
    }

    @Test
    void changeThatIsAddedTooLateIsRefused() {
        AtomicReference<Changes<HashEntry>> kept = new AtomicReference<>();
        bolt.changes = (tuple, each) -> kept.set(each);
        Task<HashEntry> task = tasks.of(bolt);
        task.execute("e");
        assertThrown(IllegalStateException.class, () -> kept.get().add("e", ID, ChangesTest::count), "change of e");
    }

    @Test
    void boltThatSaysNotWhatItChangesIsRefusedWhereItIsMade() {
        assertThatThrownBy(() -> new LockingBolt<>(Entries.hash()) {
                    @Override
                    protected void update(Tuple tuple, HashEntry entry) {}
                })
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll("does not override entryKey(Tuple);", "changes(Tuple, Changes)");
        assertThatThrownBy(() -> new LockingBolt<>(Entries.hash()) {})
                .hasMessageContaining("entryKey(Tuple) and update(Tuple, view)");
    }
}
