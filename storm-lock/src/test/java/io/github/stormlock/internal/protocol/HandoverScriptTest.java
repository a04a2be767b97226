package io.github.stormlock.internal.protocol;

import static io.github.stormlock.internal.protocol.ScriptBench.LOCK;
import static io.github.stormlock.internal.protocol.ScriptBench.TOKEN;
import static io.github.stormlock.internal.protocol.ScriptBench.WAITING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.redis.Subscription;
import io.github.stormlock.redis.SubscriptionListener;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.params.SetParams;
import redis.clients.jedis.params.ZRangeParams;

/** The lock goes to a waiter, or is free, once a script has given it back. */
@OnRedis
class HandoverScriptTest {
    private static final String LISTENING = "storm-lock:s:here:1:5";
    private static final String NEXT = "storm-lock:s:here:7:2";
    private static final String DEAF = "storm-lock:s:deaf:1:5";

    private final List<String> heard = new CopyOnWriteArrayList<>();
    private ScriptBench bench;
    private Jedis redis;

    @AutoClose
    private Subscription subscription;

    @BeforeEach
    void open() {
        SubscriptionListener listener = new SubscriptionListener() {
            @Override
            public void subscribed() {}

            @Override
            public void message(byte[] payload) {
                heard.add(Bytes.text(payload));
            }
        };
        subscription = bench.port().subscribe("storm-lock:wake:here", listener);
        await().until(() -> subscription.isConfirmed());
        LockState.OWN.set(redis);
    }

    private void note(String token, long millisFromNow) {
        redis.zadd(WAITING, bench.nowMillis() + (double) millisFromNow, token);
        redis.pexpire(WAITING, 5_000);
    }

    private long since() {
        Double since = redis.zscore(WAITING, "since");
        // Without its fraction, as the bench tells the time.
        return since == null ? 0 : (long) Math.ceil(since);
    }

    @Test
    void lockThatNobodyWaitsForIsFree() {
        assertThat(bench.release(TOKEN)).isEqualTo(List.of(1L, 0L));
        assertThat(redis.keys("*")).isEmpty();
    }

    @Test
    void waiterIsGivenTheLockByTheTokenThatItNotedForAMoment() {
        note(LISTENING, 5_000);
        long before = bench.nowMillis();
        assertThat(bench.release(TOKEN)).isEqualTo(List.of(1L, 1L));
        assertThat(redis.pttl(LOCK)).isLessThanOrEqualTo(50);
        assertThat(redis.zscore(WAITING, LISTENING)).as("a gift is given once").isNull();
        assertThat(-since()).isBetween(before, bench.nowMillis());
        assertThat(redis.pttl(WAITING)).isBetween(1L, 5_000L);
        await().until(() -> heard.equals(List.of(LISTENING)));
    }

    @Test
    void giftIsTakenOverByALaterStepForAFullLease() {
        note(LISTENING, 5_000);
        assertThat(bench.release(TOKEN)).isEqualTo(List.of(1L, 1L));
        redis.set(LOCK, LISTENING, SetParams.setParams().px(3_000));
        assertThat(((List<?>) bench.acquire("storm-lock:s:here:2:9", 5_000)).get(0))
                .isEqualTo(0L);
        assertThat(((List<?>) bench.acquire("storm-lock:s:here:1:6", 5_000)).get(0))
                .isEqualTo(1L);
        assertThat(redis.pttl(LOCK)).isGreaterThan(3_000);
    }

    @Test
    void earliestEndOfWaitIsServedFirst() {
        note(LISTENING + "3", 7_000);
        note(LISTENING + "1", 5_000);
        note(LISTENING + "2", 6_000);
        assertThat(bench.release(TOKEN)).isEqualTo(List.of(1L, 1L));
        await().until(() -> heard.equals(List.of(LISTENING + "1")));
        assertThat(redis.zrange(WAITING, 1, -1)).containsExactly(LISTENING + "2", LISTENING + "3");
    }

    @Test
    void waitThatHasEndedIsPassedOver() {
        note(LISTENING + "1", -1);
        note(LISTENING + "2", 5_000);
        assertThat(bench.release(TOKEN)).isEqualTo(List.of(1L, 1L));
        await().until(() -> heard.equals(List.of(LISTENING + "2")));
        note(LISTENING + "1", -1);
        redis.set(LOCK, TOKEN);
        assertThat(bench.release(TOKEN)).isEqualTo(List.of(1L, 0L));
        assertThat(redis.exists(LOCK)).isFalse();
    }

    @Test
    void giftOfWhichNobodyHeardIsTakenBackAndTheNextIsTold() {
        note(DEAF, 4_000);
        note("no token at all", 4_500);
        note(LISTENING, 5_000);
        assertThat(bench.release(TOKEN)).isEqualTo(List.of(1L, 1L));
        await().until(() -> heard.equals(List.of(LISTENING)));
        assertThat(redis.zrange(WAITING, 0, -1)).containsExactly("since");
    }

