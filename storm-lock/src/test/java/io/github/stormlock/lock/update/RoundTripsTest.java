package io.github.stormlock.lock.update;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.GuardedEntries;
import io.github.stormlock.GuardedEntry;
import io.github.stormlock.JointEntry;
import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.SlowTime;
import io.github.stormlock.UpdateBatch;
import io.github.stormlock.config.LockSettings;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.entry.Part;
import io.github.stormlock.entry.SortedSetEntry;
import io.github.stormlock.lock.DistributedLock;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.fixture.Faults;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.test.RedisServer;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.params.SetParams;

/** The cost of guarding: the request-and-answer turns between client and server, counted between them. */
@OnRedis
class RoundTripsTest {
    private static final int TIMES = 20;
    private static final int BATCH = 64;

    private RedisServer redis;

    private LockFixture fixture;

    private Faults faults;
    private int events;

    private RedisLockFactory locks() {
        return locks(LockSettings.DEFAULT);
    }

    private RedisLockFactory locks(LockSettings settings) {
        faults = Faults.on(fixture, redis, settings).warm();
        return faults.locks();
    }

    private void assertTurns(int each, Runnable work) {
        assertThat(turns(work)).isEqualTo((long) each * TIMES);
    }

    private long turns(Runnable work) {
        faults.proxy().resetTurns();
        for (int i = 0; i < TIMES; i++) {
            work.run();
        }
        return faults.proxy().turns();
    }

    @Test
    void exclusiveUpdateIsTwoRoundTripsWhateverItReadsAndWrites() {
        RedisLockFactory locks = locks();
        GuardedEntry<HashEntry> page = locks.guard("page", Entries.hash()).exclusive();
        assertTurns(2, () -> page.change(view -> view.add("hits", 1)));
        assertTurns(2, () -> page.onlyFields(Set.of("hits")).change(view -> view.add("hits", 1)));
        assertTurns(2, () -> locks.guard("log", Entries.list()).exclusive().change(view -> view.addLast("x")));
        assertTurns(2, () -> page.change(view -> view.get("hits")));
    }

    @Test
    void peekIsOneRoundTrip() {
        GuardedEntry<HashEntry> page = locks().guard("page", Entries.hash());
        assertThat(page.peek().exists()).isFalse();
        assertTurns(1, () -> assertThat(page.peek().exists()).isFalse());
        page.change(view -> view.add("hits", 1));
        assertTurns(1, () -> assertThat(page.peek().exists()).isTrue());
    }

    @Test
    void partOfALargeEntryIsOneRoundTrip() {
        RedisLockFactory locks = locks();
        Map<String, Double> scores = new HashMap<>();
        for (int i = 0; i < 20_000; i++) {
            scores.put("player" + i, (double) i);
        }
        fixture.foreigner().zadd("board", scores);
        GuardedEntry<SortedSetEntry> board = locks.guard("board", Entries.sortedSet());
        GuardedEntry<SortedSetEntry> one = board.only(Part.members("player7"));
        one.change(view -> view.add("player7", 0.1));
        // Redis prints such scores in another way than Java.
        assertTurns(1, () -> one.change(view -> view.add("player7", 0.1)));
        GuardedEntry<SortedSetEntry> best = board.only(Part.highest(1));
        best.change(view -> view.add(view.last(), 1));
        assertTurns(1, () -> best.change(view -> view.add(view.last(), 1)));
        // Nothing is seen, so the size does not matter.
        assertTurns(1, () -> board.change(view -> view.set("player8", 1)));
    }

    @Test
    void whereNothingIsRememberedAnUpdateThatSeesItsEntryIsTwoRoundTrips() {
        LockSettings forgetful = LockSettings.builder().rememberedMaxBytes(0).build();
        GuardedEntry<HashEntry> page = locks(forgetful).guard("page", Entries.hash());
        assertTurns(1, () -> page.change(view -> view.add("hits", 1)));
        // An update that missed takes the lock if the machine is busy for half a millisecond.
        assertThat(fewestTurns(() -> page.change(view -> view.set("seen", view.getLong("hits")))))
                .isEqualTo(2);
    }

