package io.github.stormlock.lock.contract;

import static io.github.stormlock.lock.fixture.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.stormlock.GuardedEntry;
import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.entry.ListEntry;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.LeaseLostException;
import io.github.stormlock.lock.LockInterruptedException;
import io.github.stormlock.lock.LockTimeoutException;
import io.github.stormlock.lock.Outcome;
import io.github.stormlock.lock.fixture.Crowd;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.test.EntryReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Several updates of one JVM that wait for one entry are written together. */
@ContractTest
class GroupCommitContractTest {
    private ContractVariant variant;
    private LockFixture fixture;

    private Crowd crowd;
    private RedisLockFactory locks;
    private GuardedEntry<ListEntry> log;
    private GuardedEntry<HashEntry> page;
    private EntryReader entries;

    @BeforeEach
    void open() {
        locks = fixture.factory();
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

    private long calls(String command) {
        return fixture.ofEach(server -> server.info("commandstats")).stream()
                .flatMap(String::lines)
                .filter(line -> line.startsWith("cmdstat_" + command + ":"))
                .mapToLong(line -> Long.parseLong(line.replaceAll(".*:calls=(\\d+).*", "$1")))
                .sum();
    }

    @Test
    void updatesThatWaitTogetherAreWrittenByOneCommitInTheirOrder() throws Exception {
        List<Future<Boolean>> updates = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            updates.add(pushes("e" + i));
        }
        long before = calls("rpush");
        crowd.letGo();
        LockFixture.end(updates);
        assertThat(entries.list("log")).containsExactly("e0", "e1", "e2", "e3", "e4", "e5", "e6", "e7");
        assertThat(calls("rpush") - before).isEqualTo(1);
        assertThat(entries.keys("*")).containsExactly("log");
    }

