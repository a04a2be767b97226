package io.github.stormlock.lock.internal.protocol;

import static io.github.stormlock.lock.internal.protocol.CommitDraft.KEEP;
import static io.github.stormlock.lock.internal.protocol.CommitDraft.marks;
import static io.github.stormlock.lock.internal.protocol.ScriptBench.ENTRY;
import static io.github.stormlock.lock.internal.protocol.ScriptBench.LOCK;
import static io.github.stormlock.lock.internal.protocol.ScriptBench.TOKEN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.lock.internal.protocol.AttemptReply.Replayed;
import io.github.stormlock.lock.internal.protocol.AttemptReply.Written;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/** Attempts remember events for a time, and tell which ones were applied before. */
@OnRedis
class AttemptMarksTest {

    private ScriptBench bench;

    private Jedis redis;

    private AttemptDraft attempt() {
        return new AttemptDraft(bench).read("LLEN", 0, "LRANGE", "0", "0").command("RPUSH", "x");
    }

    private static AttemptReply written(long remembered) {
        return new Written(0, remembered);
    }

    private static AttemptReply seen(Integer... events) {
        return new Replayed(0, List.of(events), List.of(new ReadReply.Found(true, List.of("x"))));
    }

    @Test
    void positionIsSeenOnceRememberedOrOnceBelowTheMark() {
        assertThat(attempt().position("f", 10, 8).run()).isEqualTo(written(1));
        assertThat(attempt().position("f", 10, 8).run()).isEqualTo(seen(1));
        assertThat(attempt().position("f", 8, 8).run()).isEqualTo(written(2));
        assertThat(attempt().position("f", 7, 7).run()).isEqualTo(seen(1));
        assertThat(attempt().position("f", 20, 20).run()).isEqualTo(written(1));
        assertThat(attempt().position("f", 19, 3).run()).isEqualTo(seen(1));
        assertThat(redis.llen(ENTRY)).isEqualTo(3);
    }

    @Test
    void oldLowLowersNoMark() {
        assertThat(attempt().position("f", 20, 15).run()).isEqualTo(written(1));
        assertThat(attempt().position("f", 16, 2).run()).isEqualTo(written(2));
        assertThat(redis.zscore(marks("f"), "low")).isEqualTo(15);
        assertThat(attempt().position("f", 25, 18).position("f", 24, 16).run()).isEqualTo(written(3));
        assertThat(redis.zscore(marks("f"), "low")).isEqualTo(18);
        assertThat(attempt().position("f", 17, 2).run()).isEqualTo(seen(1));
    }

    @Test
    void lowRisesAlsoWhereMarksAreNotCounted() {
        assertThat(attempt().position("f", 10, 5).uncounted().run()).isEqualTo(written(-1));
        assertThat(attempt().position("f", 20, 15).uncounted().run()).isEqualTo(written(-1));
        assertThat(redis.zscore(marks("f"), "low")).isEqualTo(15);
        assertThat(redis.zcard(marks("f"))).as("nothing is dropped").isEqualTo(3);
        assertThat(attempt().position("f", 21, 15).run()).isEqualTo(written(2));
    }

    @Test
    void offsetsAreExactUpToTheLargest() {
        long last = EventId.MAX_OFFSET;
        assertThat(attempt().position("f", last - 1, last - 1).run()).isEqualTo(written(1));
        assertThat(attempt().position("f", last, last - 1).run()).isEqualTo(written(2));
        assertThat(attempt().position("f", last - 2, 0).run()).isEqualTo(seen(1));
        assertThat(attempt().position("f", last, last).run()).isEqualTo(seen(1));
    }

