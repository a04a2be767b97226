package io.github.stormlock.bolt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.bolt.fixture.RecordedOutput;
import io.github.stormlock.bolt.fixture.ScriptedBolt;
import io.github.stormlock.bolt.fixture.Task;
import io.github.stormlock.bolt.fixture.Tasks;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.entry.Part;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.RedisServer;
import java.time.Duration;
import java.util.List;
import org.apache.storm.tuple.Tuple;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * An exception or error of a user's method decides the outcome of its own tuple and of nothing else, in each place
 * where the method is called.
 */
@OnRedis
@Tag("contract")
class ThrownByUsersTest {
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(20);

    private Tasks tasks;
    private RedisServer redis;
    private EntryReader entries;
    private final ScriptedBolt<HashEntry> bolt = ScriptedBolt.counting();

    /** An exception that throws when its message or cause is read. */
    static final class Unreadable extends RuntimeException {
        @Override
        public String getMessage() {
            throw new NoClassDefFoundError("message");
        }

        @Override
        public synchronized Throwable getCause() {
            throw new NoClassDefFoundError("cause");
        }
    }

    /** An error that throws when its message is read. */
    static final class UnreadableError extends Error {
        @Override
        public String getMessage() {
            throw new NoClassDefFoundError("message");
        }
    }

    enum Place {
        ENTRY_KEY,
        EVENT_ID,
        PARTS,
        FIELDS,
        UPDATE,
        EMIT,
        REJECTED;

        /** Makes the method throw for the tuple with the id {@code bad}. */
        void breakIn(ScriptedBolt<HashEntry> bolt, Throwable thrown) {
            switch (this) {
                case ENTRY_KEY -> bolt.entryKey = tuple -> isBad(tuple) ? sneak(thrown) : "e";
                case EVENT_ID -> {
                    var before = bolt.eventId;
                    bolt.eventId = tuple -> isBad(tuple) ? sneak(thrown) : before.apply(tuple);
                }
                case PARTS -> bolt.parts = tuple -> isBad(tuple) ? sneak(thrown) : Part.whole();
                case FIELDS -> {
                    var before = bolt.fields;
                    bolt.fields = tuple -> isBad(tuple) ? sneak(thrown) : before.apply(tuple);
                }
                case UPDATE -> breakUpdate(bolt, thrown);
                case EMIT ->
                    bolt.emit = (tuple, entry, out) -> {
                        out.emit(List.of(1));
                        if (isBad(tuple)) {
                            sneak(thrown);
                        }
                    };
                case REJECTED -> {
                    breakUpdate(bolt, new IllegalStateException("first"));
                    bolt.rejected = (tuple, cause, out) -> sneak(thrown);
                }
            }
        }

        private static void breakUpdate(ScriptedBolt<HashEntry> bolt, Throwable thrown) {
            bolt.update = (tuple, entry) -> {
                entry.add("n", 1);
                if (isBad(tuple)) {
                    sneak(thrown);
                }
            };
        }
    }

    @ParameterizedTest
    @EnumSource(Place.class)
    void exceptionThatCannotBeReadFailsItsTupleAlone(Place place) {
        place.breakIn(bolt, new Unreadable());
        assertOneFailsAlone(Task.of(bolt, Task.conf(redis.uri())));
    }

    @ParameterizedTest
    @EnumSource(Place.class)
    void errorThatCannotBeReadFailsItsTupleAlone(Place place) {
        place.breakIn(bolt, new UnreadableError());
        assertOneFailsAlone(Task.of(bolt, Task.conf(redis.uri())));
    }