    @Test
    void eachSeesTheEntryAsTheWholeCommitLeftIt() throws Exception {
        Future<Outcome<ListEntry>> first = pushesOnce(EventId.opaque("1"), "a");
        Future<Outcome<ListEntry>> second = pushesOnce(EventId.opaque("2"), "b");
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
    void leaderThatThrowsFailsAlone() throws Exception {
        Future<Boolean> bad = crowd.joins(() -> {
            log.change(view -> {
                view.addLast("half");
                throw new StackOverflowError("mine");
            });
        });
        Future<Boolean> last = pushes("z");
        crowd.letGo();
        assertThatThrownBy(() -> LockFixture.result(bad)).hasRootCauseInstanceOf(StackOverflowError.class);
        assertThat(LockFixture.result(last)).isTrue();
        assertThat(entries.list("log")).containsExactly("z");
    }

    @Test
    void sameEventTwiceInAGroupIsAppliedOnce() throws Exception {
        Future<Outcome<ListEntry>> first = pushesOnce(EventId.position("file", 7, 3), "once");
        Future<Outcome<ListEntry>> replay = pushesOnce(EventId.position("file", 7, 5), "once");
        Future<Outcome<ListEntry>> other = pushesOnce(EventId.position("file", 8, 5), "other");
        crowd.letGo();
        assertThat(LockFixture.result(first).replay()).isFalse();
        assertThat(LockFixture.result(replay).replay()).isTrue();
        assertThat(LockFixture.result(other).replay()).isFalse();
        assertThat(entries.list("log")).containsExactlyInAnyOrder("once", "other");
    }

    @Test
    void replayInAGroupIsLeftOutAndTheOthersAreWritten() throws Exception {
        crowd.letGo();
        assertThat(log.once(EventId.position("file", 7, 3), view -> view.addLast("seen"))
                        .replay())
                .isFalse();
        crowd = new Crowd(fixture, "lock:{log}");
        log = log.withEvents(crowd.events());
        Future<Outcome<ListEntry>> first = pushesOnce(EventId.position("file", 8, 3), "a");
        Future<Outcome<ListEntry>> replay = pushesOnce(EventId.position("file", 7, 3), "seen again");
        Future<Outcome<ListEntry>> last = pushesOnce(EventId.position("file", 9, 3), "z");
        crowd.letGo();
        assertThat(LockFixture.result(first).replay()).isFalse();
        assertThat(LockFixture.result(replay).replay()).isTrue();
        assertThat(LockFixture.result(last).replay()).isFalse();
        assertThat(entries.list("log")).containsExactly("seen", "a", "z");
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
    void updatesThatReadOtherFieldsReadAgain() throws Exception {
        fixture.foreigner().hset("log", Map.of("hits", "10", "bytes", "100"));
        List<Future<Boolean>> updates = new ArrayList<>();
        for (String field : List.of("hits", "bytes", "hits", "bytes")) {
            updates.add(crowd.joins(() -> {
                page.onlyFields(Set.of(field)).change(view -> view.add(field, 1));
            }));
        }
        updates.add(crowd.joins(() -> {
            page.change(view -> view.set("sum", view.getLong("hits") + view.getLong("bytes")));
        }));
        crowd.letGo();
        LockFixture.end(updates);
        assertThat(entries.hash("log")).isEqualTo(Map.of("hits", "12", "bytes", "102", "sum", "114"));
    }

    @Test
    void whoWaitsInTheQueueTimesOutAtItsOwnDeadlineAndIsNotWritten() throws Exception {
        Future<Boolean> first = pushes("a");
        GuardedEntry<ListEntry> brief = log.withWait(Duration.ofMillis(150));
        Future<Long> late = crowd.joins(() -> {
            long began = System.nanoTime();
            assertThrown(LockTimeoutException.class, () -> brief.change(view -> view.addLast("late")), "log", "150");
            return System.nanoTime() - began;
        });
        assertThat(Duration.ofNanos(LockFixture.result(late))).isGreaterThanOrEqualTo(Duration.ofMillis(150));
        crowd.letGo();
        assertThat(LockFixture.result(first)).isTrue();
        assertThat(entries.list("log")).containsExactly("a");
    }

    @Test
    void whoIsInterruptedInTheQueueIsNotWrittenAndTheOthersAre() throws Exception {
        Future<Boolean> first = pushes("a");
        Thread[] thread = new Thread[1];
        Future<Boolean> interrupted = crowd.joins(() -> {
            thread[0] = Thread.currentThread();
            assertThrown(LockInterruptedException.class, () -> log.change(view -> view.addLast("interrupted")));
            return Thread.currentThread().isInterrupted();
        });
        Future<Boolean> last = pushes("z");
        thread[0].interrupt();
        assertThat(LockFixture.result(interrupted)).isTrue();
        crowd.letGo();
        assertThat(LockFixture.result(first)).isTrue();
        assertThat(LockFixture.result(last)).isTrue();
        assertThat(entries.list("log")).containsExactly("a", "z");
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

    @Test
    void ownerOfTheMutexComesBetweenAndWhatItWroteIsSeen() throws Exception {
        crowd.letGo();
        int rounds = 30;
        List<Future<Boolean>> opened = new ArrayList<>();
        for (int thread = 0; thread < 4; thread++) {
            opened.add(fixture.start(() -> {
                for (int i = 0; i < rounds; i++) {
                    page.change(view -> view.add("hits", 1));
                }
            }));
        }
        for (int i = 0; i < rounds; i++) {
            try (Lease lease = variant.lock(locks, "log").acquire(LockFixture.LONG)) {
                String hits = fixture.foreigner().hget("log", "hits");
                assertThat(lease.isHeld()).isTrue();
                fixture.foreigner().hset("log", "hits", "" + (hits == null ? 1 : Long.parseLong(hits) + 1));
            }
        }
        LockFixture.end(opened);
        assertThat(entries.hash("log")).containsEntry("hits", "" + 5 * rounds);
    }
}
