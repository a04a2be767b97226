package io.github.stormlock.internal.protocol.several;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.entry.Attempted;
import io.github.stormlock.entry.BlindChange;
import io.github.stormlock.entry.EntryCommand;
import io.github.stormlock.entry.Expectation;
import io.github.stormlock.internal.protocol.AttemptCall;
import io.github.stormlock.internal.protocol.AttemptReply;
import io.github.stormlock.internal.protocol.Bytes;
import io.github.stormlock.internal.protocol.EventMarks;
import io.github.stormlock.internal.protocol.Handover;
import io.github.stormlock.internal.protocol.LockCalls;
import io.github.stormlock.internal.protocol.LockKeys;
import io.github.stormlock.internal.protocol.LockKind;
import io.github.stormlock.internal.protocol.MarkedEvent;
import io.github.stormlock.internal.protocol.ReadReply;
import io.github.stormlock.internal.protocol.ReadSpec;
import io.github.stormlock.internal.protocol.ScriptBench;
import io.github.stormlock.internal.protocol.Targets;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.redis.RedisConfig;
import io.github.stormlock.redis.ScriptCall;
import io.github.stormlock.test.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.params.SetParams;

/** The scripts write all of several entries or none, and take all of several locks or none. */
@OnRedis
class SeveralEntriesScriptTest {
    private static final String TOKEN = "storm-lock:s:factory:7:3";
    private static final String STRANGER = "stranger";
    private static final String NOTE = "storm-lock:s:here:1:5";
    private static final long LEASE = 5_000;
    private static final List<LockKeys> KEYS = Stream.of("a", "b", "c")
            .map(entry -> LockKeys.of(entry, /* cluster= */ false))
            .toList();
    private static final ReadSpec ALL = ReadSpec.of(command("HGETALL"), "hash", "HLEN", 10);
    private static final EventMarks MARKS = new EventMarks("test", Duration.ofMinutes(1), Duration.ofMinutes(1));
    private static final MarkedEvent EVENT =
            new MarkedEvent(MARKS, EventId.opaque("event"), KEYS.get(0), KEYS.subList(1, 3));

    private RedisServer server;
    private ScriptBench bench;
    private Jedis redis;

    private static EntryCommand command(String name, String... arguments) {
        return new EntryCommand(name, Arrays.stream(arguments).map(Bytes::of).toList());
    }

    private static String lock(int number) {
        return Bytes.text(KEYS.get(number).lockKey());
    }

    private Object run(ScriptCall call) {
        return bench.port().run(call, Long.MAX_VALUE);
    }

    private void hold(int number, String token) {
        redis.set(lock(number), token, SetParams.setParams().px(LEASE));
    }

    private void holdAll() {
        for (int i = 0; i < KEYS.size(); i++) {
            hold(i, TOKEN);
        }
    }

    private List<String> locked() {
        return redis.keys("lock:*").stream().sorted().toList();
    }

    /** Returns what stands, without the locks. */
    private List<String> written() {
        return redis.keys("*").stream()
                .filter(key -> !key.startsWith("lock:") && !key.startsWith("lock-wait:"))
                .sorted()
                .toList();
    }

    /** An attempt that saw n in each entry, adds to it and sets a field. The last entry is written by a given command. */
    private AttemptReply attemptWith(EntryCommand last, String... seen) {
        return attemptAs(AttemptCall.FREE, last, seen);
    }

    private AttemptReply attemptAs(String token, EntryCommand last, String... seen) {
        List<AttemptCall.Seen> entries = new ArrayList<>();
        for (int i = 0; i < KEYS.size(); i++) {
            List<Expectation> expected = seen.length == 0
                    ? List.of()
                    : List.of(new Expectation(
                            command("HMGET", "n"),
                            Collections.singletonList(seen[i] == null ? null : Bytes.of(seen[i]))));
            List<BlindChange> blind = List.of(new BlindChange("sum", BlindChange.Kind.ADD, i + 1));
            EntryCommand write = i == KEYS.size() - 1 ? last : command("HSET", "who", "me");
            entries.add(new AttemptCall.Seen(
                    KEYS.get(i), ALL, new Attempted(expected, blind, List.of(write)), Duration.ofMinutes(i)));
        }
        AttemptCall call =
                new AttemptCall(entries, List.of(EVENT), /* deadlineMicros= */ 0, /* counting= */ true, token);
        return AttemptReply.of(run(call.toScriptCall()), KEYS.size());
    }