    @ParameterizedTest
    @EnumSource(Place.class)
    void missingClassFailsItsTupleAloneWhereTheEntryIsBusy(Place place) {
        place.breakIn(bolt, new NoClassDefFoundError("for a test"));
        tasks.lock("e", 300);
        assertOneFailsAlone(Task.of(bolt, Task.conf(redis.uri())));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void errorsOfTheTickAndOfThePreparationEndNoExecutor(boolean readable) {
        Error thrown = readable ? new NoClassDefFoundError("for a test") : new UnreadableError();
        bolt.onTick = (tuple, out) -> sneak(thrown);
        bolt.prepared = () -> sneak(thrown);
        Throwable escaped = catchThrowable(() -> {
            try (Task<HashEntry> task = Task.of(bolt, Task.conf(redis.uri()))) {
                bolt.execute(task.context().tick());
                task.execute("e");
                assertThat(task.output().failed()).isEqualTo(1);
            }
        });
        assertThat(escaped).as("what came out of the bolt").isNull();
    }

    @Test
    void errorOfStormWhileItTakesAReportEndsNoExecutor() {
        Place.UPDATE.breakIn(bolt, new IllegalStateException("reported"));
        Task<HashEntry> task = Task.of(bolt, Task.conf(redis.uri()));
        task.output().observe(act -> {
            if (act instanceof RecordedOutput.Report) {
                throw new NoClassDefFoundError("a class of ZooKeeper's client");
            }
        });
        assertOneFailsAlone(task);
    }

    /** The JVM is in doubt. But if it goes on, the tuples behind must not wait for a thread that is gone. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void errorThatLeavesTheJvmInDoubtComesOutOfTheNextExecution(boolean isBusy) {
        InternalError fatal = new InternalError("for a test");
        bolt.update = (tuple, entry) -> {
            if (isBad(tuple)) {
                throw fatal;
            }
            entry.add("n", 1);
        };
        Task<HashEntry> task = tasks.of(bolt);
        if (isBusy) {
            tasks.lock("e", 300);
        }
        task.execute("e", "bad");
        assertThat(task.output().failed()).isEqualTo(1);
        await().atMost(LONGEST_WAIT).until(() -> catchThrowable(() -> task.submit("e", "1")) == fatal);
        task.execute("e", "2");
        assertThat(acksWithin(Duration.ofSeconds(10), task, 1)).isPositive();
        assertThat(entries.hash("e")).containsKey("n");
    }

    /** All tuples that the error met in its round are acked if they are written, and only then. */
    @Test
    void errorThatLeavesTheJvmInDoubtIsNoVerdictOnOtherTuples() {
        bolt.update = (tuple, entry) -> {
            if (isBad(tuple)) {
                throw new InternalError("for a test");
            }
            entry.add("n", 1);
        };
        bolt.rejected = (tuple, cause, out) -> Rejection.ACK;
        Task<HashEntry> task = tasks.of(bolt);
        for (int i = 0; i < 100; i++) {
            String key = "k" + i;
            catchThrowable(() -> task.submit(key, key.equals("k50") ? "bad" : ""));
        }
        await().atMost(LONGEST_WAIT)
                .until(() -> task.output().acked() + task.output().failed() == 100);
        assertThat(task.output().acked()).isEqualTo(entries.keys("k*").size());
    }

    private void assertOneFailsAlone(Task<HashEntry> task) {
        try (task) {
            Throwable escaped = catchThrowable(() -> {
                for (String id : List.of("1", "bad", "2", "3")) {
                    task.submit("e", id);
                }
            });
            assertThat(escaped).as("what came out of the bolt").isNull();
            await().atMost(LONGEST_WAIT)
                    .until(() -> task.output().acked() + task.output().failed() == 4);
            assertThat(task.output().failed()).isEqualTo(1);
        }
        assertThat(entries.hash("e").get("n")).as("acked and written").isEqualTo("3");
    }

    private static int acksWithin(Duration most, Task<?> task, int wanted) {
        long end = System.nanoTime() + most.toNanos();
        await().dontCatchUncaughtExceptions()
                .atMost(LONGEST_WAIT)
                .until(() -> task.output().acked() >= wanted || System.nanoTime() - end > 0);
        return task.output().acked();
    }

    private static boolean isBad(Tuple tuple) {
        return tuple.getStringByField("id").equals("bad");
    }

    /** Throws anything without declaring it, as other languages of the JVM do. */
    static <R> R sneak(Throwable thrown) {
        return ThrownByUsersTest.<R, RuntimeException>doThrow(thrown);
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <R, T extends Throwable> R doThrow(Throwable thrown) throws T {
        throw (T) thrown;
    }
}
