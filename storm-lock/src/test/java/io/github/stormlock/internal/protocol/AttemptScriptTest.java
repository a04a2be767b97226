package io.github.stormlock.internal.protocol;

import static io.github.stormlock.internal.protocol.ScriptBench.ENTRY;
import static io.github.stormlock.internal.protocol.ScriptBench.LOCK;
import static io.github.stormlock.internal.protocol.ScriptBench.TOKEN;
import static io.github.stormlock.internal.protocol.ScriptBench.marks;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.entry.BlindChange.Kind;
import io.github.stormlock.internal.protocol.AttemptReply.Busy;
import io.github.stormlock.internal.protocol.AttemptReply.Late;
import io.github.stormlock.internal.protocol.AttemptReply.Missed;
import io.github.stormlock.internal.protocol.AttemptReply.Refused;
import io.github.stormlock.internal.protocol.AttemptReply.Replayed;
import io.github.stormlock.internal.protocol.AttemptReply.TooLarge;
import io.github.stormlock.internal.protocol.AttemptReply.Written;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.test.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.StreamEntryID;

/** Attempts answer and write, and make their checks in an order that matters. */
@OnRedis
class AttemptScriptTest {
    private static final long SOON_MICROS = 60_000_000;

    private ScriptBench bench;

    private Jedis redis;

    private AttemptDraft attempt() {
        return new AttemptDraft(bench);
    }

    /** Returns an attempt that saw the field {@code hits} absent, so that an empty entry is as it was. */
    private AttemptDraft first() {
        return attempt().saw("hits", null).command("HSET", "hits", "1");
    }

    private long nowMicros() {
        List<String> time = redis.time();
        return Long.parseLong(time.get(0)) * 1_000_000 + Long.parseLong(time.get(1));
    }

    private void assertNothingWritten() {
        assertThat(redis.exists(ENTRY, marks("f"))).isZero();
    }