    @Test
    void lockIsFreeWhereNobodyCanBeTold() {
        note(DEAF, 4_000);
        assertThat(bench.release(TOKEN)).isEqualTo(List.of(1L, 3L));
        assertThat(redis.keys("*")).isEmpty();
    }

    @Test
    void searchForSomebodyWhoListensIsBounded() {
        for (int i = 0; i < 20; i++) {
            note(DEAF + i, 4_000 + i);
        }
        note(LISTENING, 9_000);
        assertThat(bench.release(TOKEN)).isEqualTo(List.of(1L, 3L));
        assertThat(redis.exists(LOCK)).isFalse();
        assertThat(redis.zcard(WAITING)).isEqualTo(5);
    }

    @Test
    void clustersCountOfReceiversIsNotBelieved() {
        note("storm-lock:c:deaf:1:5", 4_000);
        assertThat(bench.release(TOKEN)).isEqualTo(List.of(1L, 1L));
        assertThat(redis.zscore(WAITING, "since")).isNotNull();
    }

    @Test
    void afterFiftyMillisecondsFromHandToHandTheLockIsLeftFreeForAMoment() {
        note(LISTENING, 5_000);
        redis.zadd(WAITING, -(bench.nowMillis() - 50.0), "since");
        assertThat(bench.release(TOKEN)).isEqualTo(List.of(1L, 2L));
        assertThat(redis.exists(LOCK)).isFalse();
        assertThat(redis.zrange(WAITING, ZRangeParams.zrangeByScoreParams(1, Double.MAX_VALUE)))
                .containsExactly(LISTENING);
        await().until(() -> heard.equals(List.of("-" + LISTENING)));
    }

    @Test
    void waiterOfAFactoryThatWasNotSeenForASecondIsPassedOver() {
        note(LISTENING + "1", 4_000);
        note("storm-lock:s:alive:2:1", 5_000);
        note(LISTENING + "2", 6_000);
        redis.zadd(WAITING, -(bench.nowMillis() - 1_100.0), "seen:here");
        assertThat(bench.release(TOKEN)).isEqualTo(List.of(1L, 3L));
        assertThat(redis.exists(WAITING)).isFalse();
        assertThat(heard).isEmpty();
    }

    @Test
    void noteOfAFactoryThatLivesStandsBeyondItsPlace() {
        note(LISTENING, -30_000);
        redis.zadd(WAITING, -(bench.nowMillis() - 100.0), "seen:here");
        assertThat(bench.release(TOKEN)).isEqualTo(List.of(1L, 1L));
        await().until(() -> heard.equals(List.of(LISTENING)));
    }

    @Test
    void windowIsLongWhereAStrangerWasMetAndALongOneIsDue() {
        note(LISTENING, 5_000);
        double now = bench.nowMillis();
        redis.zadd(WAITING, -(now - 50), "since");
        redis.zadd(WAITING, -(now - 1_000), "stranger");
        redis.zadd(WAITING, -(now - 5_000), "opened");
        assertThat(bench.release(TOKEN)).isEqualTo(List.of(1L, 2L));
        assertThat(-redis.zscore(WAITING, "until") - now).isGreaterThanOrEqualTo(90.0);
    }

    @Test
    void tenureThatWasLongLeavesTheLockFreeWhereOthersOfItsJvmWantIt() {
        assertThat(bench.run(LockKind.MUTEX.release(), List.of(LOCK, WAITING), TOKEN, 50, "1"))
                .isEqualTo(List.of(1L, 2L));
        assertThat(redis.exists(LOCK)).isFalse();
        LockState.OWN.set(redis);
        assertThat(bench.run(LockKind.MUTEX.release(), List.of(LOCK, WAITING), TOKEN, 49, "1"))
                .isNotEqualTo(List.of(1L, 1L));
    }

    private Object releaseTo(LockKind kind, String next, String note, long usedMillis) {
        return bench.run(kind.release(), List.of(LOCK, WAITING), TOKEN, usedMillis, "1", next, note, 4_000);
    }

    @Test
    void lockIsPassedWithinTheJvmAsALeaseAndNobodyIsTold() {
        assertThat(releaseTo(LockKind.MUTEX, NEXT, "", 10)).isEqualTo(List.of(1L, 6L));
        assertThat(redis.get(LOCK)).isEqualTo(NEXT);
        assertThat(redis.pttl(LOCK)).isBetween(3_000L, 4_000L);
        assertThat(redis.exists(WAITING)).isFalse();
        assertThat(heard).isEmpty();
    }

    @Test
    void lockOfAnotherIsNotPassedWithinTheJvm() {
        redis.set(LOCK, "storm-lock:s:other:1:1");
        assertThat(releaseTo(LockKind.MUTEX, NEXT, "", 10)).isEqualTo(List.of(0L));
        assertThat(redis.get(LOCK)).isEqualTo("storm-lock:s:other:1:1");
    }

