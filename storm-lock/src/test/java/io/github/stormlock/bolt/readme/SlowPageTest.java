package io.github.stormlock.bolt.readme;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.bolt.LockingBolt;
import io.github.stormlock.bolt.fixture.ScriptedBolt;
import io.github.stormlock.bolt.fixture.Task;
import io.github.stormlock.bolt.fixture.Tasks;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.test.RedisServer;
import java.time.Duration;
import java.util.Arrays;
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
    private static final class Additions extends LockingBolt<HashEntry> {
        private static final long serialVersionUID = 1L;

        Additions() {
            super(Entries.hash());
        }

        @Override
        protected String entryKey(Tuple tuple) {
            return tuple.getStringByField("key");
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
