package io.github.stormlock.bolt.purity;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.bolt.Changes;
import io.github.stormlock.bolt.Emitter;
import io.github.stormlock.bolt.LockingBolt;
import io.github.stormlock.bolt.PurityCheck;
import io.github.stormlock.bolt.Rejection;
import io.github.stormlock.bolt.fixture.KeyedBolt;
import io.github.stormlock.bolt.fixture.ScriptedBolt;
import io.github.stormlock.bolt.fixture.Task;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.EntryKind;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** An impure bolt is found by a single tuple, and a pure one does what it does without the check. */
@OnRedis
@Tag("contract")
class PurityCheckTest {
    private RedisServer redis;
    private EntryReader entries;

    /** Counts in the entry and, for no good, in itself. */
    private static class CountsInItself extends KeyedBolt<HashEntry> {
        private final List<String> seen = new ArrayList<>();
        private long count;

        CountsInItself() {
            super(Entries.hash());
        }

        @Override
        protected void update(Tuple tuple, HashEntry entry) {
            if (tuple.getStringByField("id").equals("list")) {
                seen.add("x");
            } else {
                count++;
            }
            entry.set("n", "same");
        }

        @Override
        public String toString() {
            return "counted " + count + seen;
        }
    }

    /** A class between the bolt and the library, whose fields are looked at, too. */
    private static final class Heir extends CountsInItself {}

    @Test
    void updateThatChangesAFieldOfTheBoltIsNamedWithTheField() {
        assertThat(reported(new Heir(), "e", ""))
                .contains(Heir.class.getName() + " is not pure: in its update of the hash entry e")
                .contains("the field 'count' of " + CountsInItself.class.getName() + " went from 0 to 2");
    }

    @Test
    void updateThatChangesACollectionInAFieldIsNamedWithTheField() {
        assertThat(reported(new CountsInItself(), "e", "list"))
                .contains("the field 'seen' of " + CountsInItself.class.getName() + " went from [] to [x, x]");
    }

    @Test
    void updateThatWritesAnotherValueEachTimeIsNamedWithTheFieldOfTheEntry() {
        AtomicInteger next = new AtomicInteger();
        ScriptedBolt<HashEntry> bolt = hash((tuple, entry) -> {
            entry.set("same", "x");
            entry.set("other", next.incrementAndGet());
        });
        assertThat(reported(bolt, "e", ""))
                .contains("ScriptedBolt is not pure: in its update of the hash entry e")
                .contains("the field 'other' of the entry 'e' became '1' in one run and '2' in the other");
    }

    @Test
    void updateThatWritesOtherBytesEachTimeIsFoundThoughTheyAreNoUtf8() {
        AtomicInteger next = new AtomicInteger(0xDC80);
        assertThat(reported(hash((tuple, entry) -> entry.set("n", "" + (char) next.getAndIncrement())), "e", ""))
                .contains("the field 'n' of the entry 'e' became");
    }

    @Test
    void updateThatAddsAnotherAmountEachTimeIsFoundThoughItLooksAtNothing() {
        AtomicInteger next = new AtomicInteger();
        assertThat(reported(hash((tuple, entry) -> entry.add("n", next.incrementAndGet())), "e", ""))
                .contains("the field 'n' of the entry 'e' became '1' in one run and '2' in the other");
    }

    @Test
    void updateThatDependsOnItsThreadIsFound() {
        assertThat(reported(
                        hash((tuple, entry) ->
                                entry.set("thread", Thread.currentThread().getName())),
                        "e",
                        ""))
                .contains("the field 'thread' of the entry 'e' became 'storm-lock-runner")
                .contains("'storm-lock-second-run' in the other");
    }

    @Test
    void updateThatThrowsOnceIsFound() {
        AtomicInteger runs = new AtomicInteger();
        ScriptedBolt<HashEntry> bolt = hash((tuple, entry) -> {
            if (runs.getAndIncrement() % 2 == 0) {
                throw new IllegalArgumentException("now and then");
            }
        });
        assertThat(reported(bolt, "e", ""))
                .contains("one run ended with java.lang.IllegalArgumentException: now and then and the other with no"
                        + " exception");
    }

