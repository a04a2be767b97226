package io.github.stormlock.lock.contract;

import static io.github.stormlock.lock.fixture.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.stormlock.GuardedEntry;
import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.SlowTime;
import io.github.stormlock.config.LockSettings;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.entry.ListEntry;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.LeaseLostException;
import io.github.stormlock.lock.LockInterruptedException;
import io.github.stormlock.lock.Outcome;
import io.github.stormlock.lock.fixture.Crowd;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.test.EntryReader;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Several updates of one JVM that wait for one entry are written together. */
@ContractTest
class GroupCommitContractTest {
    private LockFixture fixture;

    private Crowd crowd;
    private RedisLockFactory locks;
    private GuardedEntry<ListEntry> log;
    private GuardedEntry<HashEntry> page;
    private EntryReader entries;

    @BeforeEach
    void open() {
        locks = fixture.closing(new SlowTime().factory(fixture.config(), LockSettings.DEFAULT));
        crowd = new Crowd(fixture, "lock:{log}");
        log = locks.guard("log", Entries.list()).withWait(LockFixture.LONG).withEvents(crowd.events());
        page = locks.guard("log", Entries.hash()).withWait(LockFixture.LONG).withEvents(crowd.events());
    }

    private Future<Boolean> pushes(String element) {
        return crowd.joins(() -> {
            log.change(view -> view.addLast(element));
        });
    }

    private Future<Outcome<ListEntry>> pushesOnce(EventId event, String element) {
        return crowd.joins(() -> log.once(event, view -> view.addLast(element)));
    }

    @Test
    void updatesThatWaitTogetherAreWrittenByOneCommitInTheirOrder() throws Exception {
        List<Future<Boolean>> updates = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            updates.add(pushes("e" + i));
        }
        crowd.awaitAsked();
        long before = fixture.calls("rpush");
        crowd.letGo();
        LockFixture.end(updates);
        assertThat(entries.list("log")).containsExactly("e0", "e1", "e2", "e3", "e4", "e5", "e6", "e7");
        assertThat(fixture.calls("rpush") - before).isEqualTo(1);
        assertThat(entries.keys("*")).containsExactly("log");
    }

    @Test
    void eachSeesTheEntryAsTheWholeCommitLeftIt() throws Exception {
        Future<Outcome<ListEntry>> first = pushesOnce(EventId.opaque("1"), "a");
        Future<Outcome<ListEntry>> second = pushesOnce(EventId.opaque("2"), "b");
        crowd.awaitAsked();
        crowd.letGo();
        assertThat(LockFixture.result(first).entry().asList()).containsExactly("a", "b");
        assertThat(LockFixture.result(second).entry().asList()).containsExactly("a", "b");
    }

    @Test
    void updateThatThrowsFailsAlone() throws Exception {
        Future<Boolean> first = pushes("a");
        Future<Boolean> bad = crowd.joins(() -> {
            log.change(view -> {
                view.addLast("half");
                throw new IllegalArgumentException("mine");
            });
        });
        Future<Boolean> last = pushes("z");
        crowd.letGo();
        assertThat(LockFixture.result(first)).isTrue();
        assertThatThrownBy(() -> LockFixture.result(bad)).isInstanceOf(IllegalArgumentException.class);
        assertThat(LockFixture.result(last)).isTrue();
        assertThat(entries.list("log")).containsExactly("a", "z");
        assertThat(entries.keys("*")).containsExactly("log");
    }

    @Test
    void leaderThatIsAReplayLeavesTheOthersToTheNext() throws Exception {
        crowd.letGo();
        assertThat(log.once(EventId.opaque("x"), view -> view.addLast("seen")).replay())
                .isFalse();
        crowd = new Crowd(fixture, "lock:{log}");
        log = log.withEvents(crowd.events());
        // The replay is told without a wait: its event is remembered, although another client holds the lock.
        Future<Outcome<ListEntry>> replay =
                fixture.start(() -> log.once(EventId.opaque("x"), view -> view.addLast("seen again")));
        Future<Boolean> plain = pushes("a");
        Future<Outcome<ListEntry>> last = pushesOnce(EventId.opaque("y"), "z");
        crowd.letGo();
        assertThat(LockFixture.result(replay).replay()).isTrue();
        assertThat(LockFixture.result(plain)).isTrue();
        assertThat(LockFixture.result(last).replay()).isFalse();
        assertThat(entries.list("log")).containsExactly("seen", "a", "z");
        assertThat(entries.keys("lock*:{log}")).allMatch(key -> key.startsWith("lock-seen:"));
    }

    @Test
    void leaderThatIsInterruptedFailsNobodyElse() throws Exception {
        Thread[] thread = new Thread[1];
        Future<Boolean> leader = crowd.joins(() -> {
            thread[0] = Thread.currentThread();
            assertThrown(LockInterruptedException.class, () -> log.change(view -> view.addLast("leader")));
        });
        Future<Boolean> last = pushes("z");
        thread[0].interrupt();
        assertThat(LockFixture.result(leader)).isTrue();
        crowd.letGo();
        assertThat(LockFixture.result(last)).isTrue();
        assertThat(entries.list("log")).containsExactly("z");
    }

    @Test
    void leaseLostBeforeTheCommitFailsTheLeaderAndTheOthersAreWrittenByTheNext() throws Exception {
        Future<Boolean> leader = crowd.joins(() -> {
            assertThrown(LeaseLostException.class, () -> log.exclusive().change(view -> {
                view.addLast("leader");
                fixture.foreigner().set("lock:{log}", "thief");
                fixture.foreigner().pexpire("lock:{log}", 100);
            }));
        });
        Future<Boolean> last = pushes("z");
        crowd.letGo();
        assertThat(LockFixture.result(leader)).isTrue();
        assertThat(LockFixture.result(last)).isTrue();
        assertThat(entries.list("log")).containsExactly("z");
    }
}