    @Test
    void waiterElsewhereStandsBackForFiftyMillisecondsAndThenComesFirst() {
        note(LISTENING, 5_000);
        assertThat(releaseTo(LockKind.MUTEX, NEXT, "", 49)).isEqualTo(List.of(1L, 6L));
        assertThat(redis.get(LOCK)).isEqualTo(NEXT);
        assertThat(redis.zscore(WAITING, LISTENING)).as("the note stands").isNotNull();
        LockState.OWN.set(redis);
        assertThat(releaseTo(LockKind.MUTEX, NEXT, "", 50)).isEqualTo(List.of(1L, 1L));
        await().until(() -> heard.equals(List.of(LISTENING)));
    }

    @Test
    void noteOfTheNextWaiterGoesWithTheGrant() {
        String own = "storm-lock:s:here:7:1";
        note(own, 9_000);
        assertThat(releaseTo(LockKind.MUTEX, NEXT, own, 10)).isEqualTo(List.of(1L, 6L));
        assertThat(redis.exists(WAITING)).isFalse();
        assertThat(heard).isEmpty();
    }

    @Test
    void fairLockIsPassedWithinTheJvmOnlyToTheWaiterThatCameFirst() {
        String own = "storm-lock:s:here:7:1";
        note(own, 9_000);
        note(LISTENING, 5_000);
        assertThat(releaseTo(LockKind.FAIR, NEXT, own, 10)).isEqualTo(List.of(1L, 1L));
        await().until(() -> heard.equals(List.of(LISTENING)));
        LockState.OWN.set(redis);
        assertThat(releaseTo(LockKind.FAIR, NEXT, own, 10)).isEqualTo(List.of(1L, 6L));
        assertThat(redis.get(LOCK)).isEqualTo(NEXT);
    }

    @Test
    void windowForClientsThatPollComesBeforeTheNextWaiterOfTheJvm() {
        await().until(() -> {
            LockState.OWN.set(redis);
            note(LISTENING, 5_000);
            leaveFree();
            return releaseTo(LockKind.MUTEX, NEXT, "", 10).equals(List.of(1L, 2L));
        });
        LockState.OWN.set(redis);
        redis.del(WAITING);
        assertThat(releaseTo(LockKind.MUTEX, NEXT, "", 50)).isEqualTo(List.of(1L, 2L));
        assertThat(redis.exists(LOCK)).isFalse();
    }

    @Test
    void withdrawalLeavesTheLockToStrangersForTheRestOfTheWindow() {
        await().until(() -> {
            redis.del(LOCK);
            note(LISTENING, 5_000);
            leaveFree();
            return bench.withdraw("storm-lock:s:here:2:6", "").equals(List.of(1L, 2L));
        });
        assertThat(redis.exists(LOCK)).isFalse();
        await().until(() -> heard.contains("-" + LISTENING));
    }

    /** Leaves the lock to strangers. The machine may pause for longer than that. */
    private void leaveFree() {
        redis.zadd(WAITING, -(bench.nowMillis() + 90.0), "until");
    }

    @Test
    void beforeThatTheLockGoesOnFromHandToHand() {
        note(LISTENING, 5_000);
        long since = -(bench.nowMillis() + 60_000);
        redis.zadd(WAITING, since, "since");
        assertThat(bench.release(TOKEN)).isEqualTo(List.of(1L, 1L));
        assertThat(since()).as("counted from the first hand-over on").isEqualTo(since);
    }

    @Test
    void failedReadPassesTheLockOn() {
        redis.del(LOCK);
        redis.rpush(ScriptBench.ENTRY, "a");
        note(LISTENING, 5_000);
        assertThat(((List<?>) bench.acquireAndRead(TOKEN, 0, "HLEN", "HGETALL")).get(0))
                .isEqualTo(-1L);
        await().until(() -> heard.equals(List.of(LISTENING)));
    }

    @Test
    void withdrawalPassesAnUnwantedGiftOn() {
        redis.set(LOCK, LISTENING);
        note("storm-lock:s:here:2:1", 5_000);
        assertThat(bench.withdraw("storm-lock:s:here:1:6", LISTENING)).isEqualTo(List.of(1L, 1L));
        assertThat(redis.get(LOCK)).isIn("storm-lock:s:here:2:1", null);
        await().until(() -> heard.equals(List.of("storm-lock:s:here:2:1")));
    }

    @Test
    void withdrawalWhileTheLockIsFreeWakesTheNext() {
        redis.del(LOCK);
        note("storm-lock:s:here:2:1", 5_000);
        assertThat(bench.withdraw("storm-lock:s:here:1:6", "")).isEqualTo(List.of(1L, 1L));
        await().until(() -> heard.equals(List.of("storm-lock:s:here:2:1")));
    }

    @Test
    void latchThatOpensCallsTheFactoriesThatWaitForIt() {
        redis.del(LOCK);
        redis.zadd(WAITING, -1, "shared:s:here");
        LockKeys keys = LockKeys.of(ScriptBench.ENTRY, /* cluster= */ true);
        bench.port().run(LockCalls.countDown(keys, 1, 60_000, "one"), Long.MAX_VALUE);
        await().until(() -> heard.equals(List.of("+" + LOCK)));
    }
}