    @Test
    void eventsOfSeveralPurposesAreRememberedByOneAttempt() {
        assertThat(attempt()
                        .position("f", 11, 5)
                        .opaque("o", "a")
                        .position("g", 7, 7)
                        .position("f", 12, 5)
                        .run())
                .isEqualTo(written(2));
        assertThat(redis.zrange(marks("f"), 0, -1)).containsExactly("low", "11", "12");
        assertThat(redis.zrange(marks("g"), 0, -1)).containsExactlyInAnyOrder("low", "7");
        assertThat(redis.zrange(marks("o"), 0, -1)).containsExactly("=a");
        assertThat(attempt()
                        .position("g", 8, 7)
                        .position("f", 12, 5)
                        .opaque("o", "b")
                        .opaque("o", "a")
                        .run())
                .isEqualTo(seen(2, 4));
        assertThat(redis.zscore(marks("g"), "8")).isNull();
        assertThat(redis.zscore(marks("o"), "=b")).isNull();
        assertThat(redis.llen(ENTRY)).isEqualTo(1);
    }

    @Test
    void sameEventTwiceInAGroupIsRememberedOnce() {
        assertThat(attempt().position("f", 11, 5).position("f", 11, 5).run()).isEqualTo(written(1));
        assertThat(attempt().position("f", 11, 5).position("f", 11, 5).run()).isEqualTo(seen(1, 2));
    }

    @Test
    void opaqueIdIsSeenUntilItsWindowIsOver() {
        long before = bench.nowMillis();
        assertThat(attempt().opaque("o", "a").run()).isEqualTo(written(1));
        assertThat(redis.zscore(marks("o"), "=a")).isBetween((double) before + KEEP, (double) bench.nowMillis() + KEEP);
        assertThat(attempt().opaque("o", "low").run()).isEqualTo(written(2));
        assertThat(attempt().opaque("o", "a").run()).isEqualTo(seen(1));
        redis.zadd(marks("o"), before - 1.0, "=a");
        assertThat(attempt().opaque("o", "b").run()).as("a has left").isEqualTo(written(2));
        assertThat(attempt().opaque("o", "c").opaque("o", "b").run()).isEqualTo(seen(2));
        assertThat(attempt().opaque("o", "d").opaque("o", "e").run()).isInstanceOf(Written.class);
        assertThat(redis.zscore(marks("o"), "=e")).isGreaterThanOrEqualTo((double) before + KEEP);
    }

    @Test
    void commitAndAttemptKnowEachOthersEvents() {
        assertThat(attempt().position("f", 10, 5).run()).isEqualTo(written(1));
        assertThat(attempt().opaque("o", "a").run()).isEqualTo(written(1));
        LockState.OWN.set(redis);
        CommitDraft commit = bench.commit(TOKEN).command("RPUSH", "x").updates(3);
        assertThat(commit.position("f", 10, 5).opaque("o", "=a").run()).isEqualTo(List.of(2L, 1L, 2L));
        assertThat(bench.commit(TOKEN).position("f", 11, 5).opaque("o", "=b").run())
                .isEqualTo(List.of(1L, 0L, 2L));
        assertThat(redis.exists(LOCK)).isFalse();
        assertThat(attempt().position("f", 11, 5).run()).isEqualTo(seen(1));
        assertThat(attempt().opaque("o", "b").run()).isEqualTo(seen(1));
    }

    @Test
    void atMostAThousandAreDroppedByOneAttempt() {
        fill("f", 2_500);
        fill("g", 2_500);
        assertThat(attempt().position("f", 9_000, 9_000).run()).isEqualTo(written(1_501));
        assertThat(redis.zscore(marks("f"), "1000")).isNull();
        assertThat(redis.zscore(marks("f"), "1001")).isNotNull();
        assertThat(attempt()
                        .position("f", 9_001, 9_000)
                        .position("g", 9_001, 9_000)
                        .run())
                .isEqualTo(written(2_501));
        assertThat(redis.zcard(marks("f"))).isEqualTo(1 + 502);
        assertThat(attempt().position("f", 2_400, 1).run()).isEqualTo(seen(1));
    }

    private void fill(String scope, int offsets) {
        Map<String, Double> pending = new HashMap<>();
        for (int i = 1; i <= offsets; i++) {
            pending.put(Integer.toString(i), (double) i);
        }
        pending.put("low", 0.0);
        redis.zadd(marks(scope), pending);
    }