    @Test
    void transferBetweenRememberedEntriesIsOneRoundTripAndOtherwiseTwo() {
        RedisLockFactory locks = locks();
        GuardedEntry<HashEntry> from = locks.guard("from", Entries.hash());
        GuardedEntry<HashEntry> to = locks.guard("to", Entries.hash());
        GuardedEntries both = locks.guardAll(from, to);
        Consumer<JointEntry> move = accounts -> {
            accounts.get(from).set("cents", accounts.get(from).getLong("cents") - 1);
            accounts.get(to).set("cents", accounts.get(to).getLong("cents") + 1);
        };
        both.change(move);
        assertTurns(1, () -> both.change(move));
        assertTurns(1, () -> both.once(EventId.opaque("once " + ++events), move));
        assertThat(fewestTurns(() -> {
                    fixture.foreigner().hincrBy("to", "cents", 1);
                    both.change(move);
                }))
                .isEqualTo(2);
        assertTurns(2, () -> both.exclusive().change(move));
        // Nothing is seen, so nothing has to be remembered.
        assertThat(fewestTurns(() -> {
                    fixture.foreigner().hincrBy("to", "cents", 1);
                    both.change(accounts -> accounts.get(to).add("cents", 1));
                }))
                .isEqualTo(1);
        assertTurns(1, () -> assertThat(both.peek().get(to).exists()).isTrue());
    }

    /**
     * The commit of an update that takes longer than a lease is used keeps the lock, and a script of its own gives it
     * back.
     */
    @ParameterizedTest
    @ValueSource(longs = {1, 60})
    void slowUpdateThatMissedOnceDoesNotMissAgain(long computingMillis) {
        Duration computing = Duration.ofMillis(computingMillis);
        GuardedEntry<HashEntry> page = locks().guard("page", Entries.hash());
        Consumer<HashEntry> slow = view -> {
            long hits = view.getLong("hits");
            await().pollDelay(computing).until(() -> true);
            view.set("hits", hits + 1);
        };
        page.change(slow);
        fixture.foreigner().hincrBy("page", "hits", 10);
        page.change(slow);
        long before = faults.proxy().turns();
        page.change(slow);
        assertThat(faults.proxy().turns() - before).isEqualTo(1);
        assertThat(fixture.foreigner().hget("page", "hits")).isEqualTo("13");
    }

    /** The update asks for the lock if the machine stops. So one run in which it does not is enough. */
    @Test
    void lockThatIsHeldForAMomentIsNotAskedFor() {
        GuardedEntry<HashEntry> page = locks().guard("page", Entries.hash());
        page.change(view -> view.set("hits", 1));
        boolean asked = true;
        for (int i = 0; i < TIMES && asked; i++) {
            long asksBefore = fixture.calls("zadd") + fixture.calls("set");
            fixture.foreigner()
                    .set("lock:{page}", "foreign", SetParams.setParams().px(5));
            page.change(view -> view.set("hits", view.getLong("hits") + 1));
            // One call is the foreign client's own.
            asked = fixture.calls("zadd") + fixture.calls("set") - asksBefore > 1;
        }
        assertThat(asked).isFalse();
    }

    private long fewestTurns(Runnable work) {
        long fewest = Long.MAX_VALUE;
        for (int i = 0; i < TIMES; i++) {
            faults.proxy().resetTurns();
            work.run();
            fewest = Math.min(fewest, faults.proxy().turns());
        }
        return fewest;
    }

