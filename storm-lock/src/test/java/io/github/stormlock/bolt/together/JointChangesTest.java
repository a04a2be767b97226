package io.github.stormlock.bolt.together;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.JointEntry;
import io.github.stormlock.bolt.Changes;
import io.github.stormlock.bolt.fixture.RecordedOutput.Emit;
import io.github.stormlock.bolt.fixture.ScriptedBolt;
import io.github.stormlock.bolt.fixture.Task;
import io.github.stormlock.bolt.fixture.Tasks;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.EntryKind;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.FaultProxy;
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

/** A tuple changes several entries in one step. The entry of a tuple says which: {@code a>b} moves from a to b. */
@OnRedis
@Tag("contract")
class JointChangesTest {
    private static final EntryKind<HashEntry> ACCOUNT = Entries.hash();
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(20);

    private Tasks tasks;
    private RedisServer redis;
    private EntryReader entries;
    private final ScriptedBolt<HashEntry> bolt = ScriptedBolt.counting();
    private final List<RuntimeException> causes = new ArrayList<>();

    @BeforeEach
    void script() {
        bolt.changes = JointChangesTest::move;
        bolt.rejected = ScriptedBolt.keeping(causes);
    }

    private static void move(Tuple tuple, Changes<HashEntry> each) {
        String entry = tuple.getStringByField("key");
        EventId event = EventId.opaque(tuple.getStringByField("id"));
        int arrow = entry.indexOf('>');
        if (arrow < 0) {
            each.add(entry, event, account -> account.set("singles", account.getLong("singles") + 1));
            return;
        }
        String from = entry.substring(0, arrow);
        String to = entry.substring(arrow + 1);
        each.addTogether(
                Map.of(from, ACCOUNT, to, ACCOUNT),
                event,
                accounts -> move(accounts, from, to),
                (accounts, out) -> out.emit(new Values(
                        accounts.get(from, ACCOUNT).getLong("cents"),
                        accounts.get(to, ACCOUNT).getLong("cents"))));
    }

    private static void move(JointEntry accounts, String from, String to) {
        HashEntry source = accounts.get(from, ACCOUNT);
        HashEntry target = accounts.get(to, ACCOUNT);
        source.set("cents", source.getLong("cents") - 1);
        target.set("cents", target.getLong("cents") + 1);
    }

    private String cents(String entry) {
        return entries.hash(entry).getOrDefault("cents", "0");
    }

    private long singles(String entry) {
        return Long.parseLong(entries.hash(entry).getOrDefault("singles", "0"));
    }

    @Test
    void transferIsOneRoundTripAndItsReplayChangesNothing() {
        FaultProxy proxy = tasks.with(FaultProxy.to(redis));
        Task<HashEntry> task = tasks.silentVia(proxy, bolt);
        task.execute("a>b", "warm");
        proxy.resetTurns();
        task.execute("a>b", "one");
        assertThat(proxy.turns()).isEqualTo(1);
        task.execute("a>b", "one");
        assertThat(task.output().acked()).isEqualTo(3);
        assertThat(task.context().count("replays")).isEqualTo(1);
        assertThat(task.output().emitted())
                .extracting(Emit::values)
                .containsExactly(List.of(-1L, 1L), List.of(-2L, 2L), List.of(-2L, 2L));
        assertThat(List.of(cents("a"), cents("b"))).containsExactly("-2", "2");
    }

    /** Updates behind it at its busy entry wait, in order. Those behind it at its other entry do not. */
    @Test
    void transferThatWaitsForABusyEntryIsSteppedOverAtItsOtherEntry() {
        tasks.lock("b");
        Task<HashEntry> task = tasks.of(bolt);
        Tuple transfer = task.submit("a>b", "one");
        Tuple behind = task.submit("b", "behind");
        for (int i = 0; i < 20; i++) {
            task.execute("a", "single " + i);
            task.execute("a>c", "other " + i);
        }
        assertThat(singles("a")).isEqualTo(20);
        assertThat(cents("c")).isEqualTo("20");
        assertThat(singles("b")).isZero();
        tasks.unlock("b");
        task.output().awaitSettled(transfer);
        task.output().awaitSettled(behind);
        assertThat(task.output().acked()).isEqualTo(42);
        assertThat(List.of(cents("a"), cents("b"), cents("c"))).containsExactly("-21", "1", "20");
        assertThat(singles("b")).isEqualTo(1);
        assertThat(entries.keys("lock:*")).isEmpty();
    }

    @Test
    void updatesBehindATransferGoOnOnceItWaitsForAnotherEntry() {
        tasks.lock("a");
        tasks.lock("b");
        Task<HashEntry> task = tasks.of(bolt);
        Tuple transfer = task.submit("a>b", "one");
        Tuple behind = task.submit("a", "behind");
        await().pollDelay(Duration.ofMillis(200)).until(() -> singles("a") == 0);
        tasks.unlock("a");
        await().atMost(LONGEST_WAIT).until(() -> singles("a") == 1);
        task.output().awaitSettled(behind);
        assertThat(cents("b")).isEqualTo("0");
        tasks.unlock("b");
        task.output().awaitSettled(transfer);
        assertThat(task.output().acked()).isEqualTo(2);
        assertThat(List.of(cents("a"), cents("b"))).containsExactly("-1", "1");
    }
}
