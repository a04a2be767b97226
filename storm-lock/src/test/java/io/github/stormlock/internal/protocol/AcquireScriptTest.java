package io.github.stormlock.internal.protocol;

import static io.github.stormlock.internal.protocol.ScriptBench.ENTRY;
import static io.github.stormlock.internal.protocol.ScriptBench.LOCK;
import static io.github.stormlock.internal.protocol.ScriptBench.STEM;
import static io.github.stormlock.internal.protocol.ScriptBench.TOKEN;
import static io.github.stormlock.internal.protocol.ScriptBench.WAITING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.lock.fixture.OnRedis;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.params.ZRangeParams;

@OnRedis
class AcquireScriptTest {
    private static final EnumSet<LockState> GRANTED =
            EnumSet.of(LockState.ABSENT, LockState.EXPIRED, LockState.EARLIER_STEP);

    private ScriptBench bench;

    private Jedis redis;

    @ParameterizedTest
    @EnumSource
    void freeLocksAndEarlierStepsOfItsOwnAreTakenAndNothingElse(LockState state) {
        state.set(redis);
        List<?> reply = (List<?>) bench.acquire(TOKEN, 30_000);
        if (GRANTED.contains(state)) {
            assertThat(reply).isEqualTo(List.of(1L));
            assertThat(redis.get(LOCK)).isEqualTo(TOKEN);
            assertThat(redis.pttl(LOCK)).as("a full lease").isBetween(20_000L, 30_000L);
        } else {
            assertThat(reply.get(0)).isEqualTo(0L);
            assertThat(reply.get(1)).as("the number of the lock").isEqualTo(1L);
            assertThat(reply.get(3)).isEqualTo(state == LockState.LIST ? "(not a token)" : state.value());
            boolean endless = state == LockState.LIST || state == LockState.ENDLESS_FOREIGN;
            assertThat((long) reply.get(2)).isBetween(endless ? -1 : 1L, endless ? -1 : LockState.PTTL);
            assertThat(state.isUntouched(redis)).isTrue();
        }
    }

    @Test
    void stepsAreComparedAsNumbers() {
        redis.set(LOCK, STEM + "9");
        assertThat(bench.acquire(STEM + "10", 5_000)).isEqualTo(List.of(1L));
        assertThat(((List<?>) bench.acquire(STEM + "9", 5_000)).get(0)).isEqualTo(0L);
    }

    @Test
    void entryIsReadInTheStepThatTakesTheLock() {
        redis.hset(ENTRY, "hits", "1");
        assertThat(bench.acquireAndRead(TOKEN, 10, "HLEN", "HGETALL")).isEqualTo(List.of(1L, 1L, List.of("hits", "1")));
        assertThat(bench.acquireAndRead(STEM + "4", 0, "HLEN", "HMGET", "none", "hits"))
                .isEqualTo(List.of(1L, 1L, Arrays.asList(null, "1")));
        assertThat(bench.acquireAndRead(STEM + "5", 0, "HLEN", "HMGET", "none"))
                .isEqualTo(List.of(1L, 1L, Arrays.asList((Object) null)));
        assertThat(redis.get(LOCK)).isEqualTo(STEM + "5");
    }

    @Test
    void absentEntryIsToldFromAnEmptyOne() {
        assertThat(bench.acquireAndRead(STEM + "1", 10, "HLEN", "HGETALL")).isEqualTo(List.of(1L, 0L, List.of()));
        assertThat(bench.acquireAndRead(STEM + "2", 0, "HLEN", "HMGET", "a", "b"))
                .isEqualTo(List.of(1L, 0L, Arrays.asList(null, null)));
        assertThat(bench.acquireAndRead(STEM + "3", 10, "STRLEN", "GET")).isEqualTo(Arrays.asList(1L, 0L, null));
        redis.set(ENTRY, "");
        assertThat(bench.acquireAndRead(STEM + "4", 10, "STRLEN", "GET")).isEqualTo(List.of(1L, 1L, ""));
    }

    @ParameterizedTest
    @EnumSource(names = {"ABSENT", "EARLIER_STEP"})
    void failedReadLeavesNoLock(LockState state) {
        state.set(redis);
        redis.rpush(ENTRY, "a");
        List<?> sized = (List<?>) bench.acquireAndRead(TOKEN, 10, "HLEN", "HGETALL");
        assertThat(sized.get(0)).isEqualTo(-1L);
        assertThat(sized.get(2).toString()).contains("WRONGTYPE");
        assertThat(redis.exists(LOCK)).isFalse();
        state.set(redis);
        assertThat(((List<?>) bench.acquireAndRead(TOKEN, 0, "HLEN", "HGETALL")).get(0))
                .isEqualTo(-1L);
        assertThat(redis.keys("*")).containsExactly(ENTRY);
    }

    @Test
    void entryTooLargeLeavesNoLockAndIsNotRead() {
        redis.hset(ENTRY, Map.of("a", "1", "b", "2", "c", "3"));
        assertThat(bench.acquireAndRead(TOKEN, 2, "HLEN", "HGETALL")).isEqualTo(List.of(-2L, 1L, 3L));
        assertThat(redis.keys("*")).containsExactly(ENTRY);
    }

    @Test
    void busyLockIsNotRead() {
        LockState.FOREIGN.set(redis);
        redis.rpush(ENTRY, "a");
        assertThat(((List<?>) bench.acquireAndRead(TOKEN, 10, "HLEN", "HGETALL")).get(0))
                .isEqualTo(0L);
    }