    @Test
    void updateOfWhatIsRememberedOrNewOrNotSeenIsOneRoundTrip() {
        RedisLockFactory locks = locks();
        GuardedEntry<HashEntry> page = locks.guard("page", Entries.hash());
        assertTurns(1, () -> page.change(view -> view.add("hits", 1)));
        assertTurns(1, () -> page.onlyFields(Set.of("hits")).change(view -> view.add("hits", 1)));
        assertTurns(1, () -> locks.guard("log", Entries.list()).change(view -> view.addLast("x")));
        long before = page.update(view -> view.addAndGet("hits", 1));
        assertThat(before).isEqualTo(2L * TIMES + 1);
        assertTurns(1, () -> assertThat((long) page.update(view -> view.getLong("hits")))
                .isEqualTo(before));
        assertTurns(1, () -> page.change(view -> view.set("seen", view.getLong("hits"))));
        int[] number = {0};
        assertTurns(1, () -> page.at("new" + number[0]++).change(view -> view.set("n", view.getLong("n") + 1)));
    }

    /** A single miss does not show that others compete, even over a long way. */
    @ParameterizedTest
    @ValueSource(longs = {0, 3})
    void updateThatSeesWhatAnotherChangedIsTwoRoundTrips(long delayMillis) {
        GuardedEntry<HashEntry> page = locks().guard("page", Entries.hash());
        faults.proxy().delay(Duration.ofMillis(delayMillis));
        // From here on the entry is remembered: time counts from an attempt on a known value.
        page.change(view -> view.set("hits", view.getLong("hits") + 1));
        // If the machine stops for half a millisecond in between, the update takes the lock, in a third turn.
        assertThat(fewestTurns(() -> {
                    fixture.foreigner().hincrBy("page", "hits", 1);
                    page.change(view -> view.set("hits", view.getLong("hits") + 1));
                }))
                .isEqualTo(2);
        assertThat(fixture.foreigner().hget("page", "hits")).isEqualTo(Integer.toString(2 * TIMES + 1));
    }

    private static void runs(GuardedEntry<HashEntry> guard, String prefix, Consumer<HashEntry> change) {
        UpdateBatch<HashEntry> batch = UpdateBatch.of(guard);
        for (int i = 0; i < BATCH; i++) {
            batch.add(prefix + i, EventId.none(), change);
        }
        batch.run().forEach(UpdateBatch.Result::orThrow);
    }

    @Test
    void batchOfWhatIsNewOrNotSeenOrRememberedIsOneRoundTrip() {
        GuardedEntry<HashEntry> page = locks().guard("page", Entries.hash());
        int[] number = {0};
        Consumer<HashEntry> counts = view -> view.set("n", view.getLong("n") + 1);
        // A pause of the machine makes a round slow, which is sent in parts then.
        for (Runnable batch : List.<Runnable>of(
                () -> runs(page, "new" + number[0]++ + ":", counts),
                () -> runs(page, "new0:", counts),
                () -> runs(page.onlyFields(Set.of("m")).notShown(), "new0:", view -> view.add("m", 1)))) {
            assertThat(fewestTurns(batch)).isEqualTo(1);
        }
        assertThat(fixture.foreigner().hgetAll("new0:63"))
                .isEqualTo(Map.of("n", Integer.toString(TIMES + 1), "m", Integer.toString(TIMES)));
    }

    @Test
    void batchOfWhatIsNotRememberedOrWasChangedIsTwoRoundTrips() {
        LockSettings forgetful = LockSettings.builder().rememberedMaxBytes(0).build();
        GuardedEntry<HashEntry> page = locks(forgetful).guard("page", Entries.hash());
        runs(page, "known:", view -> view.add("n", 1));
        assertThat(fewestTurns(() -> runs(page, "known:", view -> view.set("n", view.getLong("n") + 1))))
                .isEqualTo(2);
        assertThat(fixture.foreigner().hget("known:63", "n")).isEqualTo(Integer.toString(TIMES + 1));
        GuardedEntry<HashEntry> other = locks().guard("page", Entries.hash());
        runs(other, "changed:", view -> view.add("n", 1));
        assertThat(fewestTurns(() -> {
                    for (int i = 0; i < BATCH; i += 3) {
                        fixture.foreigner().hincrBy("changed:" + i, "n", 1);
                    }
                    runs(other, "changed:", view -> view.set("n", view.getLong("n") + 1));
                }))
                .isEqualTo(2);
        assertThat(fixture.foreigner().hget("changed:63", "n")).isEqualTo(Integer.toString(2 * TIMES + 1));
    }