    private AttemptReply attempt(String... seen) {
        return attemptWith(command("HSET", "who", "me"), seen);
    }

    private List<?> acquire(LockCalls.Note note) {
        return Bytes.list(
                run(LockCalls.acquire(LockKind.MUTEX, new Targets(KEYS, List.of(ALL, ALL, ALL)), TOKEN, LEASE, note)));
    }

    @Test
    void attemptWritesAllEntriesByWhatStands() {
        redis.hset("b", Map.of("n", "7", "sum", "40"));
        assertThat(attempt(null, "7", null)).isEqualTo(new AttemptReply.Written(0, 1));
        assertThat(redis.hgetAll("a")).isEqualTo(Map.of("sum", "1", "who", "me"));
        assertThat(redis.hgetAll("b")).isEqualTo(Map.of("n", "7", "sum", "42", "who", "me"));
        assertThat(redis.hgetAll("c")).isEqualTo(Map.of("sum", "3", "who", "me"));
        assertThat(redis.pttl("a")).isEqualTo(-1);
        assertThat(redis.pttl("b")).isBetween(50_000L, 60_000L);
        assertThat(redis.pttl("c")).isBetween(110_000L, 120_000L);
    }

    @Test
    void attemptThatSawSomethingElseAtOneEntryWritesNoneAndAnswersAll() {
        for (int i = 0; i < 3; i++) {
            redis.flushAll();
            String key = KEYS.get(i).entry();
            redis.hset(key, "n", "8");
            List<Boolean> exist = List.of(i == 0, i == 1, i == 2);
            assertThat(attempt(null, null, null))
                    .isInstanceOfSatisfying(AttemptReply.Missed.class, missed -> assertThat(missed.entries())
                            .extracting(ReadReply.Found::exists)
                            .isEqualTo(exist));
            assertThat(written()).containsExactly(key);
            assertThat(redis.hgetAll(key)).isEqualTo(Map.of("n", "8"));
        }
    }

    @Test
    void attemptThatMeetsOneLockWritesNoneAndNamesIt() {
        for (int i = 0; i < 3; i++) {
            redis.flushAll();
            hold(i, STRANGER);
            int index = i;
            assertThat(attempt()).isInstanceOfSatisfying(AttemptReply.Busy.class, busy -> assertThat(busy.index())
                    .isEqualTo(index));
            assertThat(written()).isEmpty();
        }
    }

    @Test
    void attemptOnAnEntryOfAnotherTypeWritesNoneAndNamesIt() {
        redis.rpush("c", "x");
        assertThat(attempt()).isInstanceOfSatisfying(AttemptReply.Refused.class, refused -> {
            assertThat(refused.index()).isEqualTo(2);
            assertThat(refused.torn()).isFalse();
        });
        assertThat(written()).containsExactly("c");
    }

    /** The first entries are written by then, so nobody may write them a second time. */
    @Test
    void attemptThatIsRefusedInTheMiddleSaysSoAndKeepsItsMark() {
        assertThat(attemptWith(command("HSET", "odd"))).isInstanceOfSatisfying(AttemptReply.Refused.class, refused -> {
            assertThat(refused.index()).isEqualTo(2);
            assertThat(refused.torn()).isTrue();
        });
        assertThat(redis.hgetAll("a")).containsEntry("sum", "1");
        assertThat(attempt())
                .isInstanceOfSatisfying(AttemptReply.Replayed.class, replayed -> assertThat(replayed.entries())
                        .hasSize(3)
                        .extracting(ReadReply.Found::exists)
                        .containsExactly(true, true, true));
        assertThat(redis.hgetAll("a")).containsEntry("sum", "1");
    }