    @Test
    void otherTypesNameWhatDiffers() {
        AtomicInteger next = new AtomicInteger();
        assertThat(reported(script(Entries.set(), (t, e) -> e.add("m" + next.incrementAndGet())), "set", ""))
                .contains("the member 'm1' of the entry 'set' became there in one run and what it was in the other");
        assertThat(reported(script(Entries.sortedSet(), (t, e) -> e.set("m", next.incrementAndGet())), "scores", ""))
                .contains("the score of 'm' of the entry 'scores' became '3' in one run and '4' in the other");
        assertThat(reported(script(Entries.list(), (t, e) -> e.addLast("e" + next.incrementAndGet())), "list", ""))
                .contains("what RPUSH writes of the entry 'list' became ['e5'] in one run and ['e6'] in the other");
        assertThat(reported(script(Entries.string(), (t, e) -> e.set("v" + next.incrementAndGet())), "text", ""))
                .contains("the value of the entry 'text' became 'v7' in one run and 'v8' in the other");
    }

    @Test
    void randomEventIdIsFoundWithoutAReplay() {
        AtomicInteger next = new AtomicInteger();
        ScriptedBolt<HashEntry> bolt = ScriptedBolt.counting();
        bolt.eventId = tuple -> EventId.opaque("random-" + next.incrementAndGet());
        assertThat(reported(bolt, "e", ""))
                .contains("is not pure: in its entryKey, eventId or changes")
                .contains(
                        "it named [update of the hash entry e, event random-1] first, and [update of the hash entry e, event"
                                + " random-2] when it was asked again")
                .contains("taken for another event");
    }

    @Test
    void changesThatNameLessTheSecondTimeAreFound() {
        AtomicInteger asked = new AtomicInteger();
        ScriptedBolt<HashEntry> bolt = ScriptedBolt.counting();
        bolt.changes = (tuple, each) -> {
            if (asked.getAndIncrement() == 0) {
                each.add("e", EventId.opaque("1"), entry -> entry.add("n", 1));
            }
        };
        assertThat(reported(bolt, "e", "")).contains(" first, and [] when it was asked again");
    }

    @Test
    void emissionThatChangesAFieldIsFound() {
        LockingBolt<HashEntry> bolt = new CountsInItself() {
            private int emitted;

            @Override
            protected void update(Tuple tuple, HashEntry entry) {
                entry.add("n", 1);
            }

            @Override
            protected void emit(Tuple tuple, HashEntry entry, Emitter out) {
                emitted++;
                out.emit(new Values(emitted));
            }
        };
        assertThat(reported(bolt, "e", ""))
                .contains("in its emit")
                .contains("the field 'emitted'")
                .contains("went from 0 to 1");
    }

    @Test
    void updateOfSeveralEntriesIsNamedWithTheEntry() {
        AtomicInteger next = new AtomicInteger();
        ScriptedBolt<HashEntry> bolt = ScriptedBolt.counting();
        bolt.changes = (tuple, each) ->
                each.addTogether(Map.of("{a}1", Entries.hash(), "{a}2", Entries.hash()), EventId.opaque("1"), both -> {
                    both.get("{a}1", Entries.hash()).add("n", 1);
                    both.get("{a}2", Entries.hash()).add("n", next.incrementAndGet());
                });
        assertThat(reported(bolt, "e", ""))
                .contains("the field 'n' of the entry '{a}2' became '1' in one run and '2' in the other");
    }

    /** Otherwise an update that is impure by chance would be written when it runs again under the lock. */
    @Test
    void nothingIsWrittenOnceTheBoltIsFoundImpureAndItsOwnRejectionIsNotAsked() throws Exception {
        AtomicInteger runs = new AtomicInteger();
        ScriptedBolt<HashEntry> bolt =
                hash((tuple, entry) -> entry.set("n", runs.incrementAndGet() < 3 ? runs.get() : 3));
        bolt.rejected = (tuple, cause, out) -> Rejection.ACK;
        try (Task<HashEntry> task = task(bolt)) {
            task.execute("e", "1");
            task.execute("e", "1");
            task.execute("other", "2");
            assertThat(task.output().acked()).isZero();
            assertThat(task.output().failed()).isEqualTo(3);
        }
        assertThat(entries.keys("*")).isEmpty();
    }

