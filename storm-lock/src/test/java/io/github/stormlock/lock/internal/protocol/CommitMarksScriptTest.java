package io.github.stormlock.lock.internal.protocol;

import static io.github.stormlock.lock.internal.protocol.CommitDraft.KEEP;
import static io.github.stormlock.lock.internal.protocol.CommitDraft.marks;
import static io.github.stormlock.lock.internal.protocol.ScriptBench.ENTRY;
import static io.github.stormlock.lock.internal.protocol.ScriptBench.LOCK;
import static io.github.stormlock.lock.internal.protocol.ScriptBench.TOKEN;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.fixture.OnRedis;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Jedis;

/** A commit remembers events for a time, and tells which ones were applied before. */
@OnRedis
class CommitMarksScriptTest {
    private static final long FIRST = 1;

    private ScriptBench bench;

    private Jedis redis;

    /** Returns a commit under a token that stands. */
    private CommitDraft commit() {
        redis.del(LOCK);
        LockState.OWN.set(redis);
        return bench.commit(TOKEN).command("RPUSH", "x");
    }

    private static Object written(long remembered) {
        return List.of(1L, 0L, remembered);
    }

    private static Object seen(Long... events) {
        Object[] reply = new Object[events.length + 1];
        reply[0] = 2L;
        System.arraycopy(events, 0, reply, 1, events.length);
        return List.of(reply);
    }

    @Test
    void positionIsSeenOnceRememberedOrOnceBelowTheMark() {
        assertThat(commit().position("f", 10, 8).run()).isEqualTo(written(1));
        assertThat(commit().position("f", 10, 8).run()).isEqualTo(seen(FIRST));
        assertThat(commit().position("f", 8, 8).run()).isEqualTo(written(2));
        assertThat(commit().position("f", 7, 7).run()).isEqualTo(seen(FIRST));
        assertThat(commit().position("f", 20, 20).run()).isEqualTo(written(1));
        assertThat(commit().position("f", 19, 3).run()).isEqualTo(seen(FIRST));
        assertThat(redis.llen(ENTRY)).isEqualTo(3);
    }

    @Test
    void oldLowLowersNoMark() {
        assertThat(commit().position("f", 20, 15).run()).isEqualTo(written(1));
        assertThat(commit().position("f", 16, 2).run()).isEqualTo(written(2));
        assertThat(redis.zscore(marks("f"), "low")).isEqualTo(15);
        assertThat(commit().position("f", 14, 2).run()).isEqualTo(seen(FIRST));
    }

    /** The second low is from an older tuple. It must not lower the mark: what lies below the first low is dropped. */
    @Test
    void oldLowOfALaterEventInTheSameCommitLowersNoMark() {
        assertThat(commit().position("f", 8, 5).run()).isEqualTo(written(1));
        assertThat(commit().updates(2)
                        .position("f", 12, 10)
                        .position("f", 11, 7)
                        .run())
                .isEqualTo(written(2));
        assertThat(redis.zscore(marks("f"), "low")).isEqualTo(10);
        assertThat(commit().position("f", 8, 5).run()).isEqualTo(seen(FIRST));
    }

    @Test
    void otherSourcesAndPurposesHaveMarksOfTheirOwn() {
        assertThat(commit().position("f", 10, 10).run()).isEqualTo(written(1));
        assertThat(commit().position("g", 3, 3).run()).isEqualTo(written(1));
        assertThat(commit().opaque("o", "10").run()).isEqualTo(written(1));
        assertThat(redis.llen(ENTRY)).isEqualTo(3);
    }

    @Test
    void ordinalsOfOneEventAreEventsOfTheirOwn() {
        for (int round = 0; round < 2; round++) {
            for (String id : new String[] {"10", "10.1", "10.2"}) {
                Object reply = commit().event("f", id, "p", 10, 10, KEEP).run();
                assertThat(((List<?>) reply).get(0)).isEqualTo(round == 0 ? 1L : 2L);
            }
        }
        assertThat(redis.llen(ENTRY)).isEqualTo(3);
    }

    @Test
    void offsetsAreExactUpToTheLargest() {
        long last = EventId.MAX_OFFSET;
        assertThat(commit().position("f", last - 1, last - 1).run()).isEqualTo(written(1));
        assertThat(commit().position("f", last, last - 1).run()).isEqualTo(written(2));
        assertThat(commit().position("f", last - 2, 0).run()).isEqualTo(seen(FIRST));
        assertThat(commit().position("f", last, last).run()).isEqualTo(seen(FIRST));
    }