    /** A right that was taken away must not let one entry be written and another not. */
    @Test
    void commandThatIsNotPermittedAtTheLastEntryIsRefusedBeforeTheFirstIsWritten() {
        redis.aclSetUser("limited", "on", ">secret", "~*", "&*", "+@all", "-hdel");
        RedisConfig limited = RedisConfig.fromUri("redis://limited:secret@127.0.0.1:" + server.port());
        EntryCommand forbidden = command("HDEL", "who");
        try (ScriptBench weak = new ScriptBench(server, limited)) {
            bench.close();
            bench = weak;
            assertThat(attemptWith(forbidden)).isInstanceOfSatisfying(AttemptReply.Refused.class, refused -> {
                assertThat(refused.index()).isEqualTo(AttemptReply.NO_ENTRY);
                assertThat(refused.torn()).isFalse();
            });
            assertThat(written()).isEmpty();
        } finally {
            long removed = redis.aclDelUser("limited");
        }
    }

    @Test
    void commandsAreTriedBeforehandOnNoEntry() {
        for (String entry : List.of("a", "b", "c")) {
            redis.hset(entry, Map.of("kept", "1", "who", "you"));
        }
        assertThat(attemptWith(command("HDEL", "who"))).isInstanceOf(AttemptReply.Written.class);
        for (String entry : List.of("a", "b", "c")) {
            assertThat(redis.hgetAll(entry)).containsEntry("kept", "1");
        }
        assertThat(redis.hgetAll("c")).doesNotContainKey("who");
    }

    @Test
    void replayIsAnsweredThoughALockIsHeldAndWritesNothing() {
        assertThat(attempt()).isInstanceOf(AttemptReply.Written.class);
        hold(1, STRANGER);
        assertThat(attempt())
                .isInstanceOfSatisfying(AttemptReply.Replayed.class, replayed -> assertThat(replayed.seen())
                        .containsExactly(1));
        assertThat(redis.hgetAll("b")).containsEntry("sum", "2");
    }

    @Test
    void largeEntryIsNamed() {
        Map<String, String> large = new HashMap<>();
        for (int i = 0; i < 20; i++) {
            large.put("f" + i, "x");
        }
        redis.hset("b", large);
        redis.hset("c", "n", "8");
        assertThat(attempt(null, null, null)).isEqualTo(new AttemptReply.TooLarge(0, 1, List.of(), 20));
    }

    @Test
    void holderOfAllLocksWritesAllEntriesUnderItsToken() {
        holdAll();
        assertThat(attemptAs(TOKEN, command("HSET", "who", "me"))).isEqualTo(new AttemptReply.Written(0, 1));
        assertThat(written()).contains("a", "b", "c");
        assertThat(locked()).hasSize(3);
    }

    @Test
    void holderOfAllLocksButOneWritesNone() {
        for (int i = 0; i < 3; i++) {
            redis.flushAll();
            holdAll();
            hold(i, STRANGER);
            int index = i;
            assertThat(attemptAs(TOKEN, command("HSET", "who", "me")))
                    .isInstanceOfSatisfying(AttemptReply.Busy.class, busy -> assertThat(busy.index())
                            .isEqualTo(index));
            assertThat(written()).isEmpty();
        }
    }

    @Test
    void allLocksAreTakenAndAllEntriesReadInOneStep() {
        redis.hset("b", "n", "7");
        List<?> granted = acquire(LockCalls.Note.NONE);
        assertThat(granted.get(0)).isEqualTo(1L);
        List<ReadReply.Found> found = ReadReply.found(granted, 1, 3);
        assertThat(found).extracting(ReadReply.Found::exists).containsExactly(false, true, false);
        assertThat(ScriptBench.shown(found.get(1).answer())).isEqualTo(List.of("n", "7"));
        for (int i = 0; i < 3; i++) {
            assertThat(redis.get(lock(i))).isEqualTo(TOKEN);
            assertThat(redis.pttl(lock(i))).isBetween(LEASE / 2, LEASE);
        }
    }

