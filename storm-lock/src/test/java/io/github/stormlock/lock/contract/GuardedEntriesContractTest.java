package io.github.stormlock.lock.contract;

import static io.github.stormlock.lock.fixture.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.GuardedEntries;
import io.github.stormlock.GuardedEntry;
import io.github.stormlock.JointEntry;
import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.entry.ListEntry;
import io.github.stormlock.entry.Part;
import io.github.stormlock.entry.SetEntry;
import io.github.stormlock.lock.EntryRefusedException;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.LockTimeoutException;
import io.github.stormlock.lock.Outcome;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.lock.fixture.Renewals;
import io.github.stormlock.redis.RedisConfig.Mode;
import io.github.stormlock.test.EntryReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Several entries that one update changes in one step. */
@ContractTest
class GuardedEntriesContractTest {
    private static final int ACCOUNTS = 6;
    private static final long EACH = 1_000;

    private ContractVariant variant;
    private LockFixture fixture;

    private RedisLockFactory locks;
    private EntryReader entries;
    private GuardedEntry<HashEntry> from;
    private GuardedEntry<HashEntry> to;
    private GuardedEntries both;

    @BeforeEach
    void open() {
        from = account(0);
        to = account(1);
        both = locks.guardAll(from, to);
    }

    private static String key(int number) {
        return "{bank}:" + number;
    }

    private static String lockKey(int number) {
        return "lock:{bank}:" + key(number);
    }

    private GuardedEntry<HashEntry> account(int number) {
        return locks.guard(key(number), Entries.hash());
    }

    private void move(JointEntry accounts, long amount) {
        accounts.get(from).add("cents", -amount);
        accounts.get(to).add("cents", amount);
    }

    private long cents(int account) {
        return Long.parseLong(entries.hash(key(account)).getOrDefault("cents", "0"));
    }

    @Test
    void updateChangesAllEntriesAndReturnsItsResult() {
        long left = both.update(accounts -> {
            move(accounts, 5);
            return accounts.get(from).getLong("cents");
        });
        assertThat(left).isEqualTo(-5);
        assertThat(cents(0)).isEqualTo(-5);
        assertThat(cents(1)).isEqualTo(5);
        assertThat(entries.keys("*")).containsExactlyInAnyOrder(key(0), key(1));
    }

    @Test
    void entriesOfDifferentKindsAndPartsAreChangedTogether() {
        GuardedEntry<ListEntry> log = locks.guard("{bank}:log", Entries.list());
        GuardedEntry<SetEntry> seen = locks.guard("{bank}:seen", Entries.set().only(Part.members("x", "y")));
        GuardedEntries three = locks.guardAll(from.onlyFields(Set.of("cents")), log, seen);
        for (int i = 0; i < 3; i++) {
            three.change(all -> {
                all.get(key(0), Entries.hash().only(Part.fields("cents"))).add("cents", 1);
                all.get(log).addLast(all.get(seen).contains("x") ? "again" : "first");
                all.get(seen).add("x");
            });
        }
        assertThat(cents(0)).isEqualTo(3);
        assertThat(entries.list("{bank}:log")).containsExactly("first", "again", "again");
        assertThat(fixture.foreigner().smembers("{bank}:seen")).containsExactly("x");
    }

    @Test
    void entryOfAnotherTypeIsNamedAndTheOtherIsNotWritten() {
        fixture.foreigner().rpush(key(1), "a");
        for (GuardedEntries each : List.of(both, both.exclusive())) {
            assertThrown(EntryRefusedException.class, () -> each.change(accounts -> move(accounts, 1)), key(1));
        }
        assertThat(entries.keys("*")).containsExactly(key(1));
    }

    @Test
    void eventIsAppliedOnceInWhateverOrderTheEntriesAreNamed() {
        EventId event = EventId.opaque("transfer-1");
        Outcome<JointEntry> first = both.once(event, accounts -> move(accounts, 5));
        assertThat(first.replay()).isFalse();
        assertThat(first.entry().get(to).getLong("cents")).isEqualTo(5);
        GuardedEntries otherOrder = locks.guardAll(to, from);
        for (GuardedEntries each : List.of(both, otherOrder, both.exclusive(), otherOrder.exclusive())) {
            Outcome<JointEntry> again = each.once(event, accounts -> move(accounts, 5));
            assertThat(again.replay()).isTrue();
            assertThat(again.entry().get(from).getLong("cents")).isEqualTo(-5);
        }
        assertThat(cents(1)).isEqualTo(5);
    }

