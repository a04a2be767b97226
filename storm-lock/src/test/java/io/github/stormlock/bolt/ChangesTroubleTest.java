package io.github.stormlock.bolt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.bolt.fixture.RecordedOutput.Emit;
import io.github.stormlock.bolt.fixture.ScriptedBolt;
import io.github.stormlock.bolt.fixture.Task;
import io.github.stormlock.bolt.fixture.Tasks;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A tuple of which some changes are made and others are not. */
@OnRedis
@Tag("contract")
class ChangesTroubleTest {
    private static final Object[] IMPATIENT = {"storm.lock.wait", "1s", "storm.lock.lease", "1s"};
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(20);

    private Tasks tasks;
    private RedisServer redis;
    private EntryReader entries;
    private final ScriptedBolt<HashEntry> bolt = ScriptedBolt.counting();
    private final List<RuntimeException> causes = new ArrayList<>();
    private List<String> named = List.of("a", "b", "c");

    @BeforeEach
    void script() {
        bolt.changes = (tuple, each) -> named.forEach(
                entry -> each.add(entry, EventId.opaque(tuple.getStringByField("id")), view -> count(entry, view)));
        bolt.emit = (tuple, entry, out) -> out.emit(new Values(entry.getLong("n")));
        bolt.rejected = ScriptedBolt.keeping(causes);
    }

    private static void count(String entry, HashEntry view) {
        if (entry.startsWith("bad")) {
            throw new IllegalArgumentException(entry);
        } else if (entry.startsWith("interrupted")) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(entry);
        }
        view.add("n", 1);
    }

    @Test
    void tupleFailsIfOneEntryStaysLockedAndItsReplayMakesWhatIsMissing() {
        tasks.lock("b");
        Task<HashEntry> task = tasks.of(bolt, IMPATIENT);
        task.execute("e", "line");
        assertThat(task.output().failed()).isEqualTo(1);
        assertThat(task.output().emitted()).isEmpty();
        assertThat(entries.hash("a")).isEqualTo(Map.of("n", "1"));
        assertThat(entries.hash("b")).isEmpty();
        assertThat(entries.hash("c")).isEqualTo(Map.of("n", "1"));
        tasks.unlock("b");
        task.execute("e", "line");
        assertThat(task.output().acked()).isEqualTo(1);
        assertThat(task.output().emitted())
                .extracting(Emit::values)
                .containsExactly(List.of(1L), List.of(1L), List.of(1L));
        assertThat(task.context().count("replays")).isEqualTo(2);
        for (String entry : named) {
            assertThat(entries.hash(entry)).isEqualTo(Map.of("n", "1"));
        }
    }

    @Test
    void rejectedIsToldOnceWithTheOtherCausesSuppressedAndTheRestIsWritten() {
        named = List.of("bad 1", "a", "bad 2", "bad 3");
        Task<HashEntry> task = tasks.of(bolt);
        task.execute("e", "line");
        assertThat(task.output().failed()).isEqualTo(1);
        assertThat(task.output().emitted()).isEmpty();
        assertThat(task.context().count("rejected")).isEqualTo(1);
        assertThat(causes).singleElement().satisfies(cause -> {
            List<String> told = new ArrayList<>(List.of(cause.getMessage()));
            for (Throwable another : cause.getSuppressed()) {
                told.add(another.getMessage());
            }
            assertThat(told).containsExactlyInAnyOrder("bad 1", "bad 2", "bad 3");
        });
        assertThat(entries.hash("a")).isEqualTo(Map.of("n", "1"));
    }

    @Test
    void failureGoesBeforeARejection() {
        named = List.of("bad", "a");
        tasks.lock("a");
        Task<HashEntry> task = tasks.of(bolt, IMPATIENT);
        task.execute("e", "line");
        assertThat(task.output().failed()).isEqualTo(1);
        assertThat(task.context().count("rejected")).isZero();
        assertThat(causes).isEmpty();
    }

    @Test
    void changesThatHaveNotBegunAreDroppedOnceTheTupleFails() {
        List<String> many = new ArrayList<>(List.of("interrupted"));
        for (int i = 0; i < 5_000; i++) {
            many.add("entry-" + i);
        }
        named = many;
        Task<HashEntry> task = tasks.of(bolt);
        task.execute("e", "line");
        assertThat(task.output().failed()).isEqualTo(1);
        assertThat(causes).isEmpty();
        await().atMost(LONGEST_WAIT).until(() -> task.context().gauge("open") == 0);
        // A round has 256 entries at most. While the first one takes long, a second thread makes some more.
        assertThat(entries.hash("entry-4999")).isEmpty();
    }

    @Test
    void moreChangesThanMayBeOpenAreTakenWhenNothingElseIs() {
        named = List.of("a", "b", "c", "d", "e", "f");
        tasks.lock("a");
        Object[] narrow = {"storm.lock.open.max", 4};
        Task<HashEntry> task = tasks.of(bolt, narrow);
        Task.Executor first = task.submitting("e", "first");
        await().atMost(LONGEST_WAIT).until(() -> task.context().gauge("open") == 1 && !first.isAlive());
        Task.Executor second = task.submitting("e", "second");
        await().during(Duration.ofMillis(100)).atMost(LONGEST_WAIT).until(second::isAlive);
        tasks.unlock("a");
        await().atMost(LONGEST_WAIT).until(() -> task.output().acked() == 2);
        for (String entry : named) {
            assertThat(entries.hash(entry)).isEqualTo(Map.of("n", "2"));
        }
    }

    @Test
    void cleanupFailsATupleThatIsHalfWritten() {
        tasks.lock("b");
        Task<HashEntry> task = Task.of(bolt, Task.conf(redis.uri()));
        Tuple tuple = task.submit("e", "line");
        await().atMost(LONGEST_WAIT).until(() -> entries.hash("c").containsKey("n"));
        task.close();
        task.output().awaitSettled(tuple);
        assertThat(task.output().failed()).isEqualTo(1);
        assertThat(task.output().acked()).isZero();
        assertThat(causes).isEmpty();
    }
}
