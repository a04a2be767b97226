package io.github.stormlock.bolt;

import static io.github.stormlock.bolt.ThrownByUsersTest.sneak;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.bolt.ThrownByUsersTest.Place;
import io.github.stormlock.bolt.fixture.ScriptedBolt;
import io.github.stormlock.bolt.fixture.Task;
import io.github.stormlock.bolt.fixture.Tasks;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.RedisServer;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A throwable of a user's method costs one tuple at most. It stays inside the bolt unless it leaves the JVM in doubt. */
@OnRedis
@Tag("contract")
class UserMethodsTest {
    private Tasks tasks;
    private RedisServer redis;
    private EntryReader entries;
    private final ScriptedBolt<HashEntry> bolt = ScriptedBolt.counting();
    private final List<RuntimeException> causes = new ArrayList<>();

    @BeforeEach
    void script() {
        bolt.rejected = ScriptedBolt.keeping(causes);
    }

    static List<Throwable> throwables() {
        return List.of(
                new IllegalStateException("runtime"),
                new IOException("checked"),
                new StackOverflowError("deep"),
                new NoClassDefFoundError("linkage"),
                new AssertionError("assertion"));
    }

    static Stream<Arguments> methodsAndThrowables() {
        return Arrays.stream(Place.values())
                .filter(place -> place != Place.REJECTED)
                .flatMap(place -> throwables().stream().map(thrown -> Arguments.of(place, thrown)));
    }

    @ParameterizedTest
    @MethodSource("methodsAndThrowables")
    void throwableRejectsTheTupleAndOnlyThat(Place place, Throwable thrown) {
        place.breakIn(bolt, thrown);
        Task<HashEntry> task = tasks.of(bolt);
        task.execute("e", "bad");
        assertThat(causes).hasSize(1);
        assertThat(thrown).isIn(causes.get(0), causes.get(0).getCause());
        assertThat(task.output().failed()).isEqualTo(1);
        assertThat(task.output().acked()).isZero();
        assertThat(task.output().emitted()).isEmpty();
        assertThat(task.context().count("rejected")).isEqualTo(1);
        assertThat(entries.hash("e")).isEmpty();
        assertThat(entries.keys("lock*")).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "REJECTED")
    void errorThatLeavesTheJvmInDoubtEscapesAndLeavesNoLock(Place place) {
        OutOfMemoryError fatal = new OutOfMemoryError("for a test");
        place.breakIn(bolt, fatal);
        Task<HashEntry> task = tasks.of(bolt);
        // The error comes out of this execution or, if the runner met it, out of a later one.
        await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> assertThatThrownBy(() -> task.submit("e", "bad"))
                .isSameAs(fatal));
        assertThat(task.output().acked()).isZero();
        assertThat(entries.keys("lock*")).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("throwables")
    void throwableOfRejectedFailsTheTuple(Throwable thrown) {
        Place.UPDATE.breakIn(bolt, new IllegalStateException("first"));
        bolt.rejected = (tuple, cause, out) -> {
            out.emit(List.of(1));
            return sneak(thrown);
        };
        Task<HashEntry> task = tasks.of(bolt);
        task.execute("e", "bad");
        assertThat(task.output().failed()).isEqualTo(1);
        assertThat(task.output().emitted()).isEmpty();
        assertThat(task.output().errors()).anySatisfy(error -> assertThat(error)
                .hasMessageEndingWith(": java.lang.IllegalStateException: first"));
    }

    @ParameterizedTest
    @MethodSource("throwables")
    void throwableOfPreparedOrPurposeFailsTheTuplesWithTheReason(Throwable thrown) {
        ScriptedBolt<HashEntry> nameless = ScriptedBolt.counting();
        bolt.prepared = () -> sneak(thrown);
        nameless.purpose = (topology, component) -> sneak(thrown);
        for (ScriptedBolt<HashEntry> broken : List.of(bolt, nameless)) {
            try (Task<HashEntry> task = Task.of(broken, Task.conf(redis.uri()))) {
                task.execute("e");
                task.execute("e");
                assertThat(task.output().failed()).isEqualTo(2);
                assertThat(task.output().errors()).hasSize(1);
                assertThat(task.output().errors().get(0)).hasMessageContaining(thrown.getMessage());
            }
        }
        assertThat(entries.keys("*")).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("throwables")
    void throwableOfOnTickIsReported(Throwable thrown) {
        bolt.onTick = (tuple, out) -> sneak(thrown);
        Task<HashEntry> task = tasks.of(bolt);
        bolt.execute(task.context().tick());
        assertThat(task.output().errors()).containsExactly(thrown);
        task.execute("e");
        assertThat(task.output().acked()).isEqualTo(1);
    }

    @Test
    void errorThatLeavesTheJvmInDoubtEscapesFromTheOthersToo() {
        OutOfMemoryError fatal = new OutOfMemoryError("for a test");
        bolt.onTick = (tuple, out) -> sneak(fatal);
        bolt.rejected = (tuple, cause, out) -> sneak(fatal);
        ScriptedBolt<HashEntry> unprepared = ScriptedBolt.counting();
        unprepared.prepared = () -> sneak(fatal);
        try (Task<HashEntry> task = tasks.of(bolt)) {
            assertThatThrownBy(() -> bolt.execute(task.context().tick())).isSameAs(fatal);
            bolt.entryKey = tuple -> "";
            assertThatThrownBy(() -> task.execute("e")).isSameAs(fatal);
        }
        assertThatThrownBy(() -> Task.of(unprepared, Task.conf(redis.uri()))).isSameAs(fatal);
        unprepared.cleanup();
    }

    @Test
    void causesThatBiteTheirTailAreNoReasonToHang() throws Exception {
        RuntimeException one = new RuntimeException("one");
        RuntimeException other = new RuntimeException("other", one);
        one.initCause(other);
        Place.UPDATE.breakIn(bolt, one);
        Task<HashEntry> task = tasks.of(bolt);
        assertThat(task.inBackground("e", "bad").join()).isFalse();
        assertThat(causes).containsExactly(one);
    }
}