    @Test
    void opaqueIdIsSeenWhileItIsRemembered() {
        assertThat(commit().opaque("o", "a").run()).isEqualTo(written(1));
        assertThat(commit().opaque("o", "low").run()).isEqualTo(written(2));
        assertThat(commit().opaque("o", "a").run()).isEqualTo(seen(FIRST));
        assertThat(commit().opaque("o", "low").run()).isEqualTo(seen(FIRST));
        redis.zadd(marks("o"), redis.zscore(marks("o"), "a") - KEEP - 1.0, "a");
        assertThat(commit().opaque("o", "b").run()).as("a has left").isEqualTo(written(2));
        assertThat(redis.llen(ENTRY)).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void oneSeenEventOfSeveralKeepsAllFromBeingWritten(int seen) {
        assertThat(commit().position("f", 10 + seen, 5).run()).isEqualTo(written(1));
        Object reply = commit().updates(3)
                .position("f", 11, 5)
                .position("f", 12, 5)
                .position("f", 13, 5)
                .run();
        assertThat(reply).isEqualTo(seen((long) seen));
        assertThat(redis.llen(ENTRY)).isEqualTo(1);
        assertThat(redis.zcard(marks("f"))).isEqualTo(2);
        assertThat(redis.get(LOCK)).as("the others are tried again under it").isEqualTo(TOKEN);
    }

    @Test
    void lockIsGivenBackOnceEveryUpdateWasSeen() {
        assertThat(commit().updates(2).position("f", 11, 5).opaque("o", "a").run())
                .isEqualTo(written(1));
        assertThat(commit().updates(3).position("f", 11, 5).opaque("o", "a").run())
                .isEqualTo(seen(1L, 2L));
        assertThat(redis.exists(LOCK)).as("one update has no event").isTrue();
        assertThat(commit().updates(2).position("f", 11, 5).opaque("o", "a").run())
                .isEqualTo(seen(1L, 2L));
        assertThat(redis.exists(LOCK)).isFalse();
    }

    @Test
    void atMostAThousandAreDroppedByOneCommit() {
        Map<String, Double> pending = new HashMap<>();
        for (int i = 1; i <= 2_500; i++) {
            pending.put(Integer.toString(i), (double) i);
        }
        pending.put("low", 0.0);
        redis.zadd(marks("f"), pending);
        assertThat(commit().position("f", 9_000, 9_000).run()).isEqualTo(written(1_501));
        assertThat(redis.zscore(marks("f"), "1000")).isNull();
        assertThat(redis.zscore(marks("f"), "1001")).isNotNull();
        assertThat(commit().position("f", 9_001, 9_000).run()).isEqualTo(written(502));
        assertThat(commit().position("f", 9_002, 9_000).run()).isEqualTo(written(3));
        assertThat(commit().position("f", 2_400, 1).run()).isEqualTo(seen(FIRST));
    }

    @Test
    void marksLiveForAsLongAsTheyAreAskedToAtLeast() {
        assertThat(commit().position("f", 10, 5).run()).isEqualTo(written(1));
        assertThat(redis.pttl(marks("f"))).isBetween(KEEP, KEEP + KEEP / 8);
        assertThat(commit().opaque("o", "a").run()).isEqualTo(written(1));
        assertThat(redis.pttl(marks("o"))).isBetween(KEEP, KEEP + KEEP / 8);
    }

    @Test
    void noCommitShortensTheLifeOfMarks() {
        assertThat(commit().event("f", "10", "p", 10, 5, 10 * KEEP).run()).isEqualTo(written(1));
        assertThat(commit().position("f", 11, 5).run()).isEqualTo(written(2));
        assertThat(commit().position("f", 11, 5).run()).isEqualTo(seen(FIRST));
        assertThat(redis.pttl(marks("f"))).isGreaterThan(9 * KEEP);
    }

    @Test
    void recognisedReplayProlongsTheLifeOfMarks() {
        assertThat(commit().position("f", 10, 5).run()).isEqualTo(written(1));
        redis.pexpire(marks("f"), 1_000);
        assertThat(commit().position("f", 10, 5).run()).isEqualTo(seen(FIRST));
        assertThat(redis.pttl(marks("f"))).isGreaterThanOrEqualTo(KEEP);
        redis.pexpire(marks("f"), 1_000);
        assertThat(commit().position("f", 2, 1).run()).as("below the mark").isEqualTo(seen(FIRST));
        assertThat(redis.pttl(marks("f"))).isGreaterThanOrEqualTo(KEEP);
    }
}
