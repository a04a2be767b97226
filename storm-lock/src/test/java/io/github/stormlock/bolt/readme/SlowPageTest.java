package io.github.stormlock.bolt.readme;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.bolt.fixture.KeyedBolt;
import io.github.stormlock.bolt.fixture.ScriptedBolt;
import io.github.stormlock.bolt.fixture.Task;
import io.github.stormlock.bolt.fixture.Tasks;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.test.FaultProxy;
import io.github.stormlock.test.RedisServer;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.apache.storm.tuple.Tuple;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.RedisClient;

/** The rows of the page on slow topologies: what each says is seen comes of its cause, and goes by its remedy. */
@OnRedis
class SlowPageTest {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final int MANY = 400;

    private Tasks tasks;
    private RedisServer redis;
    private final ScriptedBolt<HashEntry> bolt = ScriptedBolt.counting();

    @Test
    void fewPendingTuplesMakeSmallRounds() {
        Task<HashEntry> task = tasks.with(Task.of(bolt, Task.silentConf(redis.uri())));
        for (int i = 0; i < 40; i++) {
            task.execute("e" + i);
            assertThat(task.context().gauge("open")).isZero();
        }
        long alone = task.context().gauge("pool.round-trips");
        assertThat(alone).isGreaterThanOrEqualTo(40);
        flood(task, "f", "", 1);
        assertThat(task.context().gauge("pool.round-trips") - alone).isLessThan(MANY / 4);
        assertThat(task.context().count("groups"))
                .as("each entry has a script of its own")
                .isEqualTo(task.context().count("updates"));
    }

    @Test
    void threadsWaitForAConnectionOfASmallPoolAndNotOfALargerOne() {
        assertThat(waitForConnections(1)).isTrue();
        assertThat(waitForConnections(8)).isFalse();
    }

    /** Returns true if one of two bolts waits for a connection of a pool of this size, in a hundred rounds and more. */
    private boolean waitForConnections(int size) {
        FaultProxy proxy = tasks.with(FaultProxy.to(redis));
        proxy.delay(Duration.ofMillis(20));
        Map<String, Object> conf =
                Task.conf(proxy.uri(), "storm.lock.redis.pool.max.total", size, "storm.lock.insight.interval", 0);
        Task<HashEntry> one = tasks.with(Task.of("one", bolt, conf));
        Task<HashEntry> two = tasks.with(Task.of("two", ScriptedBolt.counting(), conf));
        boolean waits = false;
        while (!waits && one.context().gauge("pool.round-trips") < 100) {
            one.submit("e", "");
            two.submit("f", "");
            waits = one.context().gauge("pool.waiting") > 0;
        }
        return waits;
    }

    @Test
    void commitOverALongWayIsLong() {
        FaultProxy proxy = tasks.with(FaultProxy.to(redis));
        proxy.delay(Duration.ofMillis(30));
        Task<HashEntry> task = tasks.with(Task.of(bolt, Task.conf(proxy.uri())));
        task.execute("e");
        assertThat(task.context().timer("commit").getSnapshot().getMin())
                .isGreaterThanOrEqualTo(Duration.ofMillis(30).toNanos());
    }

    @Test
    void updatesThatReadMissWhereOthersWriteAndThoseThatAddOrAreTheOnlyOnesDoNot() {
        RedisClient others = tasks.with(RedisClient.create(redis.uri()));
        Task<HashEntry> task = tasks.of(bolt);
        bolt.update = (tuple, entry) -> entry.set("n", entry.getLong("n") + 1);
        executeBesideOthers(task, others, "n");
        long missed = task.context().count("missed");
        assertThat(missed).isGreaterThan(task.context().count("updates") / 10);
        task.execute("e");
        missed = task.context().count("missed");
        flood(task, "", "", 1);
        task.execute("e");
        assertThat(task.context().count("missed")).isEqualTo(missed);
        Task<HashEntry> adding = tasks.of("adding", new Additions());
        executeBesideOthers(adding, others, "n");
        assertThat(adding.context().count("missed")).isZero();
    }

    @Test
    void largeEntryMissesUnlessItsFieldsAreNamed() {
        RedisClient others = tasks.with(RedisClient.create(redis.uri()));
        for (int i = 0; i < 200; i++) {
            others.hset("e", "field-" + i, "x".repeat(100));
        }
        Task<HashEntry> task = tasks.of(bolt);
        bolt.update = (tuple, entry) -> entry.set("n", entry.asMap().size());
        executeBesideOthers(task, others, "m");
        long missed = task.context().count("missed");
        assertThat(missed).isGreaterThan(task.context().count("updates") / 10);
        bolt.fields = tuple -> Set.of("n");
        bolt.update = (tuple, entry) -> entry.set("n", entry.getLong("n") + 1);
        task.execute("e");
        long before = task.context().count("missed");
        executeBesideOthers(task, others, "m");
        assertThat(task.context().count("missed")).isEqualTo(before);
    }