    /** One event may change an entry alone and others with it: these are different updates. */
    @Test
    void eventOfASetIsAnotherThanThatOfItsFirstEntryOrOfAnotherSet() {
        for (EventId event : List.of(EventId.opaque("e"), EventId.position("file", 7, 0))) {
            assertThat(both.once(event, accounts -> move(accounts, 1)).replay()).isFalse();
            assertThat(from.once(event, account -> account.add("cents", 1)).replay())
                    .isFalse();
            assertThat(locks.guardAll(from, account(2))
                            .once(event, accounts -> accounts.get(from).add("cents", 1))
                            .replay())
                    .isFalse();
            assertThat(both.once(event, accounts -> move(accounts, 1)).replay()).isTrue();
        }
        assertThat(List.of(cents(0), cents(1))).containsExactly(2L, 2L);
    }

    @Test
    void entryThatIsBusyIsWaitedForAndTheOthersAreFreeMeanwhile() throws Exception {
        both.change(accounts -> move(accounts, 1));
        fixture.foreignHolds(lockKey(1), "foreign", 60_000);
        Future<Boolean> moved = fixture.start(() -> {
            both.withWait(LockFixture.LONG).change(accounts -> move(accounts, 1));
        });
        RedisLockFactory others = fixture.factory();
        GuardedEntry<HashEntry> free = others.guard(key(0), Entries.hash()).withWait(Duration.ofSeconds(2));
        for (int i = 0; i < 200; i++) {
            free.change(account -> account.add("others", 1));
        }
        assertThat(moved.isDone()).isFalse();
        assertThat(entries.hash(key(0))).containsEntry("others", "200");
        assertThat(entries.string(lockKey(0))).isEmpty();
        fixture.foreignReleases(lockKey(1), "foreign");
        assertThat(LockFixture.result(moved)).isTrue();
        assertThat(List.of(cents(0), cents(1))).containsExactly(-2L, 2L);
        assertThat(entries.keys("lock*")).isEmpty();
    }

    @Test
    void busyEntryWithoutAWaitIsRefusedAndNothingIsHeldOrWritten() {
        fixture.foreignHolds(lockKey(1), "foreign", 60_000);
        for (GuardedEntries each : List.of(both, both.exclusive())) {
            assertThatThrownBy(() -> each.withWait(Duration.ZERO).change(accounts -> move(accounts, 1)))
                    .isInstanceOf(LockTimeoutException.class)
                    .hasMessageContainingAll(key(0), key(1), "foreign");
            assertThat(each.tryOnce(EventId.opaque("e"), accounts -> move(accounts, 1), Duration.ZERO))
                    .isEmpty();
        }
        assertThat(entries.keys("*")).containsExactly(lockKey(1));
    }

    @Test
    void exclusiveUpdateHoldsAllLocksWhileItRunsAndIsRenewed() throws Exception {
        GuardedEntries exclusive =
                both.withSettings(LockFixture.leasesOf(Renewals.LEASE)).exclusive();
        AtomicInteger runs = new AtomicInteger();
        CompletableFuture<Boolean> goOn = new CompletableFuture<>();
        Future<Boolean> held = fixture.start(() -> {
            exclusive.change(accounts -> {
                runs.incrementAndGet();
                goOn.join();
                move(accounts, 1);
            });
        });
        await().until(() -> runs.get() == 1);
        for (int i = 0; i < 2; i++) {
            Renewals.await(1, entries, lockKey(i));
        }
        for (int i = 0; i < 2; i++) {
            assertThat(entries.string(lockKey(i))).isPresent();
        }
        assertThat(entries.string(lockKey(0))).isEqualTo(entries.string(lockKey(1)));
        goOn.complete(true);
        assertThat(LockFixture.result(held)).isTrue();
        assertThat(runs).hasValue(1);
        assertThat(entries.keys("lock*")).isEmpty();
    }

    /** Sets overlap, are named in all orders, and meet single and exclusive updates. Nothing is lost, and all end. */
    @Test
    void sumIsConservedAmongOverlappingSets() throws Exception {
        long seed = System.nanoTime();
        System.out.println("overlapping sets: seed " + seed);
        List<Future<Integer>> movers = new ArrayList<>();
        for (int thread = 0; thread < 8; thread++) {
            Random random = new Random(seed + thread);
            RedisLockFactory own = thread % 2 == 0 ? locks : fixture.factory();
            movers.add(fixture.start(() -> moveAtRandom(own, random)));
        }
        long added = LockFixture.results(movers).stream().mapToLong(n -> n).sum();
        long sum = IntStream.range(0, ACCOUNTS).mapToLong(this::cents).sum();
        assertThat(sum).as("seed %d", seed).isEqualTo(added);
        assertThat(entries.keys("lock:*")).isEmpty();
    }