    @Test
    void onlyABusyLockIsNotedFor() {
        assertThat(((List<?>) bench.acquire(STEM + "1", 5_000, STEM + "1", 3_000, "")).get(0))
                .isEqualTo(1L);
        assertThat(redis.exists(WAITING)).isFalse();
        long before = bench.nowMillis();
        assertThat(((List<?>) bench.acquire("storm-lock:s:f:8:1", 5_000, "storm-lock:s:f:8:1", 3_000, "")).get(0))
                .isEqualTo(0L);
        assertThat(redis.zscore(WAITING, "storm-lock:s:f:8:1"))
                .as("the end of the wait by the server's clock")
                .isBetween(before + 3_000.0, bench.nowMillis() + 3_001.0);
        assertThat(redis.pttl(WAITING)).isBetween(2_000L, 3_100L);
    }

    @Test
    void newNoteReplacesTheOldAndAGrantRemovesIt() {
        LockState.OTHER_FACTORY.set(redis);
        assertBusy(bench.acquire(STEM + "1", 5_000, STEM + "1", 3_000, ""));
        assertBusy(bench.acquire(STEM + "2", 5_000, STEM + "2", 3_000, STEM + "1"));
        assertThat(redis.zrange(WAITING, ZRangeParams.zrangeByScoreParams(1, Double.MAX_VALUE)))
                .containsExactly(STEM + "2");
        assertBusy(bench.acquire(STEM + "3", 5_000, "", 0, STEM + "2"));
        assertThat(redis.exists(WAITING)).isFalse();
        assertBusy(bench.acquire(STEM + "4", 5_000, STEM + "4", 3_000, ""));
        redis.del(LOCK);
        assertThat(bench.acquire(STEM + "5", 5_000, STEM + "5", 3_000, STEM + "4"))
                .isEqualTo(List.of(1L));
        assertThat(redis.exists(WAITING)).isFalse();
    }

    @Test
    void noteKeepsItsPlaceAndEachTryTellsThatItsFactoryLives() {
        LockState.OTHER_FACTORY.set(redis);
        assertBusy(bench.acquire(STEM + "2", 5_000, STEM + "1", 10_000, ""));
        Double place = redis.zscore(WAITING, STEM + "1");
        Double seen = redis.zscore(WAITING, "seen:factory");
        assertBusy(bench.acquire(STEM + "3", 5_000, STEM + "1", 1_000, STEM + "1"));
        assertThat(redis.zscore(WAITING, STEM + "1")).isEqualTo(place);
        assertThat(redis.zscore(WAITING, "seen:factory")).isLessThan(seen);
    }

    @Test
    void lockThatIsLeftToStrangersIsTakenByThemOnly() {
        // The machine may pause for longer than that.
        await().until(() -> {
            redis.del(LOCK);
            redis.zadd(WAITING, -(bench.nowMillis() + 190.0), "until");
            List<?> reply = (List<?>) bench.acquire(TOKEN, 5_000);
            return reply.size() == 4
                    && reply.get(0).equals(0L)
                    && (long) reply.get(2) <= 190
                    && reply.get(3).equals("storm-lock:left-free");
        });
        assertThat(redis.exists(LOCK)).isFalse();
        LockState.EARLIER_STEP.set(redis);
        assertThat(((List<?>) bench.acquire(TOKEN, 5_000)).get(0)).isEqualTo(1L);
    }

    @Test
    void windowWhoseEndIsFarAwayAfterTheClockWasSetBackIsNone() {
        redis.zadd(WAITING, -(bench.nowMillis() + 60_000.0), "until");
        assertThat(((List<?>) bench.acquire(TOKEN, 5_000)).get(0)).isEqualTo(1L);
    }

    @Test
    void shortNoteDoesNotShortenALongOne() {
        LockState.FOREIGN.set(redis);
        assertBusy(bench.acquire(STEM + "1", 5_000, STEM + "1", 60_000, ""));
        assertBusy(bench.acquire("storm-lock:s:f:8:1", 5_000, "storm-lock:s:f:8:1", 1_000, ""));
        assertThat(redis.pttl(WAITING)).isGreaterThan(50_000);
    }

    @Test
    void foreignValueWhereWaitersAreNotedCostsTheNoteOnly() {
        redis.set(WAITING, "of another type");
        LockState.FOREIGN.set(redis);
        assertBusy(bench.acquire(STEM + "1", 5_000, STEM + "1", 3_000, STEM + "0"));
        redis.del(LOCK);
        assertThat(bench.acquire(STEM + "2", 5_000, STEM + "2", 3_000, STEM + "1"))
                .isEqualTo(List.of(1L));
        assertThat(redis.get(WAITING)).isEqualTo("of another type");
    }

    private static void assertBusy(Object reply) {
        assertThat(((List<?>) reply).get(0)).isEqualTo(0L);
    }

    /** The answer to the first step was lost. The second leaves no note, and finds no room but its own. */
    @Test
    void permitsThatAnEarlierStepWasGrantedAreTakenOver() {
        String acquisition = "storm-lock:s:here:1.p1.2.2:";
        assertThat(takePermits(acquisition + '1')).isEqualTo(List.of(1L));
        assertThat(takePermits(acquisition + '2')).isEqualTo(List.of(1L));
        assertThat(takePermits("storm-lock:s:here:1.p2.1.2:1").subList(0, 2)).isEqualTo(List.of(0L, 1L));
        assertThat(bench.redis().zcard(LOCK)).isEqualTo(2);
    }

    private List<?> takePermits(String token) {
        return (List<?>)
                bench.run(LockKind.PERMITS.acquire(), List.of(LOCK, WAITING), token, 5_000, "", 10_000, "", 1, "");
    }
}