    /** The time in which the others of its first round were computed does not count for it. */
    @Test
    void entryThatMissesTwiceBesideASlowOneIsNotLocked() {
        faults = Faults.on(fixture, redis, LockSettings.DEFAULT).warm();
        SlowTime time = new SlowTime();
        RedisLockFactory slow =
                fixture.closing(time.factory(fixture.configVia(faults.proxy().uri()), LockFixture.SILENT));
        GuardedEntry<HashEntry> page = slow.guard("page", Entries.hash());
        page.change(view -> view.add("hits", 1));
        assertTurns(3, () -> {
            AtomicInteger runs = new AtomicInteger();
            fixture.foreigner().hincrBy("page", "hits", 1);
            UpdateBatch<HashEntry> batch = UpdateBatch.of(page);
            batch.add("page", EventId.none(), view -> {
                long hits = view.getLong("hits");
                if (runs.incrementAndGet() == 2) {
                    fixture.foreigner().hincrBy("page", "hits", 1);
                }
                view.set("hits", hits + 1);
            });
            batch.add("slow", EventId.none(), view -> {
                time.pass(Duration.ofMillis(5));
                view.set("hits", 1);
            });
            batch.run().forEach(UpdateBatch.Result::orThrow);
        });
    }

    @Test
    void exclusiveBatchIsTwoRoundTrips() {
        GuardedEntry<HashEntry> page = locks().guard("page", Entries.hash()).exclusive();
        runs(page, "e:", view -> view.add("n", 1));
        assertThat(fewestTurns(() -> runs(page, "e:", view -> view.add("n", 1))))
                .isEqualTo(2);
    }

    @Test
    void eventIdsCostNoRoundTripAndReplaysNeither() {
        GuardedEntry<HashEntry> page = locks().guard("page", Entries.hash());
        int[] offset = {0};
        assertTurns(1, () -> {
            offset[0]++;
            page.once(EventId.position("file", offset[0], offset[0]), view -> view.add("hits", 1));
        });
        assertTurns(1, () -> {
            page.once(EventId.position("file", 1, 1), view -> view.add("hits", 1));
        });
        assertTurns(1, () -> {
            page.once(EventId.opaque("id"), view -> view.add("hits", 1));
        });
    }

    @Test
    void leaseIsOneRoundTripEachWayAndAFenceOneMore() {
        DistributedLock lock = locks().mutex("report");
        assertTurns(2, () -> lock.acquire(LockFixture.LONG).close());
        assertTurns(3, () -> {
            try (Lease lease = lock.acquire(LockFixture.LONG)) {
                assertThat(lease.fence()).isEqualTo(lease.fence());
            }
        });
    }

    @Test
    void severalLocksAreOneRoundTripEachWay() {
        DistributedLock lock = locks().all("a", "b", "c");
        assertTurns(2, () -> lock.acquire(LockFixture.LONG).close());
    }

    @Test
    void busyLockIsOneRoundTripForWhoDoesNotWait() {
        DistributedLock lock = locks().mutex("report");
        Lease held = fixture.factory().mutex("report").acquire(LockFixture.LONG);
        assertTurns(
                1, () -> assertThat(lock.tryAcquire(java.time.Duration.ZERO)).isEmpty());
        assertThat(held.isHeld()).isTrue();
    }

    @Test
    void reentryIsNone() {
        // A renewal would count, too.
        LockSettings lasting = LockFixture.leasesOf(Duration.ofMinutes(1), Duration.ofHours(1));
        var lock = locks(lasting).mutex("report").asLock();
        lock.lock();
        assertTurns(0, () -> {
            lock.lock();
            lock.unlock();
        });
        lock.unlock();
    }
}
