package io.github.stormlock.bolt;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.bolt.fixture.RecordedOutput;
import io.github.stormlock.bolt.fixture.ScriptedBolt;
import io.github.stormlock.bolt.fixture.Task;
import io.github.stormlock.bolt.fixture.Tasks;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.RedisServer;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.storm.tuple.Tuple;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A killed topology interrupts its executors. The tuple fails, the flag stays set, and nothing is thrown or half done. */
@OnRedis
@Tag("contract")
class InterruptTest {
    private Tasks tasks;
    private RedisServer redis;
    private EntryReader entries;
    private final ScriptedBolt<HashEntry> bolt = ScriptedBolt.counting();

    @BeforeEach
    void script() {
        bolt.rejected = (tuple, cause, out) -> Rejection.ACK;
    }

    @AfterEach
    void clearTheFlag() {
        Thread.interrupted();
    }

    static Stream<Supplier<RuntimeException>> interrupts() {
        return Stream.of(
                () -> new RuntimeException(new InterruptedException()),
                () -> new IllegalStateException("outer", new RuntimeException("inner", new InterruptedException())),
                () -> new RuntimeException(new InterruptedIOException()));
    }

    @ParameterizedTest
    @MethodSource("interrupts")
    void interruptThatEntryKeyToldOfFailsTheTupleAndKeepsTheFlag(Supplier<RuntimeException> thrown) {
        bolt.entryKey = tuple -> {
            throw thrown.get();
        };
        Task<HashEntry> task = tasks.of(bolt);
        task.submit("e", "");
        assertThat(Thread.interrupted()).isTrue();
        assertFailedAndNotRejected(task);
        assertThat(entries.keys("lock*")).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("interrupts")
    void interruptThatAMethodToldOfOnTheRunnerFailsItsTupleAlone(Supplier<RuntimeException> thrown) {
        ScriptedBolt<HashEntry> sound = ScriptedBolt.counting();
        List<Runnable> breakages = List.of(
                () -> bolt.update = (tuple, entry) -> {
                    throw thrown.get();
                },
                () -> bolt.emit = (tuple, entry, out) -> {
                    throw thrown.get();
                });
        for (Runnable breakage : breakages) {
            bolt.update = sound.update;
            bolt.emit = sound.emit;
            breakage.run();
            try (Task<HashEntry> task = tasks.of(bolt)) {
                task.execute("e");
                assertThat(Thread.interrupted()).isFalse();
                assertFailedAndNotRejected(task);
                bolt.update = sound.update;
                bolt.emit = sound.emit;
                task.execute("e");
                assertThat(task.output().acked()).isEqualTo(1);
            }
        }
        assertThat(entries.keys("lock:*")).isEmpty();
    }

    private static void assertFailedAndNotRejected(Task<?> task) {
        assertThat(task.output().failed()).isEqualTo(1);
        assertThat(task.output().acked()).isZero();
        assertThat(task.context().count("rejected")).isZero();
    }

    @Test
    void interruptThatRejectedOrOnTickToldOfKeepsTheFlag() {
        bolt.entryKey = tuple -> "";
        bolt.rejected = (tuple, cause, out) -> {
            throw new RuntimeException(new InterruptedException());
        };
        bolt.onTick = (tuple, out) -> {
            throw new RuntimeException(new InterruptedException());
        };
        Task<HashEntry> task = tasks.of(bolt);
        task.submit("e", "");
        assertThat(Thread.interrupted()).isTrue();
        assertThat(task.output().failed()).isEqualTo(1);
        bolt.execute(task.context().tick());
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void interruptWhileEmittingFailsTheTupleAndTheReplayEmits() {
        bolt.emit = (tuple, entry, out) -> out.emit(List.of(entry.getLong("n")));
        Task<HashEntry> task = tasks.of(bolt);
        // Storm's collector throws this when it is interrupted while a queue is full.
        task.output().observe(act -> {
            if (act instanceof RecordedOutput.Emit) {
                throw new RuntimeException(new InterruptedException());
            }
        });
        task.execute("e", "event-1");
        assertThat(task.output().failed()).isEqualTo(1);
        task.output().observe(act -> {});
        task.execute("e", "event-1");
        assertThat(task.output().emitted()).hasSize(1);
        assertThat(task.output().acked()).isEqualTo(1);
        assertThat(entries.hash("e")).containsEntry("n", "1");
    }

    @Test
    void interruptWhileReportingAnErrorKeepsTheFlag() {
        bolt.entryKey = tuple -> "";
        bolt.rejected = (tuple, cause, out) -> Rejection.FAIL;
        Task<HashEntry> task = tasks.of(bolt);
        // Storm's store of errors throws this when it is interrupted.
        task.output().observe(act -> {
            if (act instanceof RecordedOutput.Report) {
                throw new RuntimeException(new InterruptedException());
            }
        });
        task.submit("e", "");
        assertThat(Thread.interrupted()).isTrue();
        assertThat(task.output().failed()).isEqualTo(1);
    }

    @Test
    void failureOfAnUpdateThatWasInterruptedIsNotTheTuplesFault() {
        bolt.update = (tuple, entry) -> {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("closed by interrupt");
        };
        Task<HashEntry> task = tasks.of(bolt);
        task.execute("e");
        assertFailedAndNotRejected(task);
        assertThat(entries.keys("*")).isEmpty();
    }

    @Test
    void socketTimeOutIsNoInterrupt() {
        bolt.update = (tuple, entry) -> {
            throw new RuntimeException(new SocketTimeoutException());
        };
        Task<HashEntry> task = tasks.of(bolt);
        task.execute("e");
        assertThat(Thread.interrupted()).isFalse();
        assertThat(task.context().count("rejected")).isEqualTo(1);
    }

    @Test
    void interruptDuringAnUpdateThatCompletesIsNoReasonToLoseIt() {
        bolt.update = (tuple, entry) -> {
            Thread.currentThread().interrupt();
            entry.add("n", 1);
        };
        Task<HashEntry> task = tasks.of(bolt);
        task.execute("e", "event-1");
        assertThat(task.output().acked() + task.output().failed()).isEqualTo(1);
        assertThat(entries.hash("e").getOrDefault("n", "0"))
                .isEqualTo("" + task.output().acked());
    }

    @Test
    void interruptOfTheExecutorDoesNotReachTheRunner() {
        Task<HashEntry> task = tasks.of(bolt);
        Thread.currentThread().interrupt();
        Tuple tuple = task.submit("e", "");
        assertThat(Thread.interrupted()).isTrue();
        task.output().awaitSettled(tuple);
        assertThat(task.output().acked()).isEqualTo(1);
    }
}