    @Test
    void oneBusyLockLeavesNoneAndTheNoteStandsThereOnly() {
        for (int i = 0; i < 3; i++) {
            redis.flushAll();
            hold(i, STRANGER);
            List<?> busy = acquire(new LockCalls.Note(NOTE, "1000", "", 0));
            assertThat(List.of(busy.get(0), busy.get(1))).isEqualTo(List.of(0L, i + 1L));
            assertThat(locked()).containsExactly(lock(i));
            assertThat(redis.keys("lock-wait:*"))
                    .containsExactly(Bytes.text(KEYS.get(i).waitingKey()));
        }
    }

    /** It keeps only what comes before the busy one in the common order. So two waiters cannot wait for each other. */
    @Test
    void waiterThatLostItsTurnsKeepsTheLocksBeforeTheBusyOneForAMoment() {
        hold(1, STRANGER);
        assertThat(acquire(new LockCalls.Note(NOTE, "1000", "", 50)).get(0)).isEqualTo(0L);
        assertThat(locked()).containsExactly(lock(0), lock(1));
        assertThat(redis.get(lock(0))).isEqualTo(TOKEN);
        assertThat(redis.pttl(lock(0))).isBetween(1L, 50L);
    }

    @Test
    void entryThatCannotBeReadLeavesNoLock() {
        redis.rpush("c", "x");
        List<?> unread = acquire(LockCalls.Note.NONE);
        assertThat(List.of(unread.get(0), unread.get(1))).isEqualTo(List.of(-1L, 3L));
        assertThat(locked()).isEmpty();
    }

    @Test
    void leaseOfWhichOneLockIsGoneIsNotRenewed() {
        holdAll();
        hold(2, STRANGER);
        assertThat(run(LockCalls.renew(LockKind.MUTEX, KEYS, TOKEN, 60_000))).isEqualTo(0L);
        assertThat(redis.pttl(lock(0))).isLessThanOrEqualTo(LEASE);
        hold(2, TOKEN);
        assertThat(run(LockCalls.renew(LockKind.MUTEX, KEYS, TOKEN, 60_000))).isEqualTo(1L);
        for (int i = 0; i < 3; i++) {
            assertThat(redis.pttl(lock(i))).isGreaterThan(LEASE);
        }
    }

    @Test
    void releaseAndWithdrawalGiveBackWhatStandsAndLeaveTheRest() {
        for (ScriptCall call : List.of(
                LockCalls.release(LockKind.MUTEX, KEYS, TOKEN, 0, false),
                LockCalls.withdraw(LockKind.MUTEX, KEYS, "storm-lock:s:factory:7:4", ""))) {
            holdAll();
            hold(1, STRANGER);
            assertThat(run(call)).isInstanceOf(List.class);
            assertThat(locked()).containsExactly(lock(1));
            redis.flushAll();
        }
    }

    /** Here somebody waits for the first lock, and cannot be told. The others are free. */
    @Test
    void releaseAndWithdrawalTellTheHighestOfTheirAnswers() {
        for (ScriptCall call : List.of(
                LockCalls.release(LockKind.MUTEX, KEYS, TOKEN, 0, false),
                LockCalls.withdraw(LockKind.MUTEX, KEYS, "storm-lock:s:factory:7:4", ""))) {
            hold(0, STRANGER);
            assertThat(acquire(new LockCalls.Note(NOTE, "1000", "", 0)).get(0)).isEqualTo(0L);
            holdAll();
            assertThat(Handover.ofRelease(run(call))).isEqualTo(Handover.UNTOLD);
            assertThat(locked()).isEmpty();
            redis.flushAll();
        }
    }

    /** A client that gives back locks of which one was lost is told so. */
    @Test
    void releaseTellsWhetherAllOfThemStood() {
        ScriptCall release = LockCalls.release(LockKind.MUTEX, KEYS, TOKEN, 0, false);
        holdAll();
        assertThat(Handover.ofRelease(run(release))).isEqualTo(Handover.FREE);
        holdAll();
        hold(1, STRANGER);
        assertThat(run(release)).isEqualTo(List.of(0L));
    }
}
