package io.github.stormlock.lock.internal.protocol;

import static io.github.stormlock.lock.internal.protocol.ScriptBench.ENTRY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.stormlock.entry.BlindChange.Kind;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.lock.internal.protocol.AttemptReply.Missed;
import io.github.stormlock.lock.internal.protocol.AttemptReply.Refused;
import io.github.stormlock.lock.internal.protocol.AttemptReply.Written;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.params.SetParams;

/** Numbers that an attempt changes without having seen them. */
@OnRedis
class AttemptBlindTest {
    private ScriptBench bench;

    private Jedis redis;

    private AttemptDraft attempt() {
        return new AttemptDraft(bench);
    }

    private AttemptDraft ofAString() {
        return attempt().read("STRLEN", 0, "GET");
    }

    @ParameterizedTest
    @CsvSource({
        "ADD, , 5, 5",
        "ADD, , 0, 0",
        "ADD, 2, -5, -3",
        "ADD, -5, 5, 0",
        "ADD, 999999999999999, 999999999999999, 1999999999999998",
        "ADD, -99999999999999, -999999999999999, -1099999999999998",
        "MAX, , -5, -5",
        "MAX, 3, 4, 4",
        "MAX, 4, 3, 4",
        "MAX, -4, -3, -3",
        "MIN, , 5, 5",
        "MIN, 3, 4, 3",
        "MIN, 4, 3, 3",
        "MIN, 10, 9, 9"
    })
    void changeIsAppliedToWhatStands(Kind kind, String stands, long operand, String after) {
        if (stands != null) {
            redis.hset(ENTRY, "n", stands);
        }
        assertThat(attempt().blind("n", kind, operand).run()).isEqualTo(new Written(0, AttemptReply.NOT_COUNTED));
        assertThat(redis.hget(ENTRY, "n")).isEqualTo(after);
        redis.del(ENTRY);
        if (stands != null) {
            redis.set(ENTRY, stands);
        }
        assertThat(ofAString().blind(null, kind, operand).run()).isEqualTo(new Written(0, AttemptReply.NOT_COUNTED));
        assertThat(redis.get(ENTRY)).isEqualTo(after);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "007",
                "-0",
                "1.5",
                "+1",
                " 1",
                "1 ",
                "1e3",
                "0x10",
                "inf",
                "nan",
                "abc",
                "-",
                "00",
                "1\0",
                "1000000000000000",
                "-999999999999999",
                "9223372036854775807",
                "-9223372036854775808"
            })
    void fieldThatIsNoShortWholeNumberIsAMiss(String value) {
        redis.hset(ENTRY, Map.of("n", value, "m", "1"));
        AttemptReply reply = attempt()
                .read("HLEN", 0, "HMGET", "n", "m")
                .blind("m", Kind.ADD, 1)
                .blind("n", Kind.ADD, 1)
                .position("f", 1, 1)
                .run();
        assertThat(reply).isEqualTo(new Missed(0, List.of(new ReadReply.Found(true, List.of(value, "1")))));
        assertThat(redis.hgetAll(ENTRY)).isEqualTo(Map.of("n", value, "m", "1"));
        assertThat(redis.exists(CommitDraft.marks("f"))).isFalse();
        redis.del(ENTRY);
        redis.set(ENTRY, value);
        assertThat(ofAString().blind(null, Kind.MAX, 1).run())
                .isEqualTo(new Missed(0, List.of(new ReadReply.Found(true, value))));
        assertThat(redis.get(ENTRY)).isEqualTo(value);
    }

    @ParameterizedTest
    @ValueSource(strings = {"999999999999999", "-99999999999999", "0", "1", "-1"})
    void wholeNumberOfFifteenCharactersIsAddedTo(String value) {
        redis.hset(ENTRY, "n", value);
        assertThat(attempt().blind("n", Kind.ADD, 1).run()).isInstanceOf(Written.class);
        assertThat(redis.hget(ENTRY, "n")).isEqualTo(Long.toString(Long.parseLong(value) + 1));
    }

    @Test
    void severalFieldsAreWrittenTogetherWithTheOtherCommands() {
        redis.hset(ENTRY, Map.of("b", "5", "seen", "x", "gone", "y"));
        AttemptReply reply = attempt()
                .saw("seen", "x")
                .blind("a", Kind.ADD, 1)
                .blind("b", Kind.MAX, 9)
                .blind("c", Kind.MIN, -2)
                .command("HSET", "set", "z")
                .command("HDEL", "gone")
                .run();
        assertThat(reply).isEqualTo(new Written(0, AttemptReply.NOT_COUNTED));
        assertThat(redis.hgetAll(ENTRY)).isEqualTo(Map.of("a", "1", "b", "9", "c", "-2", "seen", "x", "set", "z"));
    }

    @Test
    void missOfWhatWasSeenLeavesTheBlindFields() {
        redis.hset(ENTRY, Map.of("n", "5", "seen", "x"));
        assertThat(attempt().saw("seen", "y").blind("n", Kind.ADD, 1).run()).isInstanceOf(Missed.class);
        assertThat(redis.hget(ENTRY, "n")).isEqualTo("5");
    }

    @Test
    void blindChangeKeepsAForeignTimeToLive() {
        redis.set(ENTRY, "5", SetParams.setParams().px(30_000));
        assertThat(ofAString().blind(null, Kind.ADD, 1).run()).isInstanceOf(Written.class);
        assertThat(redis.get(ENTRY)).isEqualTo("6");
        assertThat(redis.pttl(ENTRY)).isBetween(1L, 30_000L);
        redis.del(ENTRY);
        redis.hset(ENTRY, "n", "5");
        redis.pexpire(ENTRY, 30_000);
        assertThat(attempt().blind("n", Kind.ADD, 1).run()).isInstanceOf(Written.class);
        assertThat(redis.pttl(ENTRY)).isBetween(1L, 30_000L);
    }

    @Test
    void entryOfAnotherTypeIsRefused() {
        redis.rpush(ENTRY, "a");
        Refused ofAHash =
                (Refused) attempt().blind("n", Kind.ADD, 1).position("f", 1, 1).run();
        Refused ofAString = (Refused)
                ofAString().blind(null, Kind.ADD, 1).position("f", 1, 1).run();
        assertThat(ofAHash.error()).contains("WRONGTYPE");
        assertThat(ofAString.error()).contains("WRONGTYPE");
        assertThat(redis.lrange(ENTRY, 0, -1)).containsExactly("a");
        assertThat(redis.exists(CommitDraft.marks("f"))).isFalse();
    }

    @Test
    void asManyAsOneCommandTakesAreWritten() {
        AttemptDraft draft = attempt();
        for (int i = 0; i < AttemptCall.MAX_BLIND; i++) {
            draft.blind("n" + i, Kind.ADD, i);
        }
        assertThat(draft.run()).isInstanceOf(Written.class);
        assertThat(redis.hlen(ENTRY)).isEqualTo(AttemptCall.MAX_BLIND);
        assertThat(redis.hget(ENTRY, "n1999")).isEqualTo("1999");
        assertThatThrownBy(() -> draft.blind("one more", Kind.ADD, 1).run())
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(longs = {1_000_000_000_000_000L, -1_000_000_000_000_000L, Long.MAX_VALUE, Long.MIN_VALUE})
    void operandOfSixteenDigitsIsRefused(long operand) {
        assertThatThrownBy(() -> attempt().blind("n", Kind.ADD, operand).run())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("15 digits");
    }
}
