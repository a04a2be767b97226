package io.github.stormlock.internal.protocol;

import static io.github.stormlock.internal.protocol.ScriptBench.ENTRY;
import static io.github.stormlock.internal.protocol.ScriptBench.LOCK;
import static io.github.stormlock.internal.protocol.ScriptBench.TOKEN;
import static io.github.stormlock.internal.protocol.ScriptBench.WAITING;
import static io.github.stormlock.lock.fixture.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.redis.RedisRefusedException;
import io.github.stormlock.test.RedisServer;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import redis.clients.jedis.Jedis;

/** Commits write what they are told to write, and some states of the server keep them from it. */
@OnRedis
class CommitScriptTest {
    private ScriptBench bench;

    private Jedis redis;

    @ParameterizedTest
    @EnumSource
    void onlyTheTokenThatStandsWrites(LockState state) {
        state.set(redis);
        Object reply = bench.commit(TOKEN)
                .command("HSET", "hits", "1")
                .position("file", 10, 5)
                .run();
        if (state == LockState.OWN) {
            assertThat(reply).isEqualTo(List.of(1L, 0L, 1L));
            assertThat(redis.hgetAll(ENTRY)).isEqualTo(Map.of("hits", "1"));
            assertThat(redis.exists(LOCK)).isFalse();
            assertThat(redis.exists(CommitDraft.marks("file"))).isTrue();
        } else {
            assertThat(reply).isEqualTo(List.of(0L));
            assertThat(state.isUntouched(redis)).isTrue();
            assertThat(redis.exists(ENTRY, CommitDraft.marks("file"))).isZero();
        }
    }

    /** A reader holds the lock, and yet Redis itself takes no commit of it. */
    @Test
    void tokenOfAReaderWritesNothing(RedisServer server) {
        try (RedisLockFactory locks = RedisLockFactory.connect(server.uri().toString());
                Lease reader = locks.readWrite(ENTRY).read().acquire(Duration.ofSeconds(10))) {
            Object reply = bench.commit(reader.token())
                    .command("HSET", "hits", "1")
                    .position("file", 10, 5)
                    .run();
            assertThat(reply).isEqualTo(List.of(0L));
            assertThat(redis.exists(ENTRY, CommitDraft.marks("file"))).isZero();
            assertThat(reader.isHeld()).isTrue();
            assertThat(redis.zcard("lock-read:{e}")).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"FOREIGN", "ABSENT", "LIST"})
    void refusalNamesTheEventsThatAreRemembered(LockState state) {
        LockState.OWN.set(redis);
        assertThat(bench.commit(TOKEN).position("file", 10, 5).run()).isEqualTo(List.of(1L, 0L, 1L));
        state.set(redis);
        Object reply = bench.commit(TOKEN)
                .position("file", 4, 1)
                .position("file", 7, 1)
                .position("file", 10, 1)
                .opaque("any", "x")
                .run();
        assertThat(reply).isEqualTo(List.of(0L, 1L, 3L));
    }

    @ParameterizedTest
    @CsvSource({"none, hash", "list, hash", "none, string", "hash, list"})
    void entryThatIsGoneOrOfAnotherTypeIsNotWritten(String now, String read) {
        LockState.OWN.set(redis);
        if (now.equals("list")) {
            redis.rpush(ENTRY, "a");
        } else if (now.equals("hash")) {
            redis.hset(ENTRY, "a", "1");
        }
        Object reply = bench.commit(TOKEN)
                .read(read)
                .command("DEL")
                .position("file", 10, 5)
                .run();
        assertThat(reply).isEqualTo(List.of(3L, 1L, now));
        assertThat(redis.type(ENTRY)).isEqualTo(now);
        assertThat(redis.exists(CommitDraft.marks("file"))).isFalse();
        assertThat(LockState.OWN.isUntouched(redis))
                .as("the update runs again under the lock")
                .isTrue();
    }

    @Test
    void firstCommandThatIsRefusedWritesNothing() {
        LockState.OWN.set(redis);
        redis.rpush(ENTRY, "a");
        List<?> reply = (List<?>) bench.commit(TOKEN)
                .command("HSET", "hits", "1")
                .position("file", 10, 5)
                .run();
        assertThat(reply.get(0)).isEqualTo(4L);
        assertThat(reply.get(2).toString()).contains("WRONGTYPE");
        assertThat(redis.exists(CommitDraft.marks("file"))).isFalse();
        assertThat(LockState.OWN.isUntouched(redis)).isTrue();
    }

