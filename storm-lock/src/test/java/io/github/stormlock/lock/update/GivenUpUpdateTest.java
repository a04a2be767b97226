package io.github.stormlock.lock.update;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.GuardedEntry;
import io.github.stormlock.lock.LockInterruptedException;
import io.github.stormlock.lock.LockTimeoutException;
import io.github.stormlock.lock.LockUnavailableException;
import io.github.stormlock.lock.fixture.Crowd;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.RedisExtension;
import io.github.stormlock.test.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** An update whose caller was told that it is not written stays unwritten, even if its group is written. */
@ExtendWith(RedisExtension.class)
@Tag("server")
class GivenUpUpdateTest {
    private static final int THREADS = 8;
    private static final int ROUNDS = 40;

    private LockFixture fixture;
    private EntryReader entries;
    private GuardedEntry<HashEntry> page;

    @BeforeEach
    void open(RedisServer server, EntryReader reader) {
        fixture = new LockFixture(server);
        entries = reader;
        page = fixture.factory().guard("page", Entries.hash()).withWait(LockFixture.LONG);
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    /**
     * Runs a group of three. The third computes until the second has given up, and then throws, so that all is computed
     * anew.
     */
    private Future<Boolean> groupInWhichThe(
            Runnable second, AtomicBoolean secondWasComputed, CountDownLatch hasGivenUp, CountDownLatch isComputed) {
        Crowd crowd = new Crowd(fixture, "lock:{page}");
        page = page.withEvents(crowd.events());
        Future<Boolean> first = crowd.joins(() -> {
            page.change(view -> view.add("first", 1));
            return true;
        });
        Future<Boolean> gone = crowd.joins(() -> {
            second.run();
            hasGivenUp.countDown();
            return true;
        });
        Future<Boolean> third = crowd.joins(() -> {
            assertThatThrownBy(() -> page.change(view -> {
                        isComputed.countDown();
                        awaitQuietly(hasGivenUp);
                        throw new IllegalArgumentException("mine");
                    }))
                    .hasMessage("mine");
            return true;
        });
        crowd.letGo();
        return fixture.start(() -> {
            boolean all = LockFixture.result(first) && LockFixture.result(gone) && LockFixture.result(third);
            assertThat(secondWasComputed).as("it was in the group").isTrue();
            return all;
        });
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            assertThat(latch.await(LockFixture.LONG.toSeconds(), TimeUnit.SECONDS))
                    .isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void timedOutUpdateIsNotWritten() throws Exception {
        AtomicBoolean computed = new AtomicBoolean();
        Future<Boolean> group = groupInWhichThe(
                () -> assertThatThrownBy(
                                () -> page.withWait(Duration.ofSeconds(4)).change(view -> {
                                    computed.set(true);
                                    view.add("second", 1);
                                }))
                        .isInstanceOf(LockTimeoutException.class),
                computed,
                new CountDownLatch(1),
                new CountDownLatch(1));
        assertThat(LockFixture.result(group)).isTrue();
        assertThat(entries.hash("page")).containsOnlyKeys("first");
    }

    @Test
    void interruptedUpdateIsNotWritten() throws Exception {
        AtomicBoolean computed = new AtomicBoolean();
        AtomicReference<Thread> second = new AtomicReference<>();
        CountDownLatch isComputed = new CountDownLatch(1);
        Future<Boolean> group = groupInWhichThe(
                () -> {
                    second.set(Thread.currentThread());
                    assertThatThrownBy(() -> page.change(view -> {
                                computed.set(true);
                                view.add("second", 1);
                            }))
                            .isInstanceOf(LockInterruptedException.class);
                    assertThat(Thread.interrupted()).isTrue();
                },
                computed,
                new CountDownLatch(1),
                isComputed);
        awaitQuietly(isComputed);
        await().until(() -> second.get() != null);
        second.get().interrupt();
        assertThat(LockFixture.result(group)).isTrue();
        assertThat(entries.hash("page")).containsOnlyKeys("first");
    }

    /** The answers to the callers of one round, by the names of their fields. */
    private record Told(Set<String> written, Set<String> timedOut, Set<String> threw) {
        private static Told nothing() {
            return new Told(
                    ConcurrentHashMap.newKeySet(), ConcurrentHashMap.newKeySet(), ConcurrentHashMap.newKeySet());
        }
    }

    /** Waits are short, changes take as long, and some throw. Each entry holds what its callers were told, and no more. */
    @Test
    void entryHoldsWhatItsCallersWereTold() throws Exception {
        long seed = System.nanoTime();
        int timedOut = 0;
        int threw = 0;
        for (int round = 0; round < ROUNDS; round++) {
            Told told = round(new SplittableRandom(seed + round), "page" + round);
            assertThat(entries.hash("page" + round).keySet())
                    .as("round %d of seed %d, where %s were told that they timed out", round, seed, told.timedOut)
                    .isEqualTo(told.written);
            timedOut += told.timedOut.size();
            threw += told.threw.size();
        }
        assertThat(timedOut).as("time-outs of seed %d", seed).isPositive();
        assertThat(threw).as("exceptions of seed %d", seed).isPositive();
    }

    private Told round(SplittableRandom random, String key) throws Exception {
        Told told = Told.nothing();
        List<Future<Boolean>> opened = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
            SplittableRandom own = random.split();
            String name = "t" + thread + "-";
            opened.add(fixture.start(() -> {
                for (int i = 0; i < 20; i++) {
                    update(own, page.at(key), name + i, told);
                }
                return true;
            }));
        }
        for (Future<Boolean> player : opened) {
            assertThat(LockFixture.result(player)).isTrue();
        }
        return told;
    }

    private static void update(SplittableRandom random, GuardedEntry<HashEntry> entry, String name, Told told) {
        Duration wait = Duration.ofNanos(random.nextLong(2_000_000, 5_000_000));
        long takes = random.nextLong(1_500_000);
        boolean bad = random.nextInt(10) == 0;
        try {
            entry.withWait(wait).change(view -> {
                LockSupport.parkNanos(takes);
                if (bad) {
                    throw new IllegalArgumentException("mine");
                }
                view.add(name, 1);
            });
            told.written.add(name);
        } catch (LockTimeoutException e) {
            told.timedOut.add(name);
        } catch (LockUnavailableException e) {
            // A wait this short may be over while a command is under way. The update is not written then either.
            told.timedOut.add(name);
        } catch (IllegalArgumentException e) {
            told.threw.add(name);
        }
    }
}
