package io.github.stormlock.internal.protocol;

import static io.github.stormlock.internal.protocol.ScriptBench.ENTRY;
import static io.github.stormlock.internal.protocol.ScriptBench.LOCK;
import static io.github.stormlock.internal.protocol.ScriptBench.STEM;
import static io.github.stormlock.internal.protocol.ScriptBench.WAITING;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.lock.fixture.OnRedis;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.params.SetParams;

/** Commits that keep the lease. Each replaces the token, so that no copy of one can ever be taken for another. */
@OnRedis
class KeptCommitScriptTest {
    private static final String ONE = STEM + "1";
    private static final String TWO = STEM + "2";
    private static final String THREE = STEM + "3";
    private static final List<Object> GONE = List.of(0L);

    private ScriptBench bench;

    private Jedis redis;

    @BeforeEach
    void open() {
        redis.set(LOCK, ONE, SetParams.setParams().px(60_000));
    }

    private Object push(String token, String next, String element) {
        return bench.commit(token).keepAs(next).command("RPUSH", element).run();
    }

    @Test
    void keptCommitReplacesTheTokenAndRenewsTheLease() {
        assertThat(push(ONE, TWO, "x")).isEqualTo(List.of(1L, -1L, 0L));
        assertThat(redis.get(LOCK)).isEqualTo(TWO);
        assertThat(redis.pttl(LOCK)).isBetween(1L, CommitDraft.LEASE);
    }

    @Test
    void secondCopyOfAKeptCommitWritesNothingAndIsToldSo() {
        assertThat(push(ONE, TWO, "x")).isEqualTo(List.of(1L, -1L, 0L));
        assertThat(push(ONE, TWO, "x")).isEqualTo(List.of(1L, -1L, -1L));
        assertThat(redis.lrange(ENTRY, 0, -1)).containsExactly("x");
        assertThat(redis.get(LOCK)).isEqualTo(TWO);
    }

    @Test
    void lateCopyOfAKeptCommitDoesNotUndoALaterOne() {
        assertThat(bench.commit(ONE).keepAs(TWO).command("HSET", "hits", "1").run())
                .isEqualTo(List.of(1L, -1L, 0L));
        assertThat(bench.commit(TWO)
                        .read("hash")
                        .keepAs(THREE)
                        .command("HSET", "hits", "2")
                        .run())
                .isEqualTo(List.of(1L, -1L, 0L));
        assertThat(bench.commit(ONE).keepAs(TWO).command("HSET", "hits", "1").run())
                .isEqualTo(GONE);
        assertThat(redis.hget(ENTRY, "hits")).isEqualTo("2");
    }

    /** A replica that was promoted before it heard of a commit holds the token of the commit before. */
    @Test
    void serverThatMissedACommitRefusesTheNext() {
        assertThat(push(ONE, TWO, "x")).isEqualTo(List.of(1L, -1L, 0L));
        redis.del(ENTRY);
        redis.set(LOCK, ONE, SetParams.setParams().px(60_000));
        assertThat(push(TWO, THREE, "y")).isEqualTo(GONE);
        assertThat(redis.exists(ENTRY)).isFalse();
    }

    @Test
    void renewalUnderAReplacedTokenIsRefused() {
        assertThat(push(ONE, TWO, "x")).isEqualTo(List.of(1L, -1L, 0L));
        assertThat(bench.renew(ONE, 60_000)).isEqualTo(0L);
        assertThat(redis.pttl(LOCK)).isLessThanOrEqualTo(CommitDraft.LEASE);
        assertThat(bench.renew(TWO, 60_000)).isEqualTo(1L);
    }

    @Test
    void whoWaitsOutsideEndsTheTenure() {
        redis.zadd(WAITING, bench.nowMillis() + 60_000, "storm-lock:c:elsewhere:1:1");
        assertThat(push(ONE, TWO, "x")).isEqualTo(List.of(1L, 1L, 0L));
        assertThat(redis.get(LOCK)).isEqualTo("storm-lock:c:elsewhere:1:1");
        assertThat(redis.lrange(ENTRY, 0, -1)).containsExactly("x");
    }

    @Test
    void whoseWaitIsOverEndsNoTenure() {
        redis.zadd(WAITING, bench.nowMillis() - 1, "storm-lock:c:elsewhere:1:1");
        redis.zadd(WAITING, -bench.nowMillis(), "since");
        assertThat(push(ONE, TWO, "x")).isEqualTo(List.of(1L, -1L, 0L));
        assertThat(redis.get(LOCK)).isEqualTo(TWO);
    }

    @Test
    void groupOfReplaysLeavesTheTokenStandingForWhatComesNext() {
        assertThat(bench.commit(ONE)
                        .keepAs(TWO)
                        .position("file", 10, 5)
                        .command("RPUSH", "x")
                        .run())
                .isEqualTo(List.of(1L, -1L, 1L));
        assertThat(bench.commit(TWO)
                        .read("list")
                        .keepAs(THREE)
                        .position("file", 10, 5)
                        .command("RPUSH", "x")
                        .run())
                .isEqualTo(List.of(2L, 1L));
        assertThat(redis.get(LOCK)).isEqualTo(TWO);
        assertThat(redis.lrange(ENTRY, 0, -1)).containsExactly("x");
    }

    @Test
    void entryThatVanishedBetweenTwoCommitsIsNotMadeAnewFromItsRest() {
        assertThat(bench.commit(ONE)
                        .keepAs(TWO)
                        .command("HSET", "hits", "100", "bytes", "7")
                        .run())
                .isEqualTo(List.of(1L, -1L, 0L));
        redis.del(ENTRY);
        assertThat(bench.commit(TWO)
                        .read("hash")
                        .keepAs(THREE)
                        .command("HSET", "hits", "101")
                        .run())
                .isEqualTo(List.of(3L, 1L, "none"));
        assertThat(redis.exists(ENTRY)).isFalse();
        assertThat(redis.get(LOCK)).isEqualTo(TWO);
    }
}
