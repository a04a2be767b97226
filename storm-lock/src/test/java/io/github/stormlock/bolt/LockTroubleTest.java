package io.github.stormlock.bolt;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.bolt.fixture.ScriptedBolt;
import io.github.stormlock.bolt.fixture.Task;
import io.github.stormlock.bolt.fixture.Tasks;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.LockTimeoutException;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.FaultProxy;
import io.github.stormlock.test.RedisServer;
import io.github.stormlock.test.ReplyLoss;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Locks that are not granted, leases that are lost, and unknown outcomes: the tuple fails and its replay settles it. */
@OnRedis
@Tag("contract")
class LockTroubleTest {
    private Tasks tasks;
    private RedisServer redis;
    private EntryReader entries;
    private final ScriptedBolt<HashEntry> bolt = ScriptedBolt.counting();

    @Test
    void lockNotGrantedInTimeFailsTheTupleAndItsReplaySucceeds() {
        bolt.withLease(Duration.ofMillis(500)).withWait(Duration.ofMillis(1_000));
        Task<HashEntry> task = tasks.of(bolt);
        tasks.lock("e");
        task.execute("e", "event-1");
        assertThat(task.output().failed()).isEqualTo(1);
        assertThat(task.context().count("timed-out")).isEqualTo(1);
        assertThat(task.output().errors()).singleElement().satisfies(error -> assertThat(error)
                .hasMessageContainingAll(
                        "fails in the update of the hash entry e, event event-1 in the bolt",
                        ", task ",
                        "entry e was not free within 1000 ms")
                .hasCauseInstanceOf(LockTimeoutException.class));
        assertThat(task.context().count("rejected")).isZero();
        assertThat(entries.string("lock:{e}")).contains("foreign");
        assertThat(entries.keys("e")).isEmpty();
        tasks.unlock("e");
        task.execute("e", "event-1");
        assertThat(task.output().acked()).isEqualTo(1);
        assertThat(entries.hash("e")).containsEntry("n", "1");
    }

    @Test
    void leaseLostDuringTheUpdateWritesNothing() {
        bolt.exclusive();
        bolt.update = (tuple, entry) -> {
            entry.add("n", 1);
            tasks.unlock("e");
        };
        Task<HashEntry> task = tasks.of(bolt);
        task.execute("e", "event-1");
        assertFailedAsLost(task);
        assertThat(entries.keys("*")).isEmpty();
    }

    private static void assertFailedAsLost(Task<?> task) {
        assertThat(task.output().failed()).isEqualTo(1);
        assertThat(task.output().acked()).isZero();
        assertThat(task.context().count("commits-refused")).isEqualTo(1);
        assertThat(task.context().count("lost")).isEqualTo(1);
        assertThat(task.context().count("rejected")).isZero();
    }

    @Test
    void unknownOutcomeFailsTheTupleAndItsReplaySettlesIt() {
        FaultProxy proxy = tasks.with(FaultProxy.to(redis));
        Task<HashEntry> task = tasks.via(proxy, bolt);
        task.execute("e", "event-0");
        proxy.dropReplyWhen(FaultProxy.containing("HSET"), 2, ReplyLoss.CUT);
        task.execute("e", "event-1");
        assertThat(task.output().failed()).isEqualTo(1);
        assertThat(task.context().count("outcomes-unknown")).isEqualTo(1);
        task.execute("e", "event-1");
        assertThat(task.output().acked()).isEqualTo(2);
        assertThat(task.context().count("replays")).isEqualTo(1);
        assertThat(entries.hash("e")).containsEntry("n", "2");
    }

    @Test
    void updateThatThrowsOnceItsAnswerWasLostIsNotRejected() {
        bolt.update = (tuple, entry) -> {
            if (entry.getLong("n") > 0) {
                throw new IllegalStateException("sold out");
            }
            entry.add("n", 1);
        };
        FaultProxy proxy = tasks.with(FaultProxy.to(redis));
        Task<HashEntry> task = tasks.via(proxy, bolt);
        task.execute("other", "event-0");
        proxy.dropReplyWhen(FaultProxy.containing("HSET"), 1, ReplyLoss.CUT);
        task.execute("e", "event-1");
        assertThat(task.output().acked()).isEqualTo(2);
        assertThat(task.context().count("rejected")).isZero();
    }

    @Test
    void failureOfAnUpdateThatMayHaveBeenAReplayIsNotRejectedWhileNobodyKnows() {
        bolt.update = (tuple, entry) -> {
            throw new IllegalStateException("sold out");
        };
        FaultProxy proxy = tasks.with(FaultProxy.to(redis));
        Task<HashEntry> task = tasks.via(proxy, bolt);
        task.execute("e", "event-0");
        assertThat(task.context().count("rejected")).isEqualTo(1);
        proxy.dropReplyWhen(FaultProxy.containing("event-1"), 2, ReplyLoss.CUT);
        task.execute("e", "event-1");
        assertThat(task.output().failed()).isEqualTo(2);
        assertThat(task.context().count("rejected")).isEqualTo(1);
        assertThat(entries.keys("e")).isEmpty();
    }
}
