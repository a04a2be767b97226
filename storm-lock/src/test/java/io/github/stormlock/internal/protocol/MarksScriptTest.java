package io.github.stormlock.internal.protocol;

import static io.github.stormlock.internal.protocol.AttemptDraft.KEEP;
import static io.github.stormlock.internal.protocol.ScriptBench.ENTRY;
import static io.github.stormlock.internal.protocol.ScriptBench.marks;
import static io.github.stormlock.lock.fixture.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.internal.protocol.AttemptReply.Replayed;
import io.github.stormlock.internal.protocol.AttemptReply.Written;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.fixture.OnRedis;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/** Attempts remember events for a time, and tell which ones were applied before. */
@OnRedis
class MarksScriptTest {
    private ScriptBench bench;
    private Jedis redis;

    /** @param id an offset, or an opaque id as it is remembered */
    private record Event(String scope, String id, boolean position, long offset, long low, long keep) {}

    private static Event position(String scope, long offset, long low) {
        return new Event(scope, Long.toString(offset), true, offset, low, KEEP);
    }

    private static Event opaque(String scope, String id) {
        return new Event(scope, "=" + id, false, 0, KEEP, KEEP);
    }

    /** Pushes an element with some events. Returns how many are remembered, or which ones were applied before. */
    private String push(Event... events) {
        return shown(draft(events).run());
    }

    private static String shown(AttemptReply reply) {
        return reply instanceof Written written
                ? "written, " + written.remembered()
                : "seen " + ((Replayed) reply).seen();
    }

    private AttemptDraft draft(Event... events) {
        AttemptDraft draft =
                new AttemptDraft(bench).read("LLEN", 0, "LRANGE", "0", "0").command("RPUSH", "x");
        for (Event event : events) {
            draft.keep(event.keep());
            if (event.position()) {
                draft.position(event.scope(), event.offset(), event.low());
            } else {
                draft.opaque(event.scope(), event.id().substring(1));
            }
        }
        return draft;
    }

    @Test
    void positionIsSeenOnceRememberedOrOnceBelowTheMark() {
        assertThat(push(position("f", 10, 8))).isEqualTo("written, 1");
        assertThat(push(position("f", 10, 8))).isEqualTo("seen [1]");
        assertThat(push(position("f", 8, 8))).isEqualTo("written, 2");
        assertThat(push(position("f", 7, 7))).isEqualTo("seen [1]");
        assertThat(push(position("f", 20, 20))).isEqualTo("written, 1");
        assertThat(push(position("f", 19, 3))).isEqualTo("seen [1]");
        assertThat(redis.llen(ENTRY)).isEqualTo(3);
    }

    /** The second low of one group is from an older tuple: what lies below the first is dropped already. */
    @Test
    void oldLowLowersNoMark() {
        assertThat(push(position("f", 20, 15))).isEqualTo("written, 1");
        assertThat(push(position("f", 16, 2))).isEqualTo("written, 2");
        assertThat(redis.zscore(marks("f"), "low")).isEqualTo(15);
        assertThat(push(position("f", 21, 2), position("f", 22, 3))).isEqualTo("written, 4");
        assertThat(redis.zscore(marks("f"), "low")).isEqualTo(15);
        assertThat(push(position("f", 25, 18), position("f", 24, 16))).isEqualTo("written, 5");
        assertThat(redis.zscore(marks("f"), "low")).isEqualTo(18);
        assertThat(push(position("f", 17, 2))).isEqualTo("seen [1]");
        assertThat(push(position("f", 26, 18), position("f", 17, 2))).isEqualTo("seen [2]");
    }

    @Test
    void lowRisesAlsoWhereMarksAreNotCounted() {
        assertThat(shown(draft(position("f", 10, 5)).uncounted().run())).isEqualTo("written, -1");
        assertThat(shown(draft(position("f", 20, 15)).uncounted().run())).isEqualTo("written, -1");
        assertThat(redis.zscore(marks("f"), "low")).isEqualTo(15);
        assertThat(redis.zcard(marks("f"))).as("nothing is dropped").isEqualTo(3);
        assertThat(push(position("f", 21, 15))).isEqualTo("written, 2");
    }

    @Test
    void offsetsAreExactUpToTheLargest() {
        long last = EventId.MAX_OFFSET;
        assertThat(push(position("f", last - 1, last - 1))).isEqualTo("written, 1");
        assertThat(push(position("f", last, last - 1))).isEqualTo("written, 2");
        assertThat(push(position("f", last - 2, 0))).isEqualTo("seen [1]");
        assertThat(push(position("f", last, last))).isEqualTo("seen [1]");
    }