    @Test
    void laterCommandThatIsRefusedIsToldFromThat() {
        LockState.OWN.set(redis);
        List<?> reply = (List<?>) bench.commit(TOKEN)
                .command("HSET", "hits", "1")
                .command("RPUSH", "a")
                .position("file", 10, 5)
                .run();
        assertThat(reply.get(0)).isEqualTo(5L);
        assertThat(reply.get(2).toString()).contains("WRONGTYPE");
        assertThat(redis.exists(CommitDraft.marks("file")))
                .as("it is not written again on top of itself")
                .isTrue();
        assertThat(redis.exists(LOCK)).as("nor is a second copy").isFalse();
    }

    @Test
    void commandsAreWrittenInTheirOrder() {
        LockState.OWN.set(redis);
        assertThat(bench.commit(TOKEN)
                        .command("RPUSH", "a", "b")
                        .command("LTRIM", "1", "-1")
                        .command("LPUSH", "c")
                        .run())
                .isEqualTo(List.of(1L, 0L, 0L));
        assertThat(redis.lrange(ENTRY, 0, -1)).containsExactly("c", "b");
        assertThat(redis.pttl(ENTRY)).isEqualTo(-1);
    }

    @Test
    void fourThousandArgumentsOfOneCommandAreWritten() {
        LockState.OWN.set(redis);
        String[] pairs = IntStream.range(0, 4_000).mapToObj(i -> "f" + i).toArray(String[]::new);
        assertThat(bench.commit(TOKEN)
                        .command("HSET", pairs)
                        .command("SADD")
                        .command("HSET", pairs)
                        .run())
                .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.LIST)
                .first()
                .isEqualTo(5L);
        assertThat(redis.hlen(ENTRY)).isEqualTo(2_000);
    }

    @Test
    void timeToLiveIsSetOnlyWhereItIsAskedForAndSomethingIsWritten() {
        LockState.OWN.set(redis);
        assertThat(bench.commit(TOKEN)
                        .timeToLive(60_000)
                        .command("HSET", "a", "1")
                        .run())
                .isEqualTo(List.of(1L, 0L, 0L));
        assertThat(redis.pttl(ENTRY)).isBetween(50_000L, 60_000L);
        redis.pexpire(ENTRY, 30_000);
        LockState.OWN.set(redis);
        assertThat(bench.commit(TOKEN).command("HSET", "a", "2").run()).isEqualTo(List.of(1L, 0L, 0L));
        LockState.OWN.set(redis);
        assertThat(bench.commit(TOKEN).timeToLive(60_000).run()).isEqualTo(List.of(1L, 0L, 0L));
        assertThat(redis.pttl(ENTRY)).isBetween(1L, 30_000L);
    }

    @Test
    void marksOfAnotherTypeAreNamedBeforeTheFirstWrite() {
        LockState.OWN.set(redis);
        redis.set(CommitDraft.marks("file"), "of another type");
        CommitDraft commit = bench.commit(TOKEN).command("HSET", "a", "1").position("file", 10, 5);
        assertThat(commit.run()).isEqualTo(List.of(4L, 0L, "FOREIGN string " + CommitDraft.marks("file")));
        assertThat(redis.exists(ENTRY)).isFalse();
        assertThat(redis.get(CommitDraft.marks("file"))).isEqualTo("of another type");
    }

    /** If the token is gone as well, nobody can tell whether a first copy was written. */
    @Test
    void marksOfAnotherTypeAreAnErrorToWhoseTokenIsGone() {
        LockState.FOREIGN.set(redis);
        redis.set(CommitDraft.marks("file"), "of another type");
        CommitDraft commit = bench.commit(TOKEN).command("HSET", "a", "1").position("file", 10, 5);
        assertThrown(RedisRefusedException.class, commit::run, "FOREIGN string " + CommitDraft.marks("file"));
    }

    @Test
    void foreignValueWhereWaitersAreNotedCostsAWakeUpAndNotTheAnswer() {
        LockState.OWN.set(redis);
        redis.set(WAITING, "of another type");
        assertThat(bench.commit(TOKEN)
                        .command("HSET", "a", "1")
                        .position("file", 10, 5)
                        .run())
                .isEqualTo(List.of(1L, 3L, 1L));
        assertThat(redis.exists(LOCK)).isFalse();
        assertThat(redis.hgetAll(ENTRY)).isEqualTo(Map.of("a", "1"));
    }

    @Test
    void marksThatCannotBeKeptLikeTheEntryWouldTearNothing() {
        LockState.OWN.set(redis);
        redis.zadd(CommitDraft.marks("file"), Double.POSITIVE_INFINITY, "low");
        assertThat(bench.commit(TOKEN)
                        .command("HSET", "a", "1")
                        .position("file", 10, 5)
                        .run())
                .as("a low of infinity has passed every offset")
                .isEqualTo(Arrays.asList(2L, 1L));
        assertThat(redis.exists(ENTRY)).isFalse();
    }
}
