package io.github.stormlock.internal.protocol;

import static io.github.stormlock.internal.protocol.ScriptBench.FENCE_KEY;
import static io.github.stormlock.internal.protocol.ScriptBench.LOCK;
import static io.github.stormlock.internal.protocol.ScriptBench.STEM;
import static io.github.stormlock.internal.protocol.ScriptBench.TOKEN;
import static io.github.stormlock.internal.protocol.ScriptBench.WAITING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.redis.RedisRefusedException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import redis.clients.jedis.Jedis;

/** Release, renew, fence and withdraw, in each state of the lock. */
@OnRedis
class HolderScriptsTest {
    private ScriptBench bench;

    private Jedis redis;

    @ParameterizedTest
    @EnumSource
    void onlyItsOwnTokenIsReleased(LockState state) {
        state.set(redis);
        Object reply = bench.release(TOKEN);
        if (state == LockState.OWN) {
            assertThat(reply).isEqualTo(List.of(1L, 0L));
            assertThat(redis.exists(LOCK)).isFalse();
        } else {
            assertThat(reply).isEqualTo(List.of(0L));
            assertThat(state.isUntouched(redis)).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource
    void onlyItsOwnTokenIsRenewed(LockState state) {
        state.set(redis);
        assertThat(bench.renew(TOKEN, 30_000)).isEqualTo(state == LockState.OWN ? 1L : 0L);
        if (state == LockState.OWN) {
            assertThat(redis.pttl(LOCK)).isBetween(20_000L, 30_000L);
        } else {
            assertThat(state.isUntouched(redis)).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource
    void onlyItsOwnTokenIsGivenAFence(LockState state) {
        state.set(redis);
        Object fence = bench.fence(TOKEN, 60_000);
        if (state == LockState.OWN) {
            assertThat(Long.parseLong(fence.toString())).isGreaterThan((bench.nowMillis() - 60_000) * 1_000);
            assertThat(redis.get(FENCE_KEY)).isEqualTo(fence);
            assertThat(redis.pttl(FENCE_KEY)).isBetween(50_000L, 60_000L);
        } else {
            assertThat(fence).isNull();
            assertThat(redis.exists(FENCE_KEY)).isFalse();
        }
        assertThat(state.isUntouched(redis)).isTrue();
    }

    @Test
    void fenceIsOneMoreThanTheLastAndNeverLessThanTheClock() {
        LockState.OWN.set(redis);
        redis.set(FENCE_KEY, "9007199254740000");
        assertThat(bench.fence(TOKEN, 60_000)).isEqualTo("9007199254740001");
        assertThat(bench.fence(TOKEN, 60_000)).isEqualTo("9007199254740002");
        redis.set(FENCE_KEY, "12");
        assertThat(bench.fence(TOKEN, 60_000).toString()).hasSize(16).containsOnlyDigits();
    }

    @Test
    void foreignValueWhereTheFenceIsKeptIsAnError() {
        LockState.OWN.set(redis);
        redis.rpush(FENCE_KEY, "a");
        assertThatThrownBy(() -> bench.fence(TOKEN, 60_000)).isInstanceOf(RedisRefusedException.class);
        assertThat(redis.lrange(FENCE_KEY, 0, -1)).containsExactly("a");
    }

    @ParameterizedTest
    @EnumSource
    void waiterThatGivesUpGivesBackWhatIsItsOwnAndNothingElse(LockState state) {
        state.set(redis);
        redis.zadd(WAITING, bench.nowMillis() + 5_000.0, STEM + "2");
        Object reply = bench.withdraw(TOKEN, STEM + "2");
        if (state.isFree() || state == LockState.EARLIER_STEP) {
            assertThat(reply).isEqualTo(List.of(1L, 0L));
            assertThat(redis.exists(LOCK)).isFalse();
        } else {
            assertThat(reply).isEqualTo(List.of(0L));
            assertThat(state.isUntouched(redis)).isTrue();
        }
        assertThat(redis.exists(WAITING)).isFalse();
    }

    @Test
    void waiterThatGivesUpLeavesTheNotesOfOthers() {
        LockState.FOREIGN.set(redis);
        redis.zadd(WAITING, bench.nowMillis() + 5_000.0, STEM + "2");
        redis.zadd(WAITING, bench.nowMillis() + 5_000.0, "storm-lock:s:other:1:1");
        assertThat(bench.withdraw(TOKEN, STEM + "2")).isEqualTo(List.of(0L));
        assertThat(redis.zrange(WAITING, 0, -1)).containsExactly("storm-lock:s:other:1:1");
        assertThat(bench.withdraw(TOKEN, "")).isEqualTo(List.of(0L));
        assertThat(redis.zcard(WAITING)).isEqualTo(1);
    }

    @Test
    void foreignValueWhereWaitersAreNotedKeepsNoLockTaken() {
        redis.set(WAITING, "of another type");
        LockState.OWN.set(redis);
        assertThat(((List<?>) bench.release(TOKEN)).get(0)).isEqualTo(1L);
        assertThat(redis.exists(LOCK)).isFalse();
        LockState.EARLIER_STEP.set(redis);
        assertThat(((List<?>) bench.withdraw(TOKEN, STEM + "2")).get(0)).isEqualTo(1L);
        assertThat(redis.exists(LOCK)).isFalse();
        assertThat(redis.get(WAITING)).isEqualTo("of another type");
    }
}
