package io.github.stormlock.lock.update;

import static io.github.stormlock.lock.fixture.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.GuardedEntry;
import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.config.LockSettings;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.entry.ListEntry;
import io.github.stormlock.entry.Part;
import io.github.stormlock.lock.EntryRefusedException;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.test.EntryReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Updates of several entries that meet others in one JVM, and what goes wrong at one of the entries. */
@OnRedis
class JointTroubleTest {
    private static final Duration BRIEF = Duration.ofMillis(200);
    private static final Duration LONG_LEASE = Duration.ofSeconds(9);

    private LockFixture fixture;

    private EntryReader entries;
    private RedisLockFactory locks;
    private GuardedEntry<HashEntry> a;
    private GuardedEntry<HashEntry> b;

    @BeforeEach
    void open() {
        locks = fixture.factory(
                LockSettings.builder().entryMaxElements(20).lease(LONG_LEASE).build());
        a = locks.guard("a", Entries.hash());
        b = locks.guard("b", Entries.hash());
    }

    /** Leads an entry in this JVM until the latch is open. */
    private Future<Boolean> lead(GuardedEntry<HashEntry> entry, CountDownLatch open) throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        Future<Boolean> leader = fixture.start(() -> {
            entry.change(view -> {
                begun.countDown();
                LockFixture.awaitOpen(open);
                view.set("leader", "1");
            });
        });
        begun.await();
        return leader;
    }

    @Test
    void onlyTheUpdateThatHasTheEntryFailsForIt() {
        fixture.foreigner().rpush("bad", "x");
        for (int i = 0; i < 30; i++) {
            fixture.foreigner().hset("large", "f" + i, "x");
        }
        for (String other : List.of("bad", "large")) {
            GuardedEntry<HashEntry> refused = locks.guard(other, Entries.hash());
            List<CompletableFuture<?>> innocent = new ArrayList<>();
            CompletableFuture<?> guilty = null;
            for (int i = 0; i < 6; i++) {
                EventId id = EventId.opaque(other + i);
                if (i == 3) {
                    guilty = locks.guardAll(a, refused)
                            .onceAsync(id, both -> both.get(refused)
                                    .set("n", both.get(refused).size()))
                            .toCompletableFuture();
                }
                innocent.add(a.onceAsync(id, view -> view.add("n", 1)).toCompletableFuture());
            }
            innocent.forEach(CompletableFuture::join);
            CompletableFuture<?> failing = guilty;
            assertThatThrownBy(failing::join).hasCauseInstanceOf(EntryRefusedException.class);
        }
        assertThat(entries.hash("a")).containsEntry("n", "12");
    }

    @Test
    void updateWithAnExpiryKeepsItBesideAJointOneWithout() throws Exception {
        CountDownLatch open = new CountDownLatch(1);
        Future<Boolean> leader = lead(a, open);
        CompletableFuture<?> single = a.expiringAfter(Duration.ofHours(1))
                .updateAsync(view -> view.addAndGet("n", 1))
                .toCompletableFuture();
        CompletableFuture<?> joint = locks.guardAll(a, b)
                .updateAsync(both -> both.get(a).addAndGet("n", 1))
                .toCompletableFuture();
        open.countDown();
        single.join();
        joint.join();
        assertThat(LockFixture.result(leader)).isTrue();
        assertThat(entries.ttlMillis("a")).isPositive();
    }

    /** Of 17 entries the arguments that read them do not fit into 16 bits. */
    @Test
    void manyFieldsOfManyEntriesAreUpdatedInOneStep() {
        Part fields =
                Part.fields(IntStream.range(0, 4_000).mapToObj(i -> "f" + i).collect(Collectors.toSet()));
        List<GuardedEntry<HashEntry>> many = IntStream.range(0, 17)
                .mapToObj(i -> locks.guard("many" + i, Entries.hash()).only(fields))
                .toList();
        fixture.foreigner().hset("many16", "f0", "1");
        long sum = locks.guardAll(many).notShown().update(all -> {
            long found = 0;
            for (GuardedEntry<HashEntry> entry : many) {
                found += all.get(entry).getLong("f0");
                all.get(entry).set("f1", found);
            }
            return found;
        });
        assertThat(sum).isOne();
        assertThat(entries.hash("many16")).containsEntry("f1", "1");
    }

    /** The stage of an asynchronous update is completed there. A caller that waits for its own update needs no such thread. */
    @Test
    void callerReturnsThoughAllThreadsOfTheCommonPoolAreBusy() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        for (int i = 0; i < 2 * ForkJoinPool.getCommonPoolParallelism() + 2; i++) {
            ForkJoinPool.commonPool().execute(() -> LockFixture.awaitOpen(release));
        }
        try {
            CountDownLatch open = new CountDownLatch(1);
            Future<Boolean> leader = lead(a, open);
            Future<Boolean> joint = fixture.start(() -> {
                locks.guardAll(a, b).change(both -> both.get(b).add("n", 1));
            });
            await().pollDelay(Duration.ofMillis(5)).until(() -> true);
            open.countDown();
            assertThat(LockFixture.result(joint)).isTrue();
            assertThat(LockFixture.result(leader)).isTrue();
        } finally {
            release.countDown();
        }
        assertThat(entries.hash("b")).containsEntry("n", "1");
    }

    @Test
    void waitEndsInTimeThoughALeaderOfThisJvmWaitsLonger() throws Exception {
        fixture.foreignHolds("lock:{a}", "foreign", 60_000);
        Future<Boolean> leader = fixture.start(() -> {
            a.withWait(LockFixture.LONG).change(view -> view.add("n", 1));
        });
        CompletableFuture<?> before = locks.guardAll(a, b)
                .withWait(LockFixture.LONG)
                .onceAsync(EventId.opaque("before"), both -> both.get(b).add("n", 1))
                .toCompletableFuture();
        for (int i = 0; i < 3; i++) {
            long began = System.nanoTime();
            assertThat(locks.guardAll(a, b)
                            .tryOnce(EventId.opaque("e"), both -> both.get(b).add("n", 1), BRIEF))
                    .isEmpty();
            assertThat(Duration.ofNanos(System.nanoTime() - began))
                    .as("the leader waits for 20 s")
                    .isLessThan(Duration.ofSeconds(10));
        }
        fixture.foreignReleases("lock:{a}", "foreign");
        assertThat(LockFixture.result(leader)).isTrue();
        before.join();
        assertThat(entries.hash("b")).containsEntry("n", "1");
    }

    @Test
    void lossOfOneLockGivesTheOthersBackIfTheUpdateThrows() {
        losesOneLockAnd(() -> {
            // The watchdog notices at its next renewal.
            await().pollDelay(LONG_LEASE.dividedBy(2)).until(() -> true);
            throw new ArithmeticException("on purpose");
        });
    }

    @Test
    void lossOfOneLockGivesTheOthersBackIfTheUpdateThrowsBeforeAnybodyHasNoticed() {
        losesOneLockAnd(() -> {
            throw new ArithmeticException("on purpose");
        });
    }

    @Test
    void lossOfOneLockGivesTheOthersBackIfTheCommitIsRefused() {
        losesOneLockAnd(() -> {});
    }

    private void losesOneLockAnd(Runnable end) {
        assertThrown(
                RuntimeException.class,
                () -> locks.guardAll(a.withLease(LONG_LEASE), b).exclusive().change(both -> {
                    both.get(b).add("n", 1);
                    fixture.foreigner().del("lock:{a}");
                    await().atMost(LockFixture.LONG)
                            .until(() -> entries.string("lock:{a}").isEmpty());
                    end.run();
                }));
        await().atMost(LONG_LEASE.dividedBy(3))
                .until(() -> entries.keys("lock:*").isEmpty());
    }

    /** It is stepped over at its other entries. That does not let it pass what was submitted there before it. */
    @Test
    void jointUpdateDoesNotPassAnEarlierOneOfItsOtherEntry() throws Exception {
        GuardedEntry<ListEntry> one = locks.guard("one", Entries.list()).notShown();
        GuardedEntry<ListEntry> other = locks.guard("other", Entries.list()).notShown();
        for (int round = 0; round < 5; round++) {
            fixture.foreigner().del("one", "other");
            CountDownLatch begun = new CountDownLatch(1);
            Future<Boolean> leader = fixture.start(() -> {
                one.change(list -> {
                    begun.countDown();
                    LockSupport.parkNanos(90_000_000);
                    list.addLast("leader");
                });
            });
            begun.await();
            fixture.foreignHolds("lock:{other}", "foreign", 20);
            List<CompletableFuture<?>> made = new ArrayList<>();
            made.add(one.onceAsync(EventId.none(), list -> list.addLast("single"))
                    .toCompletableFuture());
            made.add(other.onceAsync(EventId.none(), list -> list.addLast("single"))
                    .toCompletableFuture());
            made.add(locks.guardAll(one, other)
                    .notShown()
                    .onceAsync(EventId.none(), both -> {
                        both.get(one).addLast("joint");
                        both.get(other).addLast("joint");
                    })
                    .toCompletableFuture());
            made.forEach(CompletableFuture::join);
            assertThat(LockFixture.result(leader)).isTrue();
            assertThat(entries.list("one")).containsSubsequence("single", "joint");
            assertThat(entries.list("other")).containsExactly("single", "joint");
        }
    }
}