    @Test
    void attemptIsWrittenWhereAllStandsAndNoLockIsHeld() {
        assertThat(first().position("f", 10, 5).run()).isEqualTo(new Written(0, 1));
        assertThat(redis.hgetAll(ENTRY)).isEqualTo(Map.of("hits", "1"));
        assertThat(redis.zscore(marks("f"), "10")).isEqualTo(10);
        assertThat(redis.exists(LOCK)).as("the lock is not taken").isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void heldLockKeepsAnAttemptFromWriting(LockState state) {
        state.set(redis);
        AttemptReply reply = first().position("f", 10, 5).run();
        if (state.isFree()) {
            assertThat(reply).isEqualTo(new Written(0, 1));
        } else {
            Busy busy = (Busy) reply;
            assertThat(busy.leftMillis()).isBetween(-1L, LockState.PTTL);
            assertThat(busy.leftMillis() == -1)
                    .isEqualTo(state == LockState.ENDLESS_FOREIGN || state == LockState.LIST);
            assertThat(busy.holder().token()).isEqualTo(state == LockState.LIST ? "(not a token)" : state.value());
            assertThat(state.isUntouched(redis)).isTrue();
            assertNothingWritten();
            assertThat(redis.keys("lock-wait:*")).as("it leaves no note").isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void onlyTheHolderWritesUnderItsToken(LockState state) {
        state.set(redis);
        AttemptReply reply = first().position("f", 10, 5).under(TOKEN).run();
        assertThat(state.isUntouched(redis)).isTrue();
        if (state == LockState.OWN) {
            assertThat(reply).isEqualTo(new Written(0, 1));
        } else {
            assertThat(reply).isInstanceOf(Busy.class);
            assertNothingWritten();
        }
    }

    @Test
    void holderWhoseTokenIsGoneIsToldOfEventsThatAreRemembered() {
        assertThat(first().position("f", 10, 5).run()).isEqualTo(new Written(0, 1));
        LockState.FOREIGN.set(redis);
        AttemptReply reply = first().position("f", 4, 1)
                .position("f", 7, 1)
                .position("f", 10, 1)
                .under(TOKEN)
                .run();
        assertThat(((Replayed) reply).seen()).containsExactly(1, 3);
    }

    /** A reader holds the lock, and yet Redis itself takes no write of it. */
    @Test
    void tokenOfAReaderWritesNothing(RedisServer server) {
        try (RedisLockFactory locks = RedisLockFactory.connect(server.uri().toString());
                Lease reader = locks.readWrite(ENTRY).read().acquire(Duration.ofSeconds(10))) {
            assertThat(first().position("f", 10, 5).under(reader.token()).run()).isInstanceOf(Busy.class);
            assertNothingWritten();
            assertThat(reader.isHeld()).isTrue();
        }
    }

    @Test
    void attemptIsAwaitedByReplicas() {
        assertThat(first().scriptCall(AttemptCall.SCRIPT).replicated()).isTrue();
    }

    @Test
    void attemptAfterItsDeadlineWritesNothingAndTellsTheTime() {
        long before = nowMicros();
        Late late = (Late) first().deadline(before - 1).run();
        assertThat(late.serverMicros()).isBetween(before, nowMicros());
        assertNothingWritten();
    }

    @Test
    void everyAnswerToAnAttemptWithADeadlineTellsTheTime() {
        long before = nowMicros();
        long deadline = before + SOON_MICROS;
        AttemptReply written = first().deadline(deadline).run();
        AttemptReply missed = first().deadline(deadline).run();
        AttemptReply tooLarge =
                first().deadline(deadline).read("HLEN", 1, "HGETALL").run();
        redis.hset(ENTRY, "more", "1");
        tooLarge = first().deadline(deadline).read("HLEN", 1, "HGETALL").run();
        redis.del(ENTRY);
        AttemptReply torn = attempt()
                .deadline(deadline)
                .command("HSET", "a", "1")
                .command("RPUSH", "a")
                .run();
        AttemptReply refused =
                attempt().deadline(deadline).command("RPUSH", "a").run();
        LockState.FOREIGN.set(redis);
        AttemptReply busy = first().deadline(deadline).run();
        List<AttemptReply> all = List.of(written, missed, tooLarge, torn, refused, busy);
        assertThat(all)
                .hasOnlyElementsOfTypes(Written.class, Missed.class, TooLarge.class, Refused.class, Busy.class)
                .allSatisfy(reply -> assertThat(reply.serverMicros()).isBetween(before, nowMicros()));
    }

    @Test
    void deadlineComesBeforeTheLock() {
        LockState.FOREIGN.set(redis);
        assertThat(first().deadline(1).run()).isInstanceOf(Late.class);
    }

    @Test
    void marksComeBeforeTheLock() {
        assertThat(first().position("f", 10, 5).run()).isInstanceOf(Written.class);
        redis.pexpire(marks("f"), 30_000);
        LockState.FOREIGN.set(redis);
        assertThat(first().position("f", 10, 5).run()).isInstanceOf(Replayed.class);
        assertThat(redis.pttl(marks("f"))).as("renewed").isGreaterThan(30_000);
        assertThat(first().position("f", 11, 5).run()).isInstanceOf(Busy.class);
    }

    @Test
    void marksComeBeforeTheComparison() {
        assertThat(first().position("f", 10, 5).run()).isInstanceOf(Written.class);
        AttemptReply again = first().position("f", 10, 5).run();
        assertThat(again)
                .isEqualTo(new Replayed(0, List.of(1), List.of(new ReadReply.Found(true, List.of("hits", "1")))));
    }

    @Test
    void comparisonComesBeforeTheFirstWrite() {
        redis.hset(ENTRY, "hits", "7");
        redis.pexpire(ENTRY, 30_000);
        AttemptReply missed = attempt()
                .saw("hits", "6")
                .command("HSET", "hits", "8")
                .position("f", 10, 5)
                .timeToLive(60_000)
                .run();
        assertThat(missed).isEqualTo(new Missed(0, List.of(new ReadReply.Found(true, List.of("hits", "7")))));
        assertThat(redis.hgetAll(ENTRY)).isEqualTo(Map.of("hits", "7"));
        assertThat(redis.pttl(ENTRY)).isLessThanOrEqualTo(30_000);
        assertThat(redis.exists(marks("f"))).isFalse();
        assertThat(redis.exists(LOCK)).as("a miss does not take the lock").isFalse();
    }

    @Test
    void lateCopyWritesNothing() {
        AttemptDraft counted = attempt().blind("hits", Kind.ADD, 1).position("f", 10, 5);
        assertThat(counted.run()).isInstanceOf(Written.class);
        assertThat(counted.run()).isInstanceOf(Replayed.class);
        assertThat(redis.hget(ENTRY, "hits")).isEqualTo("1");
        AttemptDraft unnamed = attempt().blind("hits", Kind.ADD, 1).deadline(nowMicros());
        assertThat(unnamed.run()).isInstanceOf(Late.class);
        assertThat(redis.hget(ENTRY, "hits")).isEqualTo("1");
    }

    @Test
    void attemptThatChangesNothingIsComparedAndRemembersItsEvent() {
        redis.hset(ENTRY, "left", "0");
        assertThat(attempt()
                        .saw("left", "0")
                        .position("f", 1, 1)
                        .timeToLive(9_000)
                        .run())
                .isEqualTo(new Written(0, 1));
        assertThat(redis.pttl(ENTRY)).as("nothing was written").isEqualTo(-1);
        assertThat(attempt().saw("left", "3").run()).isInstanceOf(Missed.class);
    }

    @Test
    void timeToLiveIsSetWhereSomethingIsWrittenAndKeptOtherwise() {
        assertThat(first().timeToLive(60_000).run()).isInstanceOf(Written.class);
        assertThat(redis.pttl(ENTRY)).isBetween(50_000L, 60_000L);
        assertThat(attempt().command("HSET", "hits", "2").run()).isInstanceOf(Written.class);
        assertThat(redis.pttl(ENTRY)).isBetween(1L, 60_000L);
        assertThat(attempt().blind("hits", Kind.ADD, 2).timeToLive(90_000).run())
                .isInstanceOf(Written.class);
        assertThat(redis.pttl(ENTRY)).isBetween(80_000L, 90_000L);
    }

    @Test
    void commandsAreWrittenInTheirOrder() {
        AttemptDraft pushed = attempt()
                .read("LLEN", 0, "LRANGE", "0", "-1")
                .saw(List.of(), "LRANGE", "0", "-1")
                .command("RPUSH", "a", "b")
                .command("LTRIM", "1", "-1")
                .command("LPUSH", "c");
        assertThat(pushed.run()).isInstanceOf(Written.class);
        assertThat(redis.lrange(ENTRY, 0, -1)).containsExactly("c", "b");
    }

    @Test
    void entryThatLosesItsOtherFieldsKeepsItsTimeToLive() {
        redis.hset(ENTRY, "old", "1");
        redis.pexpire(ENTRY, 30_000);
        assertThat(attempt().blind("hits", Kind.ADD, 1).command("HDEL", "old").run())
                .isInstanceOf(Written.class);
        assertThat(redis.pttl(ENTRY)).isBetween(1L, 30_000L);
    }

    @Test
    void firstCommandThatIsRefusedLeavesNothingBehind() {
        redis.hset(ENTRY, "hits", "1");
        redis.zadd(marks("f"), Map.of("low", 3.0, "4", 4.0));
        AttemptDraft draft = attempt().saw("hits", "1").command("RPUSH", "a");
        Refused refused = (Refused) draft.position("f", 10, 5).run();
        assertThat(refused.torn()).isFalse();
        assertThat(refused.error()).contains("WRONGTYPE");
        assertThat(redis.zrange(marks("f"), 0, -1)).containsExactly("low", "4");
        assertThat(redis.zscore(marks("f"), "low")).isEqualTo(3);
        assertThat(attempt().command("RPUSH", "a").position("g", 10, 5).run()).isInstanceOf(Refused.class);
        assertThat(redis.exists(marks("g"))).isFalse();
    }

    @Test
    void laterCommandThatIsRefusedIsToldFromThat() {
        Refused torn =
                (Refused) first().command("RPUSH", "a").position("f", 10, 5).run();
        assertThat(torn.torn()).isTrue();
        assertThat(redis.hget(ENTRY, "hits")).isEqualTo("1");
        assertThat(redis.zscore(marks("f"), "10"))
                .as("it is not written again on top of itself")
                .isNotNull();
    }

    @Test
    void marksOfAnotherTypeAreNamedBeforeTheFirstWrite() {
        redis.set(marks("f"), "of another type");
        AttemptReply refused = first().position("f", 10, 5).run();
        assertThat(refused)
                .isEqualTo(new Refused(0, AttemptReply.NO_ENTRY, List.of(), "FOREIGN string " + marks("f"), false));
        assertThat(redis.exists(ENTRY)).isFalse();
    }

    @Test
    void largeEntryIsNotAnswered() {
        redis.hset(ENTRY, Map.of("a", "1", "b", "2", "c", "3"));
        assertThat(first().read("HLEN", 2, "HGETALL").saw("a", "0").run()).isEqualTo(new TooLarge(0, 0, List.of(), 3));
        assertThat(first().read("HLEN", 3, "HGETALL").saw("a", "0").run()).isInstanceOf(Missed.class);
        redis.zadd(marks("f"), 10, "10");
        assertThat(first().read("HLEN", 2, "HGETALL").position("f", 10, 5).run())
                .as("the event is known all the same")
                .isEqualTo(new TooLarge(0, 0, List.of(1), 3));
    }

    @Test
    void missTellsOfAnEntryThatHasNothingOfThePartThatItExists() {
        redis.zadd(ENTRY, 50, "a");
        String[] range = {"0", "10", "BYSCORE"};
        assertThat(attempt()
                        .read("ZCARD", ReadSpec.ANY, "ZRANGE", range)
                        .saw(List.of("b"), "ZRANGE", range)
                        .run())
                .isEqualTo(new Missed(0, List.of(new ReadReply.Found(true, List.of()))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"SET", "DEL", "HSET", "ADD to a field", "ADD", "nothing"})
    void wrongTypeIsNoticedThoughNothingWasSeen(String command) {
        redis.rpush(ENTRY, "a");
        boolean hash = command.equals("HSET") || command.equals("ADD to a field");
        AttemptDraft draft = attempt().read(hash ? "HLEN" : "STRLEN", 0, "GET");
        draft = switch (command) {
            case "SET" -> draft.command("SET", "x", "KEEPTTL");
            case "DEL" -> draft.command("DEL");
            case "HSET" -> draft.command("HSET", "a", "1");
            case "ADD to a field" -> draft.blind("a", Kind.ADD, 1);
            case "ADD" -> draft.blind(null, Kind.ADD, 1);
            default -> draft;
        };
        Refused refused = (Refused) draft.position("f", 10, 5).run();
        assertThat(refused.error()).contains("WRONGTYPE");
        assertThat(refused.torn()).isFalse();
        assertThat(redis.lrange(ENTRY, 0, -1)).containsExactly("a");
        assertThat(redis.exists(marks("f"))).isFalse();
    }

    @Test
    void listInAListIsComparedAsItsSizeAndWhatIsInIt() {
        redis.xadd(ENTRY, new StreamEntryID(1, 1), Map.of("a", "1"));
        redis.xadd(ENTRY, new StreamEntryID(1, 2), Map.of("b", "2"));
        List<String> stands = List.of("2", "1-1", "2", "a", "1", "2", "1-2", "2", "b", "2");
        List<String> other = List.of("2", "1-1", "2", "a", "1", "2", "1-2", "2", "b", "3");
        List<String> shorter = stands.subList(0, 5);
        for (List<String> seen : List.of(other, shorter, List.<String>of(), List.of("1-1", "1-2"))) {
            AttemptDraft missing = attempt().saw(seen, "XRANGE", "-", "+").command("DEL");
            assertThat(missing.read("XLEN", 0, "XRANGE", "-", "+").run()).isInstanceOf(Missed.class);
        }
        assertThat(attempt().saw(stands, "XRANGE", "-", "+").command("DEL").run())
                .isInstanceOf(Written.class);
        assertThat(redis.exists(ENTRY)).isFalse();
    }

    @Test
    void existenceAloneTellsNothingOfTheType() {
        redis.rpush(ENTRY, "a");
        AttemptDraft draft =
                attempt().read("STRLEN", 0, "GET").saw(List.of("1"), "EXISTS").command("SET", "x", "KEEPTTL");
        assertThat(((Refused) draft.run()).error()).contains("WRONGTYPE");
        assertThat(redis.type(ENTRY)).isEqualTo("list");
    }

    @Test
    void asManyBlindFieldsAsOneCommandTakesAreWritten() {
        AttemptDraft draft = attempt();
        for (int i = 0; i < AttemptCall.MAX_BLIND; i++) {
            draft.blind("n" + i, Kind.ADD, i);
        }
        assertThat(draft.run()).isInstanceOf(Written.class);
        assertThat(redis.hlen(ENTRY)).isEqualTo(AttemptCall.MAX_BLIND);
        assertThat(redis.hget(ENTRY, "n1999")).isEqualTo("1999");
    }
}
