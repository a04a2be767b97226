package io.github.stormlock.lock.shared;

import static io.github.stormlock.lock.fixture.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.lock.LockInterruptedException;
import io.github.stormlock.lock.LockUnavailableException;
import io.github.stormlock.lock.contract.ContractTest;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.lock.kind.Latch;
import io.github.stormlock.test.EntryReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.UnifiedJedis;

@ContractTest
class LatchContractTest {
    private static final String KEY = "lock-latch:{load}";
    private static final String WAITING = "lock-latch-wait:{load}";
    private static final Duration KEPT = Duration.ofMinutes(1);
    private static final Duration BRIEFLY = Duration.ofMillis(150);

    private LockFixture fixture;

    private RedisLockFactory mine;
    private EntryReader entries;

    private static Latch latch(RedisLockFactory factory, int count) {
        return factory.latch("load", count, KEPT);
    }

    /** Starts a wait, and returns once Redis knows of it. */
    private Future<Boolean> waits(Latch latch) {
        Future<Boolean> waiting = fixture.start(() -> latch.await(LockFixture.LONG));
        await().pollInterval(Duration.ofMillis(5))
                .until(() -> fixture.foreigner().exists(WAITING));
        return waiting;
    }

    @Test
    void fiveWaitersOfFiveClientsAreWokenByTheLastOfFive() throws Exception {
        List<RedisLockFactory> clients = new ArrayList<>();
        List<Future<Boolean>> waiting = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            clients.add(fixture.factory());
            waiting.add(waits(latch(clients.get(i), 5)));
        }
        for (int i = 0; i < 5; i++) {
            assertThat(waiting).noneMatch(Future::isDone);
            assertThat(latch(clients.get(i), 5).countDown("worker-" + i)).isEqualTo(4 - i);
        }
        LockFixture.end(waiting);
        assertThat(entries.hash(KEY)).containsOnlyKeys("count", "open");
        assertThat(latch(mine, 5).await(Duration.ZERO)).isTrue();
        assertThat(latch(mine, 5).left()).isZero();
    }

    @Test
    void waitThatIsOverBeforeAnswersFalseAndOneThatIsNotAnswersTrue() throws Exception {
        long began = System.nanoTime();
        assertThat(latch(mine, 1).await(BRIEFLY)).isFalse();
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isGreaterThanOrEqualTo(BRIEFLY);
        assertThat(latch(mine, 1).await(Duration.ZERO)).isFalse();
        Future<Boolean> waiting = waits(latch(mine, 1));
        assertThat(latch(mine, 1).countDown("one")).isZero();
        assertThat(LockFixture.result(waiting)).isTrue();
    }

    @Test
    void idCountsOnceHoweverOftenItIsSent() {
        Latch latch = latch(mine, 2);
        for (int i = 0; i < 3; i++) {
            assertThat(latch.countDown("one")).isEqualTo(1);
        }
        assertThat(latch.await(Duration.ZERO)).isFalse();
        assertThat(latch.countDown("two")).isZero();
        assertThat(latch.await(Duration.ZERO)).isTrue();
    }

    @Test
    void openLatchStaysOpenAndAtZero() {
        Latch latch = latch(mine, 1);
        assertThat(latch.countDown("one")).isZero();
        assertThat(latch.countDown("two")).isZero();
        assertThat(latch.countDown("one")).isZero();
        assertThat(latch.left()).isZero();
        assertThat(entries.hash(KEY)).containsOnlyKeys("count", "open");
    }

    @Test
    void countsAndTimesOutOfRangeAreRefusedBeforeAnythingIsSent() {
        for (int count : new int[] {0, -1, Integer.MIN_VALUE}) {
            assertThatThrownBy(() -> latch(mine, count))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContainingAll("load", String.valueOf(count), "1 or more");
        }
        for (Duration kept : new Duration[] {Duration.ofMillis(999), Duration.ofDays(366), Duration.ofDays(-1)}) {
            assertThrown(IllegalArgumentException.class, () -> mine.latch("load", 1, kept), "load", kept.toString());
        }
        for (String id : new String[] {"", "x".repeat(1_001), "half \ud800"}) {
            assertThatThrownBy(() -> latch(mine, 1).countDown(id)).isInstanceOf(IllegalArgumentException.class);
        }
        assertThrown(IllegalArgumentException.class, () -> latch(mine, 1).await(Duration.ofMillis(-1)));
        assertThat(mine.poolIdle() + mine.poolActive()).isZero();
    }

    @Test
    void largestCountDoesNotOverflow() {
        Latch latch = latch(mine, Integer.MAX_VALUE);
        assertThat(latch.left()).isEqualTo(Integer.MAX_VALUE);
        assertThat(latch.countDown("x".repeat(1_000))).isEqualTo(Integer.MAX_VALUE - 1);
        assertThat(latch.countDown("two\u0000")).isEqualTo(Integer.MAX_VALUE - 2);
        assertThat(latch.await(Duration.ZERO)).isFalse();
    }

    @Test
    void otherCountIsToldWithBothAndChangesNothing() {
        assertThat(latch(mine, 3).countDown("one")).isEqualTo(2);
        Latch another = latch(mine, 2);
        for (Runnable use : List.<Runnable>of(
                () -> another.countDown("two"),
                another::left,
                () -> another.await(Duration.ZERO),
                () -> another.await(BRIEFLY))) {
            assertThrown(IllegalStateException.class, use::run, "latch load", "count 3", "not 2");
        }
        assertThat(latch(mine, 3).left()).isEqualTo(2);
        assertThat(entries.hash(KEY)).containsOnlyKeys("count", "n:one");
    }

    /** The other count comes while somebody waits for a latch that is absent. */
    @Test
    void otherCountThatComesDuringTheWaitIsTold() {
        Future<Boolean> waiting = waits(latch(mine, 2));
        assertThat(latch(mine, 1).countDown("one")).isZero();
        assertThrown(IllegalStateException.class, () -> LockFixture.result(waiting), "count 1", "not 2");
    }

    @Test
    void waiterForAnotherCountIsNotLetInByOneOfItsJvm() throws Exception {
        Future<Boolean> waiting = waits(latch(mine, 1));
        Thread[] waiter = new Thread[1];
        Future<Boolean> wrong = fixture.start(() -> {
            waiter[0] = Thread.currentThread();
            return latch(mine, 2).await(LockFixture.LONG);
        });
        // It stands behind the other one by then, and does not ask Redis itself.
        await().until(() -> waiter[0] != null && waiter[0].getState() == Thread.State.TIMED_WAITING);
        assertThat(latch(mine, 1).countDown("one")).isZero();
        assertThat(LockFixture.result(waiting)).isTrue();
        assertThrown(IllegalStateException.class, () -> LockFixture.result(wrong), "count 1", "not 2");
    }

    @Test
    void interruptEndsTheWaitAndLeavesTheLatchAsItWas() throws Exception {
        assertThat(latch(mine, 2).countDown("one")).isEqualTo(1);
        Thread[] waiter = new Thread[1];
        Future<Boolean> waiting = fixture.start(() -> {
            waiter[0] = Thread.currentThread();
            assertThrown(LockInterruptedException.class, () -> latch(mine, 2).await(LockFixture.LONG));
            return Thread.interrupted();
        });
        await().until(() -> fixture.foreigner().exists(WAITING));
        waiter[0].interrupt();
        assertThat(LockFixture.result(waiting)).isTrue();
        assertThat(latch(mine, 2).left()).isEqualTo(1);
    }

    /** A lost latch opens nobody's gate. The same ids may count again. */
    @Test
    void latchThatIsLostLetsNobodyInUntilTheIdsCountAgain() throws Exception {
        Latch latch = latch(mine, 2);
        assertThat(latch.countDown("one")).isEqualTo(1);
        Future<Boolean> waiting = waits(latch);
        fixture.ofEach(Jedis::flushAll);
        assertThat(latch.await(BRIEFLY)).isFalse();
        assertThat(waiting).isNotDone();
        assertThat(latch.countDown("two")).isEqualTo(1);
        assertThat(waiting).isNotDone();
        assertThat(latch.countDown("one")).isZero();
        assertThat(LockFixture.result(waiting)).isTrue();
    }

    @Test
    void eachUseKeepsTheLatchLongerAndItIsGoneAfterThat() {
        Latch latch = mine.latch("load", 3, Duration.ofSeconds(2));
        assertThat(latch.countDown("one")).isEqualTo(2);
        for (Runnable use : List.<Runnable>of(
                latch::left,
                () -> latch.await(Duration.ZERO),
                () -> latch.countDown("one"),
                () -> latch.countDown("two"))) {
            assertThat(fixture.foreigner().pexpire(KEY, 600)).isEqualTo(1);
            use.run();
            assertThat(entries.ttlMillis(KEY)).isGreaterThan(600);
        }
        assertThat(latch.countDown("three")).isZero();
        assertThat(entries.ttlMillis(KEY)).isBetween(1L, 2_125L);
        await().until(() -> entries.keys("*").isEmpty());
    }

    /** Its ids stay, since one call cannot take so many away. */
    @Test
    void latchOfMoreThanAThousandIdsOpensAndStaysOpen() {
        int many = 1_001;
        for (int i = 1; i <= many; i++) {
            assertThat(latch(mine, many).countDown("worker-" + i)).isEqualTo(many - i);
        }
        assertThat(entries.hash(KEY)).hasSize(many + 2).containsKey("open");
        assertThat(latch(mine, many).await(Duration.ZERO)).isTrue();
        assertThat(latch(mine, many).countDown("late")).isZero();
        assertThat(entries.hash(KEY)).hasSize(many + 2);
    }

    @Test
    void clientThatKeepsTheLatchForLessDoesNotShortenIt() {
        assertThat(latch(mine, 2).countDown("one")).isEqualTo(1);
        Latch brief = mine.latch("load", 2, Duration.ofSeconds(1));
        for (Runnable use : List.<Runnable>of(
                brief::left,
                () -> brief.await(Duration.ZERO),
                () -> brief.countDown("one"),
                () -> brief.countDown("two"),
                brief::left)) {
            use.run();
            assertThat(entries.ttlMillis(KEY)).isGreaterThan(30_000);
        }
        assertThat(brief.left()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"string", "hash", "hash with a count that is none"})
    void keyThatAnotherProgramHasIsNamedInAnErrorAndStays(String what) {
        UnifiedJedis redis = fixture.foreigner();
        if (what.equals("string")) {
            redis.set(KEY, "b");
        } else {
            redis.hset(KEY, what.equals("hash") ? "a" : "count", "b");
        }
        Latch latch = latch(mine, 2);
        for (Runnable use : List.<Runnable>of(latch::left, () -> latch.countDown("one"), () -> latch.await(BRIEFLY))) {
            assertThrown(LockUnavailableException.class, use::run, KEY, what.replaceAll(" .*", ""), "delete that key");
        }
        assertThat(entries.ttlMillis(KEY)).isEqualTo(EntryReader.NO_EXPIRY);
        assertThat(redis.type(KEY).equals("string") || redis.hlen(KEY) == 1).isTrue();
    }
}