    @Test
    void locksOfOthersMakeAttemptsBusy() {
        Task<HashEntry> task = tasks.of(bolt);
        task.execute("e");
        assertThat(task.context().count("busy")).isZero();
        tasks.lock("e", 100);
        task.execute("e");
        assertThat(task.context().count("busy")).isPositive();
    }

    @Test
    void plainJavaAtTheSameEntryContendsAndAtAnotherDoesNot() throws Exception {
        Task<HashEntry> task = tasks.of(bolt);
        RedisLockFactory locks = tasks.with(RedisLockFactory.of(Task.conf(redis.uri())));
        CountDownLatch computing = new CountDownLatch(1);
        CountDownLatch enough = new CountDownLatch(1);
        Task.Executor caller = new Task.Executor(
                () -> locks.guard("e", Entries.hash()).exclusive().change(entry -> {
                    computing.countDown();
                    awaited(enough);
                }));
        awaited(computing);
        Task.Executor executor = task.inBackground("e", "");
        await().atMost(LONG).until(() -> task.context().gauge("open") == 1);
        task.execute("finer");
        assertThat(task.context().count("contended")).isZero();
        enough.countDown();
        assertThat(caller.join()).isFalse();
        assertThat(executor.join()).isFalse();
        assertThat(task.context().count("contended")).isEqualTo(1);
        assertThat(task.context().count("acquired")).isEqualTo(2);
    }

    @Test
    void updatesAreWrittenTogetherUnlessOnlySomeHaveIds() {
        assertThat(sizeOfAGroup(ScriptedBolt.counting(), "", 1)).isGreaterThan(10);
        assertThat(sizeOfAGroup(ScriptedBolt.counting(), "id", 1)).isGreaterThan(10);
        ScriptedBolt<HashEntry> exclusive = ScriptedBolt.counting();
        exclusive.exclusive();
        assertThat(sizeOfAGroup(exclusive, "", 1)).isGreaterThan(10);
        assertThat(sizeOfAGroup(ScriptedBolt.counting(), "id", 2)).isLessThan(3);
    }

    @Test
    void stacksOfRunnersShowTheUpdateAndAreOneMoreThanTasks() {
        CountDownLatch enough = new CountDownLatch(1);
        bolt.update = (tuple, entry) -> awaited(enough);
        Task<HashEntry> task = tasks.of(bolt);
        Task<HashEntry> another = tasks.of(bolt);
        for (int i = 0; i < 10; i++) {
            task.submit("e" + i, "");
            another.submit("f" + i, "");
        }
        await().atMost(LONG).until(() -> runnersInTheUpdate() == 3);
        enough.countDown();
        await().atMost(LONG)
                .until(() -> task.output().acked() + another.output().acked() == 20);
    }

    private static long runnersInTheUpdate() {
        return Thread.getAllStackTraces().entrySet().stream()
                .filter(thread -> thread.getKey().getName().startsWith("storm-lock-runner-bolt")
                        && Arrays.toString(thread.getValue()).contains("SlowPageTest"))
                .count();
    }

    private static void executeBesideOthers(Task<HashEntry> task, RedisClient others, String field) {
        for (int i = 0; i < 20; i++) {
            assertThat(others.hincrBy("e", field, 1)).isPositive();
            task.execute("e");
        }
    }

    /** Returns how many updates of one entry a script writes; each so many has this id, if it is not empty. */
    private double sizeOfAGroup(ScriptedBolt<HashEntry> grouped, String id, int every) {
        Task<HashEntry> task = tasks.of(grouped);
        flood(task, "", id, every);
        return (double) task.context().count("updates") / task.context().count("groups");
    }

    /** Executes many tuples at once: of one entry if there is no key, or of as many. */
    private static void flood(Task<HashEntry> task, String key, String id, int every) {
        int before = task.output().acked();
        for (int i = 0; i < MANY; i++) {
            task.submit(key.isEmpty() ? "hot" : key + i, id.isEmpty() || i % every != 0 ? "" : id + i);
        }
        await().atMost(LONG).until(() -> task.output().acked() == before + MANY);
    }

    /** A bolt without {@code emit}, which would look at the entry. */
    private static final class Additions extends KeyedBolt<HashEntry> {
        private static final long serialVersionUID = 1L;

        Additions() {
            super(Entries.hash());
        }

        @Override
        protected void update(Tuple tuple, HashEntry entry) {
            entry.add("n", 1);
        }
    }

    private static void awaited(CountDownLatch latch) {
        await().atMost(LONG).until(() -> latch.getCount() == 0);
    }
}