    private int moveAtRandom(RedisLockFactory own, Random random) {
        int added = 0;
        for (int i = 0; i < 120; i++) {
            int first = random.nextInt(ACCOUNTS);
            int second = (first + 1 + random.nextInt(ACCOUNTS - 1)) % ACCOUNTS;
            GuardedEntry<HashEntry> one = own.guard(key(first), Entries.hash()).withWait(LockFixture.LONG);
            GuardedEntry<HashEntry> other = own.guard(key(second), Entries.hash());
            boolean blind = random.nextBoolean();
            switch (random.nextInt(8)) {
                case 0 -> {
                    one.change(account -> account.add("cents", 1));
                    added++;
                }
                case 1 -> own.guardAll(one, other).exclusive().change(all -> move(all, one, other, blind));
                case 2 ->
                    own.guardAll(one, other)
                            .updateAsync(all -> {
                                move(all, one, other, blind);
                                return true;
                            })
                            .toCompletableFuture()
                            .join();
                default -> own.guardAll(one, other).change(all -> move(all, one, other, blind));
            }
        }
        return added;
    }

    private static void move(
            JointEntry all, GuardedEntry<HashEntry> one, GuardedEntry<HashEntry> other, boolean blind) {
        if (blind) {
            all.get(one).add("cents", -EACH);
            all.get(other).add("cents", EACH);
        } else {
            all.get(one).set("cents", all.get(one).getLong("cents") - EACH);
            all.get(other).set("cents", all.get(other).getLong("cents") + EACH);
        }
    }

    @Test
    void setsThatCannotBeChangedInOneStepAreRefusedBeforeAnythingIsSent() {
        assertThrown(IllegalArgumentException.class, () -> locks.guardAll(from, to, account(0)), key(0), "twice");
        assertThatThrownBy(() -> locks.guardAll(List.of())).isInstanceOf(IllegalArgumentException.class);
        List<GuardedEntry<HashEntry>> many =
                IntStream.range(0, 65).mapToObj(this::account).toList();
        assertThrown(IllegalArgumentException.class, () -> locks.guardAll(many), "64", "65");
        RedisLockFactory another = fixture.factory();
        assertThatThrownBy(() -> locks.guardAll(from, another.guard(key(1), Entries.hash())))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("another factory");
    }

    @Test
    void entriesOfSeveralSlotsOfAClusterAreRefusedWithThreeWaysOut() {
        GuardedEntry<HashEntry> a = locks.guard("a", Entries.hash());
        GuardedEntry<HashEntry> b = locks.guard("b", Entries.hash());
        if (variant.mode() != Mode.CLUSTER) {
            locks.guardAll(a, b).change(all -> all.get(b).add("n", 1));
            assertThat(entries.hash("b")).containsEntry("n", "1");
            return;
        }
        assertThatThrownBy(() -> locks.guardAll(a, b))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("a and b", "hash slots", "hash tag", "{bank}:a", "each for itself", "debit");
    }

    @Test
    void nestedUpdateNamesBothKeysAndGuardAll() {
        assertThatThrownBy(() -> from.change(account -> to.change(other -> other.add("cents", 1))))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll(key(0), key(1), "guardAll(");
        assertThatThrownBy(() -> from.change(account -> both.change(accounts -> move(accounts, 1))))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll("inside", key(0));
        assertThat(entries.keys("*")).isEmpty();
    }

    @Test
    void entryThatWasNotNamedOrWasNamedOtherwiseIsRefused() {
        assertThatThrownBy(
                        () -> both.change(accounts -> accounts.get(account(2)).add("cents", 1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll(key(2), "none of");
        assertThatThrownBy(() -> both.change(
                        accounts -> accounts.get(key(0), Entries.list()).addLast("x")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll(key(0), "hash", "list");
        assertThat(entries.keys("*")).isEmpty();
    }

    @Test
    void peekShowsAllOfOneMomentAndPeekAllAnyEntries() {
        both.change(accounts -> move(accounts, 4));
        JointEntry peeked = both.peek();
        assertThat(peeked.get(from).getLong("cents") + peeked.get(to).getLong("cents"))
                .isZero();
        assertThatThrownBy(() -> peeked.get(to).add("cents", 1)).isInstanceOf(UnsupportedOperationException.class);
        GuardedEntry<HashEntry> part = from.onlyFields(Set.of("cents", "name"));
        assertThat(locks.guardAll(part, to).peek().get(to).getLong("cents")).isEqualTo(4);
        List<GuardedEntry<?>> scattered = new ArrayList<>(List.of(from, to));
        for (int i = 0; i < 20; i++) {
            fixture.foreigner().set("elsewhere" + i, "v" + i);
            scattered.add(locks.guard("elsewhere" + i, Entries.string()));
        }
        JointEntry all = locks.peekAll(scattered);
        assertThat(all.get(to).getLong("cents")).isEqualTo(4);
        for (int i = 0; i < 20; i++) {
            assertThat(all.get("elsewhere" + i, Entries.string()).get("")).isEqualTo("v" + i);
        }
        assertThatThrownBy(() -> locks.peekAll(List.of(from, from))).isInstanceOf(IllegalArgumentException.class);
    }
}