    @Test
    void everyAttemptKeepsTheMarksAliveThatItUses() {
        for (boolean alone : new boolean[] {true, false}) {
            redis.flushAll();
            for (int i = 0; i < 3; i++) {
                AttemptDraft draft = attempt().position("f", 10 + i, 5).uncounted();
                assertThat((alone ? draft : draft.opaque("o", "a" + i)).run()).isInstanceOf(Written.class);
                assertThat(redis.pttl(marks("f"))).isBetween(KEEP - 1_000, KEEP + KEEP / 8);
                redis.pexpire(marks("f"), 1_000);
            }
        }
    }

    @Test
    void replayProlongsTheLifeOfMarks() {
        assertThat(attempt().position("f", 10, 5).run()).isEqualTo(written(1));
        for (AttemptDraft replay : List.of(
                attempt().position("f", 10, 5),
                attempt().position("f", 2, 1),
                attempt().position("f", 12, 1).position("f", 10, 5))) {
            redis.pexpire(marks("f"), 1_000);
            assertThat(replay.run()).isInstanceOf(Replayed.class);
            assertThat(redis.pttl(marks("f"))).isGreaterThanOrEqualTo(KEEP);
        }
    }

    @Test
    void noAttemptShortensTheLifeOfMarks() {
        assertThat(attempt().keep(10 * KEEP).position("f", 10, 5).run()).isEqualTo(written(1));
        assertThat(attempt().position("f", 11, 5).run()).isEqualTo(written(2));
        assertThat(attempt().position("f", 11, 5).run()).isEqualTo(seen(1));
        assertThat(attempt().position("f", 11, 5).position("f", 12, 5).run()).isEqualTo(seen(1));
        assertThat(redis.pttl(marks("f"))).isGreaterThan(9 * KEEP);
    }

    @Test
    void eventWithoutAnIdCannotBeRemembered() {
        assertThatThrownBy(() -> new MarkedEvent(
                        new EventMarks("p", java.time.Duration.ZERO, java.time.Duration.ZERO),
                        EventId.none(),
                        LockKeys.of(ENTRY, true),
                        List.of()))
                .isInstanceOf(IllegalArgumentException.class);
    }

    /** One event takes another way through the script than several. Both ways remember, drop and answer alike. */
    @Test
    void oneEventIsRememberedAsInAGroup() {
        long seed = System.nanoTime();
        System.out.println("attempts of one event: seed " + seed);
        Random random = new Random(seed);
        for (int round = 0; round < 300; round++) {
            redis.flushAll();
            fill("f", random.nextInt(5));
            fill("t", random.nextInt(5));
            if (random.nextBoolean()) {
                redis.zadd(marks("f"), random.nextInt(9), "low");
            }
            redis.pexpire(marks("f"), random.nextBoolean() ? 1_000 : 10 * KEEP);
            long offset = random.nextInt(12);
            long low = random.nextInt((int) offset + 1);
            boolean counted = random.nextBoolean();
            redis.copy(marks("f"), marks("g"), true);
            AttemptDraft alone = attempt().position("f", offset, low);
            AttemptDraft beside = attempt().opaque("t", "other").position("g", offset, low);
            String one = (counted ? alone : alone.uncounted()).run().toString();
            String two = (counted ? beside : beside.uncounted()).run().toString();
            String shown = "seed " + seed + ", round " + round;
            assertThat(two.replace("[2]", "[1]")
                            .replace("exists=true, answer=[x]", "")
                            .replace("exists=false, answer=[]", ""))
                    .as(shown)
                    .isEqualTo(one.replace("exists=true, answer=[x]", "").replace("exists=false, answer=[]", ""));
            assertThat(redis.zrangeWithScores(marks("g"), 0, -1))
                    .as(shown)
                    .isEqualTo(redis.zrangeWithScores(marks("f"), 0, -1));
            assertThat(redis.pttl(marks("g"))).as(shown).isCloseTo(redis.pttl(marks("f")), within(5_000L));
        }
    }
}