    @Test
    void sameEventTwiceInAGroupIsRememberedOnce() {
        assertThat(push(position("f", 11, 5), position("f", 11, 5))).isEqualTo("written, 1");
        assertThat(push(position("f", 11, 5), position("f", 11, 5))).isEqualTo("seen [1, 2]");
    }

    @Test
    void ordinalsOfOneEventAreEventsOfTheirOwn() {
        for (String told : List.of("written", "seen")) {
            for (int ordinal = 0; ordinal < 3; ordinal++) {
                EventId id = EventId.position("f", 10, 10).ordinal(ordinal);
                assertThat(shown(draft().event("f", id).run())).startsWith(told);
            }
        }
        assertThat(redis.llen(ENTRY)).isEqualTo(3);
    }

    @Test
    void opaqueIdIsSeenUntilItsWindowIsOver() {
        long before = bench.nowMillis();
        assertThat(push(opaque("o", "a"))).isEqualTo("written, 1");
        assertThat(redis.zscore(marks("o"), "=a")).isBetween((double) before + KEEP, (double) bench.nowMillis() + KEEP);
        assertThat(push(opaque("o", "low"))).isEqualTo("written, 2");
        assertThat(push(opaque("o", "a"))).isEqualTo("seen [1]");
        redis.zadd(marks("o"), before - 1.0, "=a");
        assertThat(push(opaque("o", "b"))).as("a has left").isEqualTo("written, 2");
        assertThat(push(opaque("o", "c"), opaque("o", "b"))).isEqualTo("seen [2]");
        assertThat(push(opaque("o", "d"), opaque("o", "e"))).startsWith("written");
        assertThat(redis.zscore(marks("o"), "=e")).isGreaterThanOrEqualTo((double) before + KEEP);
    }

    @Test
    void atMostAThousandAreDroppedAtOnce() {
        fill("f", 2_500);
        fill("g", 2_500);
        assertThat(push(position("f", 9_000, 9_000))).isEqualTo("written, 1501");
        assertThat(redis.zscore(marks("f"), "1000")).isNull();
        assertThat(redis.zscore(marks("f"), "1001")).isNotNull();
        assertThat(push(position("f", 9_001, 9_000), position("g", 9_001, 9_000)))
                .isEqualTo("written, 2501");
        assertThat(redis.zcard(marks("f"))).isEqualTo(1 + 502);
        assertThat(push(position("f", 2_400, 1))).isEqualTo("seen [1]");
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
    void marksThatAreUsedLiveForAsLongAsTheyAreAskedToAtLeast() {
        for (Event beside : List.of(position("g", 1, 1), opaque("o", "a"))) {
            redis.flushAll();
            assertThat(push(position("f", 10, 5))).isEqualTo("written, 1");
            for (int i = 1; i < 3; i++) {
                assertThat(redis.pttl(marks("f"))).isBetween(KEEP - 1_000, KEEP + KEEP / 8);
                redis.pexpire(marks("f"), 1_000);
                assertThat(i == 1 ? push(position("f", 11, 5)) : push(position("f", 12, 5), beside))
                        .startsWith("written");
            }
            for (String marks : List.of(marks("f"), marks(beside.scope()))) {
                assertThat(redis.pttl(marks)).isBetween(KEEP - 1_000, KEEP + KEEP / 8);
            }
        }
    }

    @Test
    void replayProlongsTheLifeOfMarks() {
        assertThat(push(position("f", 10, 5))).isEqualTo("written, 1");
        for (Event[] replay : new Event[][] {
            {position("f", 10, 5)}, {position("f", 2, 1)}, {position("f", 12, 1), position("f", 10, 5)}
        }) {
            redis.pexpire(marks("f"), 1_000);
            assertThat(push(replay)).startsWith("seen");
            assertThat(redis.pttl(marks("f"))).isGreaterThanOrEqualTo(KEEP);
        }
    }

    @Test
    void nothingShortensTheLifeOfMarks() {
        assertThat(push(new Event("f", "10", true, 10, 5, 10 * KEEP))).isEqualTo("written, 1");
        assertThat(push(position("f", 11, 5))).isEqualTo("written, 2");
        assertThat(push(position("f", 11, 5))).isEqualTo("seen [1]");
        assertThat(push(position("f", 11, 5), position("f", 12, 5))).isEqualTo("seen [1]");
        assertThat(redis.pttl(marks("f"))).isGreaterThan(9 * KEEP);
    }

    @Test
    void eventWithoutAnIdCannotBeRemembered() {
        EventMarks marks = new EventMarks("p", Duration.ZERO, Duration.ZERO);
        LockKeys keys = LockKeys.of(ENTRY, true);
        assertThrown(IllegalArgumentException.class, () -> new MarkedEvent(marks, EventId.none(), keys, List.of()));
    }
}