    @Test
    void pureBoltDoesWhatItDoesWithoutTheCheck() throws Exception {
        ScriptedBolt<HashEntry> bolt = ScriptedBolt.counting();
        bolt.fields = tuple -> Set.of("n");
        bolt.emit = (tuple, entry, out) -> out.emit(new Values(entry.getLong("n")));
        bolt.changes = (tuple, each) -> {
            EventId id = EventId.opaque(tuple.getStringByField("id"));
            addBoth(each, tuple, id);
        };
        bolt.update = (tuple, entry) -> entry.add("n", 1);
        try (Task<HashEntry> task = task(bolt)) {
            for (String id : List.of("1", "2", "2", "3")) {
                task.execute("e", id);
            }
            assertThat(task.output().errors()).isEmpty();
            assertThat(task.output().acked()).isEqualTo(4);
            assertThat(task.output().emitted())
                    .extracting(emit -> emit.values().get(0))
                    .containsExactly(1L, 2L, 2L, 3L);
        }
        assertThat(entries.hash("e")).isEqualTo(Map.of("n", "3"));
        assertThat(entries.set("also")).isEqualTo(Set.of("1", "2", "3"));
    }

    private static void addBoth(Changes<HashEntry> each, Tuple tuple, EventId id) {
        each.add(tuple.getStringByField("key"), id, entry -> entry.add("n", 1));
        each.add(Entries.set(), "also", id, all -> all.add(tuple.getStringByField("id")));
    }

    @Test
    void exceptionThatEachRunThrowsIsTheBoltsOwn() throws Exception {
        ScriptedBolt<HashEntry> bolt = hash((tuple, entry) -> {
            throw new IllegalArgumentException("poison");
        });
        List<String> causes = new ArrayList<>();
        bolt.rejected = (tuple, cause, out) -> {
            causes.add(cause.getMessage());
            return Rejection.ACK;
        };
        try (Task<HashEntry> task = task(bolt)) {
            task.execute("e");
            assertThat(task.output().acked()).isEqualTo(1);
        }
        assertThat(causes).containsExactly("poison");
    }

    @Test
    void preparationAndTicksMayChangeFields() throws Exception {
        ScriptedBolt<HashEntry> bolt = ScriptedBolt.counting();
        bolt.prepared = () -> bolt.entryKey = tuple -> "prepared";
        bolt.onTick = (tick, out) -> bolt.entryKey = tuple -> "ticked";
        PurityCheck<HashEntry> checked = PurityCheck.of(bolt);
        try (Task<HashEntry> task = Task.of(checked, Task.conf(redis.uri()))) {
            task.execute("e");
            checked.execute(task.context().tick());
            task.execute("e");
            assertThat(task.output().errors()).isEmpty();
        }
        assertThat(entries.keys("*")).containsExactlyInAnyOrder("prepared", "ticked");
    }

    @Test
    void settingsOfTheBoltAreTakenOver() throws Exception {
        ScriptedBolt<HashEntry> bolt = ScriptedBolt.counting();
        bolt.purpose = (topology, component) -> "tests";
        bolt.withTimeToLive(Duration.ofSeconds(50));
        try (Task<HashEntry> task = task(bolt)) {
            task.execute("e");
        }
        assertThat(entries.ttlMillis("e")).isBetween(1L, 50_000L);
    }

    private static ScriptedBolt<HashEntry> hash(BiConsumer<Tuple, HashEntry> update) {
        return script(Entries.hash(), update);
    }

    private static <V> ScriptedBolt<V> script(EntryKind<V> kind, BiConsumer<Tuple, V> update) {
        return new ScriptedBolt<>(kind, update);
    }

    private <V> Task<V> task(LockingBolt<V> bolt) {
        return Task.of(PurityCheck.of(bolt), Task.conf(redis.uri()));
    }

    /** Executes one tuple, and returns what the task then reports to Storm. */
    private String reported(LockingBolt<?> bolt, String key, String id) {
        try (Task<?> task = task(bolt)) {
            task.execute(key, id);
            assertThat(task.output().acked()).isZero();
            assertThat(task.output().failed()).isEqualTo(1);
            assertThat(task.output().errors()).hasSize(1);
            assertThat(entries.keys("*")).doesNotContain(key);
            return task.output().errors().get(0).getMessage();
        }
    }
}
