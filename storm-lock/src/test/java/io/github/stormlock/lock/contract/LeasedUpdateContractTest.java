package io.github.stormlock.lock.contract;

import static io.github.stormlock.lock.fixture.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.is;

import io.github.stormlock.GuardedEntry;
import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.config.LockSettings;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.DistributedLock;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.LeaseLostException;
import io.github.stormlock.lock.Outcome;
import io.github.stormlock.lock.OutcomeUnknownException;
import io.github.stormlock.lock.fixture.Faults;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.redis.ReplicasConfig;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.RedisServer;
import io.github.stormlock.test.ReplyLoss;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An update of the entry whose mutex its caller holds. */
@ContractTest
class LeasedUpdateContractTest {
    private static final EventId EVENT = EventId.opaque("e1");

    private LockFixture fixture;

    private RedisLockFactory locks;
    private EntryReader entries;
    private DistributedLock mutex;
    private GuardedEntry<HashEntry> stock;

    @BeforeEach
    void open() {
        mutex = locks.mutex("stock");
        stock = locks.guard("stock", Entries.hash());
    }

    private Lease held() {
        return mutex.acquire(LockFixture.LONG);
    }

    private static void takeOne(HashEntry stock) {
        stock.set("left", Long.parseLong(stock.get("left", "10")) - 1);
    }

    private String left() {
        return entries.hash("stock").get("left");
    }

    @Test
    void updateIsWrittenAndTheLeaseGoesOn() throws Exception {
        try (Lease lease = held()) {
            String token = lease.token();
            for (int i = 1; i <= 5; i++) {
                long left = stock.updateUnder(lease, view -> {
                    takeOne(view);
                    return view.getLong("left");
                });
                assertThat(left).isEqualTo(10 - i);
                assertThat(left()).isEqualTo(Long.toString(left));
            }
            assertThat(lease.isHeld()).isTrue();
            assertThat(entries.string("lock:{stock}")).hasValue(token);
            assertThat(LockFixture.result(fixture.start(
                            () -> stock.tryOnce(EventId.none(), LeasedUpdateContractTest::takeOne, Duration.ZERO))))
                    .isEqualTo(Optional.empty());
        }
        stock.change(LeasedUpdateContractTest::takeOne);
        assertThat(left()).isEqualTo("4");
        assertThat(entries.keys("lock*")).isEmpty();
    }

    @Test
    void lockIsNotHandedOverToThoseWhoWait() throws Exception {
        Future<Boolean> waiter;
        try (Lease lease = held()) {
            waiter = fixture.start(() -> {
                stock.exclusive().change(view -> view.set("after", view.getLong("left")));
            });
            LockFixture.awaitKeys(entries, "lock-wait:*", 1);
            for (int i = 0; i < 3; i++) {
                stock.changeUnder(lease, LeasedUpdateContractTest::takeOne);
            }
            assertThat(lease.isHeld()).isTrue();
        }
        assertThat(LockFixture.result(waiter)).isTrue();
        assertThat(entries.hash("stock")).containsEntry("after", "7");
    }

    @Test
    void eventIsAppliedOnce() {
        try (Lease lease = held()) {
            Outcome<HashEntry> first = stock.onceUnder(lease, EVENT, LeasedUpdateContractTest::takeOne);
            Outcome<HashEntry> second = stock.onceUnder(lease, EVENT, view -> {
                throw new IllegalStateException("a replay does not run");
            });
            assertThat(first.replay()).isFalse();
            assertThat(first.entry().getLong("left")).isEqualTo(9);
            assertThat(second.replay()).isTrue();
            assertThat(second.entry().getLong("left")).isEqualTo(9);
        }
        assertThat(stock.once(EVENT, LeasedUpdateContractTest::takeOne).replay())
                .isTrue();
        EventId other = EventId.position("file", 7, 0);
        assertThat(stock.once(other, LeasedUpdateContractTest::takeOne).replay())
                .isFalse();
        try (Lease lease = held()) {
            assertThat(stock.onceUnder(lease, other, LeasedUpdateContractTest::takeOne)
                            .replay())
                    .isTrue();
        }
        assertThat(left()).isEqualTo("8");
    }

    @Test
    void changeThatThrowsWritesNothingAndTheLeaseGoesOn() {
        Lease lease = held();
        assertThatThrownBy(() -> stock.onceUnder(lease, EVENT, view -> {
                    takeOne(view);
                    throw new IllegalArgumentException("mine");
                }))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("mine");
        assertThat(entries.keys("*")).containsExactly("lock:{stock}");
        assertThat(stock.onceUnder(lease, EVENT, LeasedUpdateContractTest::takeOne)
                        .replay())
                .isFalse();
    }

