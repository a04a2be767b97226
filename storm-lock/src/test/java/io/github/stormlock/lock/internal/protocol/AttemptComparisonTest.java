package io.github.stormlock.lock.internal.protocol;

import static io.github.stormlock.lock.internal.protocol.ScriptBench.ENTRY;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.lock.internal.protocol.AttemptReply.Missed;
import io.github.stormlock.lock.internal.protocol.AttemptReply.Refused;
import io.github.stormlock.lock.internal.protocol.AttemptReply.Written;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/** Attempts compare what was seen with what stands. */
@OnRedis
class AttemptComparisonTest {
    /** Values that a careless comparison mixes up; {@code null} is absent. */
    private static final List<String> VALUES = Arrays.asList(null, "", "\0", "0", "00", "0\0", "false", "nil");

    private ScriptBench bench;

    private Jedis redis;

    private AttemptDraft attempt() {
        return new AttemptDraft(bench).command("HSET", "written", "1");
    }

    private void assertHit(AttemptDraft draft, boolean hit) {
        AttemptReply reply = draft.run();
        assertThat(reply).isInstanceOf(hit ? Written.class : Missed.class);
    }

    @Test
    void absentAndEachValueAreToldApart() {
        for (String stands : VALUES) {
            for (String seen : VALUES) {
                redis.flushAll();
                redis.hset(ENTRY, "other", "x");
                if (stands != null) {
                    redis.hset(ENTRY, "f", stands);
                }
                boolean same = stands == null ? seen == null : stands.equals(seen);
                AttemptReply reply = attempt().saw("f", seen).run();
                assertThat(reply)
                        .as("%s stands, %s was seen", stands, seen)
                        .isInstanceOf(same ? Written.class : Missed.class);
                AttemptReply beside = attempt()
                        .saw(Arrays.asList("x", seen, null), "HMGET", "other", "f", "none")
                        .run();
                assertThat(beside).isInstanceOf(same ? Written.class : Missed.class);
            }
        }
    }

    @Test
    void absentAndEachValueOfAStringAreToldApart() {
        for (String stands : VALUES) {
            for (String seen : VALUES) {
                redis.flushAll();
                if (stands != null) {
                    redis.set(ENTRY, stands);
                }
                boolean same = stands == null ? seen == null : stands.equals(seen);
                AttemptReply reply = new AttemptDraft(bench)
                        .read("STRLEN", 0, "GET")
                        .saw(Collections.singletonList(seen), "GET")
                        .run();
                assertThat(reply)
                        .as("%s stands, %s was seen", stands, seen)
                        .isInstanceOf(same ? Written.class : Missed.class);
                if (!same) {
                    assertThat(reply).isEqualTo(new Missed(0, List.of(new ReadReply.Found(stands != null, stands))));
                }
            }
        }
    }

    @Test
    void fieldsAreComparedByNameAndNotByOrder() {
        redis.hset(ENTRY, Map.of("a", "1", "b", "2", "c", "3"));
        assertHit(attempt().saw(List.of("3", "1"), "HMGET", "c", "a"), true);
        assertHit(attempt().saw(List.of("1", "3"), "HMGET", "a", "c"), true);
        assertHit(attempt().saw(List.of("1", "3"), "HMGET", "c", "a"), false);
    }

    @Test
    void everyExpectationOfSeveralCounts() {
        redis.hset(ENTRY, Map.of("a", "1", "b", "2"));
        assertHit(attempt().saw("a", "1").saw("b", "1").saw("a", "1"), false);
        assertHit(attempt().saw("a", "0").saw("b", "2").saw(List.of("2"), "HLEN"), false);
        assertHit(attempt().saw("a", "1").saw("b", "2").saw(List.of("3"), "HLEN"), false);
        assertHit(attempt().saw("a", "1").saw("b", "2").saw(List.of("2"), "HLEN"), true);
    }

    @Test
    void existenceIsComparedWhereItWasSeen() {
        assertHit(attempt().saw(List.of("1"), "EXISTS"), false);
        assertHit(attempt().saw(List.of("0"), "EXISTS"), true);
        assertHit(attempt().saw(List.of("0"), "EXISTS"), false);
        assertHit(attempt().saw(List.of("1"), "EXISTS"), true);
        assertThat(attempt().saw("none", null).run())
                .as("nothing was seen but a field")
                .isInstanceOf(Written.class);
    }

    @Test
    void missTellsAnEntryWithoutTheFieldsFromNone() {
        AttemptDraft draft = attempt().read("HLEN", 0, "HMGET", "f").saw("f", "1");
        assertThat(draft.run())
                .isEqualTo(new Missed(0, List.of(new ReadReply.Found(false, Collections.singletonList(null)))));
        redis.hset(ENTRY, "other", "1");
        assertThat(draft.run())
                .isEqualTo(new Missed(0, List.of(new ReadReply.Found(true, Collections.singletonList(null)))));
        redis.hset(ENTRY, "f", "2");
        assertThat(draft.run()).isEqualTo(new Missed(0, List.of(new ReadReply.Found(true, List.of("2")))));
    }

    @Test
    void listThatGrewOrShrankIsAnother() {
        redis.rpush(ENTRY, "a", "b");
        assertThat(list("a", "b").run()).isInstanceOf(Written.class);
        assertThat(list("a").run()).isInstanceOf(Missed.class);
        assertThat(list("a", "b", "c").run()).isInstanceOf(Missed.class);
        assertThat(list("b", "a").run()).isInstanceOf(Missed.class);
        assertThat(list().run()).isEqualTo(new Missed(0, List.of(new ReadReply.Found(true, List.of("a", "b")))));
    }

    private AttemptDraft list(String... elements) {
        return new AttemptDraft(bench).read("LLEN", 0, "LRANGE", "0", "-1").saw(List.of(elements), "LRANGE", "0", "-1");
    }

    @Test
    void setsAndScoresAreComparedByWhatIsAnsweredForEachMember() {
        redis.sadd(ENTRY, "a", "b");
        AttemptDraft set = new AttemptDraft(bench).read("SCARD", 0, "SMEMBERS");
        assertHit(set.saw(List.of("2"), "SCARD").saw(List.of("1", "1", "0"), "SMISMEMBER", "b", "a", "c"), true);
        assertHit(set.saw(List.of("1"), "SMISMEMBER", "c"), false);
        redis.del(ENTRY);
        redis.zadd(ENTRY, Map.of("a", 1.5, "b", 3.0));
        AttemptDraft sorted = new AttemptDraft(bench).read("ZCARD", 0, "ZRANGE", "0", "-1");
        assertHit(sorted.saw(Arrays.asList("3", null, "1.5"), "ZMSCORE", "b", "c", "a"), true);
        assertHit(sorted.saw(List.of("2.5"), "ZMSCORE", "a"), false);
    }

    @Test
    void typeThatChangedIsRefused() {
        redis.rpush(ENTRY, "a");
        Refused refused = (Refused) attempt().saw("f", "1").run();
        assertThat(refused.error()).contains("WRONGTYPE");
        assertThat(refused.torn()).isFalse();
    }
}
