package io.github.stormlock.bolt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.bolt.fixture.RecordedOutput.Ack;
import io.github.stormlock.bolt.fixture.RecordedOutput.Act;
import io.github.stormlock.bolt.fixture.ScriptedBolt;
import io.github.stormlock.bolt.fixture.Task;
import io.github.stormlock.bolt.fixture.Tasks;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.FaultProxy;
import io.github.stormlock.test.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.apache.storm.tuple.Tuple;
import org.junit.jupiter.api.Test;

/** The executor hands tuples over, and a thread of the task updates what is there. */
@OnRedis
class RunnerTest {
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(20);
    private static final int TIMES = 5;

    private Tasks tasks;
    private RedisServer redis;
    private EntryReader entries;
    private final ScriptedBolt<HashEntry> bolt = ScriptedBolt.counting();
    private final CountDownLatch released = new CountDownLatch(1);

    /** Keeps the round of the tuple with the id {@code slow} from ending before it is released. */
    private void holdRounds(Task<HashEntry> task) {
        task.output().observe(act -> {
            if (isAckOfSlow(act)) {
                await().atMost(LONGEST_WAIT).until(() -> released.getCount() == 0);
            }
        });
    }

    private static boolean isAckOfSlow(Act act) {
        return act instanceof Ack ack && ack.tuple().getStringByField("id").equals("slow");
    }

    @Test
    void executorDoesNotWaitForRedis() {
        FaultProxy proxy = tasks.with(FaultProxy.to(redis));
        Task<HashEntry> task = tasks.via(proxy, bolt);
        task.execute("warm");
        proxy.holdRequestWhen(FaultProxy.containing("lock:{e}"), 1);
        task.submit("e", "event");
        await().atMost(LONGEST_WAIT).until(() -> proxy.held() == 1);
        Tuple behind = task.submit("e", "other event");
        assertThat(task.context().gauge("open")).isEqualTo(2);
        proxy.releaseHeld();
        task.output().awaitSettled(behind);
        await().atMost(LONGEST_WAIT).until(() -> task.context().gauge("open") == 0);
        assertThat(entries.hash("e")).containsEntry("n", "2");
    }

    @Test
    void roundTakesManyTuplesInOneRoundTrip() {
        FaultProxy proxy = tasks.with(FaultProxy.to(redis));
        Task<HashEntry> task = tasks.silentVia(proxy, bolt);
        holdRounds(task);
        for (int i = 0; i < 200; i++) {
            task.execute("warm");
        }
        Tuple slow = task.submit("e", "slow");
        await().atMost(LONGEST_WAIT).until(() -> entries.hash("e").containsKey("n"));
        // The second thread of the bolt.
        Tuple other = task.submit("f", "slow");
        await().atMost(LONGEST_WAIT).until(() -> entries.hash("f").containsKey("n"));
        for (int i = 0; i < 100; i++) {
            task.submit("new" + i, "");
        }
        proxy.resetTurns();
        released.countDown();
        await().atMost(LONGEST_WAIT).until(() -> task.output().acked() == 302);
        // A busy machine may cut the tuples into several rounds, since their computing then takes long.
        assertThat(proxy.turns()).isLessThan(50);
        task.output().awaitSettled(slow);
        task.output().awaitSettled(other);
    }

    @Test
    void entryThatAnotherBoltHasInHandIsTheBoltsOwnOnceItIsGivenBack() {
        ScriptedBolt<HashEntry> other = ScriptedBolt.counting();
        List<String> threads = new CopyOnWriteArrayList<>();
        other.update = (tuple, entry) -> {
            entry.add("n", 1);
            threads.add(Thread.currentThread().getName());
        };
        FaultProxy proxy = tasks.with(FaultProxy.to(redis));
        Task<HashEntry> task = tasks.via(proxy, bolt);
        Task<HashEntry> second = tasks.with(Task.of("other", other, Task.conf(proxy.uri())));
        task.execute("warm");
        for (int i = 0; i < TIMES; i++) {
            proxy.holdRequestWhen(FaultProxy.containing("lock:{e}"), 1);
            task.submit("e", "");
            await().atMost(LONGEST_WAIT).until(() -> proxy.held() == 1);
            Tuple behind = second.submit("e", "");
            second.execute("free", "");
            proxy.releaseHeld();
            second.output().awaitSettled(behind);
        }
        await().atMost(LONGEST_WAIT).until(() -> task.output().acked() == 1 + TIMES);
        // To wait for a turn in this worker is no conflict.
        assertThat(second.context().count("contended")).isZero();
        assertThat(entries.hash("e")).containsEntry("n", "" + 2 * TIMES);
        assertThat(threads).containsOnly("storm-lock-runner-other");
    }

    @Test
    void interruptThatOneTupleLeavesBehindFailsNoneOfTheNextRound() {
        Task<HashEntry> task = tasks.of(bolt);
        task.output().observe(act -> {
            if (isAckOfSlow(act)) {
                await().atMost(LONGEST_WAIT).until(() -> released.getCount() == 0);
                Thread.currentThread().interrupt();
            }
        });
        Tuple slow = task.submit("e", "slow");
        await().atMost(LONGEST_WAIT).until(() -> entries.hash("e").containsKey("n"));
        Tuple next = task.submit("e", "");
        released.countDown();
        task.output().awaitSettled(slow);
        task.output().awaitSettled(next);
        assertThat(task.output().acked()).isEqualTo(2);
    }

    @Test
    void tupleThatStormHasGivenUpIsNotWritten() {
        Object[] impatient = {"topology.message.timeout.secs", 3, "storm.lock.wait", "1s", "storm.lock.lease", "1s"};
        CountDownLatch computes = new CountDownLatch(1);
        bolt.update = (tuple, entry) -> {
            if (tuple.getStringByField("id").equals("slow")) {
                computes.countDown();
                await().atMost(LONGEST_WAIT).until(() -> released.getCount() == 0);
            }
            entry.add("n", 1);
        };
        Task<HashEntry> task = tasks.of(bolt, impatient);
        Tuple slow = task.submit("e", "slow");
        await().atMost(LONGEST_WAIT).until(() -> computes.getCount() == 0);
        Tuple late = task.submit("e", "");
        long begun = System.nanoTime();
        await().atMost(LONGEST_WAIT)
                .until(() ->
                        System.nanoTime() - begun > Duration.ofMillis(3_100).toNanos());
        Tuple fresh = task.submit("e", "");
        released.countDown();
        task.output().awaitSettled(slow);
        task.output().awaitSettled(late);
        task.output().awaitSettled(fresh);
        assertThat(task.output().acked()).isEqualTo(2);
        assertThat(task.output().failed()).isEqualTo(1);
        assertThat(entries.hash("e")).containsEntry("n", "2");
    }
}