    @Test
    void nothingIsWrittenOnceTheLeaseIsLost() {
        AtomicInteger told = new AtomicInteger();
        AtomicInteger runs = new AtomicInteger();
        Lease lease = held();
        lease.onLost(told::incrementAndGet);
        assertThatThrownBy(() -> stock.changeUnder(lease, view -> {
                    runs.incrementAndGet();
                    takeOne(view);
                    fixture.foreigner().del("lock:{stock}");
                    fixture.foreignHolds("lock:{stock}", "foreign", 60_000);
                }))
                .isInstanceOf(LeaseLostException.class)
                .hasMessageContaining("stock");
        assertThat(runs).hasValue(1);
        assertThat(left()).isNull();
        assertThat(lease.isHeld()).isFalse();
        await().untilAtomic(told, is(1));
        assertThrown(LeaseLostException.class, () -> stock.changeUnder(lease, view -> runs.incrementAndGet()));
        assertThat(runs).hasValue(1);
    }

    @Test
    void closedLeaseWritesNothing() {
        Lease lease = held();
        lease.close();
        assertThrown(LeaseLostException.class, () -> stock.changeUnder(lease, LeasedUpdateContractTest::takeOne));
        assertThat(entries.keys("*")).isEmpty();
    }

    @Test
    void threadsThatShareALeaseLoseNoUpdate() throws Exception {
        int threads = 4;
        int each = 20;
        try (Lease lease = held()) {
            List<Future<Integer>> running = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                running.add(fixture.start(() -> {
                    for (int n = 0; n < each; n++) {
                        stock.changeUnder(lease, view -> view.set("sold", view.getLong("sold") + 1));
                    }
                    return each;
                }));
            }
            assertThat(LockFixture.results(running)).containsOnly(each);
        }
        assertThat(entries.hash("stock")).containsEntry("sold", Integer.toString(threads * each));
    }

    @Test
    void entryThatVanishesIsComputedAgain() {
        stock.change(view -> {
            view.set("left", 3);
            view.set("name", "pen");
        });
        AtomicInteger runs = new AtomicInteger();
        try (Lease lease = held()) {
            stock.changeUnder(lease, view -> {
                takeOne(view);
                if (runs.getAndIncrement() == 0) {
                    fixture.foreigner().del("stock");
                }
            });
        }
        assertThat(runs).hasValue(2);
        assertThat(entries.hash("stock")).containsOnlyKeys("left").containsEntry("left", "9");
    }

    @Test
    void leaseOfAnotherLockOrFactoryIsRefused() {
        try (Lease lease = held()) {
            assertThatThrownBy(() -> stock.at("other").changeUnder(lease, LeasedUpdateContractTest::takeOne))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContainingAll("stock", "other");
            assertThatThrownBy(() -> locks.guardAll(stock, locks.guard("{stock}:b", Entries.hash()))
                            .changeUnder(lease, view -> {}))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("{stock}:b");
            GuardedEntry<HashEntry> elsewhere = fixture.factory(
                            LockSettings.builder().rememberedMaxBytes(0).build())
                    .guard("stock", Entries.hash());
            assertThatThrownBy(() -> elsewhere.changeUnder(lease, LeasedUpdateContractTest::takeOne))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("another RedisLockFactory");
        }
        assertThat(entries.keys("*")).isEmpty();
    }

    @Test
    void updateInsideAnotherIsRefused() {
        try (Lease lease = held()) {
            assertThatThrownBy(() -> stock.changeUnder(
                            lease, view -> stock.changeUnder(lease, LeasedUpdateContractTest::takeOne)))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("the leased update of ");
            assertThatThrownBy(() -> stock.at("other")
                            .change(view -> stock.changeUnder(lease, LeasedUpdateContractTest::takeOne)))
                    .isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> stock.change(LeasedUpdateContractTest::takeOne))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("guard.updateUnder(lease, change)");
        }
        assertThat(entries.keys("*")).isEmpty();
    }

    @Test
    @StandaloneOnly("the proxy stands before one server")
    void updateIsTwoRoundTrips(RedisServer redis) {
        // A renewal would count, too.
        LockSettings lasting = LockFixture.leasesOf(Duration.ofMinutes(1), Duration.ofHours(1));
        Faults faults = Faults.on(fixture, redis, lasting).warm();
        GuardedEntry<HashEntry> far = faults.locks().guard("stock", Entries.hash());
        Lease lease = faults.locks().mutex("stock").acquire(LockFixture.LONG);
        far.changeUnder(lease, LeasedUpdateContractTest::takeOne);
        faults.proxy().resetTurns();
        for (int i = 0; i < 20; i++) {
            far.onceUnder(lease, EventId.position("file", i, 0), LeasedUpdateContractTest::takeOne);
        }
        assertThat(faults.proxy().turns()).isEqualTo(40);
    }

    @Test
    @StandaloneOnly("the proxy stands before one server")
    void lostAnswerIsSettledByTheEventAndTheLeaseGoesOn(RedisServer redis) {
        // A busy machine may be seconds late with an answer that is not lost, and with a renewal.
        Faults faults = Faults.on(fixture, redis, LockFixture.leasesOf(Duration.ofMinutes(1)), Duration.ofSeconds(3))
                .warm();
        GuardedEntry<HashEntry> far = faults.locks().guard("stock", Entries.hash());
        Lease lease = faults.locks().mutex("stock").acquire(LockFixture.LONG);
        for (ReplyLoss loss : ReplyLoss.values()) {
            faults.proxy().dropReplyWhen(Faults.with("HSET"), 1, loss);
            Outcome<HashEntry> outcome =
                    far.onceUnder(lease, EventId.opaque(loss.name()), LeasedUpdateContractTest::takeOne);
            assertThat(outcome.entry().exists()).isTrue();
            assertThat(lease.isHeld()).isTrue();
        }
        assertThat(left()).isEqualTo(Integer.toString(10 - ReplyLoss.values().length));
    }

    @Test
    @StandaloneOnly("the proxy stands before one server")
    void lostAnswerWithoutAnEventIsUnknownAndTheLeaseGoesOn(RedisServer redis) {
        Faults faults = Faults.on(fixture, redis, LockSettings.DEFAULT, Faults.IMPATIENT)
                .warm();
        GuardedEntry<HashEntry> far = faults.locks().guard("stock", Entries.hash());
        Lease lease = faults.locks().mutex("stock").acquire(LockFixture.LONG);
        faults.proxy().dropReplyWhen(Faults.with("HSET"), 1, ReplyLoss.CUT);
        assertThrown(OutcomeUnknownException.class, () -> far.changeUnder(lease, LeasedUpdateContractTest::takeOne));
        assertThat(lease.isHeld()).isTrue();
        String left = left();
        far.changeUnder(lease, LeasedUpdateContractTest::takeOne);
        assertThat(left()).isEqualTo(Integer.toString((left == null ? 10 : Integer.parseInt(left)) - 1));
    }

    @Test
    @StandaloneOnly("the proxy stands before one server")
    void lostAnswerToTheReadIsAskedForAgain(RedisServer redis) {
        Faults faults = Faults.on(fixture, redis, LockSettings.DEFAULT, Faults.IMPATIENT)
                .warm();
        GuardedEntry<HashEntry> far = faults.locks().guard("stock", Entries.hash());
        Lease lease = faults.locks().mutex("stock").acquire(LockFixture.LONG);
        faults.proxy().dropReplyWhen(Faults.with("EXISTS", "?"), 1, ReplyLoss.CUT);
        far.changeUnder(lease, LeasedUpdateContractTest::takeOne);
        assertThat(left()).isEqualTo("9");
    }

    @Test
    void leaseThatItsOwnerClosesMeanwhileWritesNothing() {
        Lease lease = held();
        assertThrown(
                LeaseLostException.class,
                () -> stock.changeUnder(lease, view -> {
                    takeOne(view);
                    lease.close();
                }));
        assertThat(entries.keys("*")).isEmpty();
    }

    /** A replay must not be told before the replicas have its event: a fail-over would lose it. */
    @Test
    @StandaloneOnly("the server has no replica")
    void replayThatTooFewReplicasHaveIsUnknown() {
        RedisLockFactory careful = fixture.factory(
                fixture.config().toBuilder()
                        .replicas(new ReplicasConfig(1, Duration.ofMillis(100)))
                        .build(),
                LockSettings.DEFAULT);
        GuardedEntry<HashEntry> far = careful.guard("stock", Entries.hash());
        try (Lease lease = careful.mutex("stock").acquire(LockFixture.LONG)) {
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(() -> far.onceUnder(lease, EVENT, LeasedUpdateContractTest::takeOne))
                        .isInstanceOf(OutcomeUnknownException.class);
            }
        }
        assertThat(left()).isEqualTo("9");
    }

    /** Each would wait for the other. */
    @Test
    void updatesUnderTwoLeasesInsideEachOtherAreRefused() throws Exception {
        GuardedEntry<HashEntry> other = locks.guard("other", Entries.hash());
        CyclicBarrier inside = new CyclicBarrier(2);
        Lease one = held();
        Lease two = locks.mutex("other").acquire(LockFixture.LONG);
        Future<Boolean> first = fixture.start(() -> nested(one, stock, two, other, inside));
        Future<Boolean> second = fixture.start(() -> nested(two, other, one, stock, inside));
        assertThat(LockFixture.result(first)).isTrue();
        assertThat(LockFixture.result(second)).isTrue();
    }

    private static boolean nested(
            Lease outer,
            GuardedEntry<HashEntry> entry,
            Lease inner,
            GuardedEntry<HashEntry> other,
            CyclicBarrier inside) {
        assertThrown(
                IllegalStateException.class,
                () -> entry.changeUnder(outer, view -> {
                    try {
                        inside.await(10, TimeUnit.SECONDS);
                    } catch (Exception e) {
                        throw new AssertionError(e);
                    }
                    other.changeUnder(inner, LeasedUpdateContractTest::takeOne);
                }));
        return true;
    }
}
