package io.github.stormlock.quorum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.stormlock.internal.protocol.Bytes;
import io.github.stormlock.internal.protocol.LockKeys;
import io.github.stormlock.redis.ScriptCall;
import io.github.stormlock.test.RedisServer;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisDataException;

/** The answers of one server to tries to take a lock, and to raises of a fence. */
@Tag("server")
class QuorumTakeScriptTest {
    private static final String BORN = "lock-quorum:born";
    private static final long LONGEST = 30_000;
    private static final long WEEK = 604_800_000;
    private static final LockKeys KEYS = LockKeys.of("x", false);
    private static RedisServer server;

    @AutoClose
    private Jedis jedis;

    private String runId;

    @BeforeAll
    static void start() {
        server = QuorumServers.own();
    }

    @AfterAll
    static void end() {
        server.close();
    }

    @BeforeEach
    void connect() {
        jedis = new Jedis(server.uri());
        jedis.flushAll();
        runId = jedis.info("server").replaceAll("(?s).*run_id:(\\w+).*", "$1");
    }

    private QuorumVote take(String token) {
        return QuorumVote.of((List<?>) run(QuorumCalls.take(KEYS, token, 5_000, LONGEST)));
    }

    private Object run(ScriptCall call) {
        return jedis.eval(call.script().text(), call.keys(), call.args());
    }

    private long now() {
        List<String> time = jedis.time();
        return Long.parseLong(time.get(0)) * 1_000 + Long.parseLong(time.get(1)) / 1_000;
    }

    private void born(long since, String of, long longest) {
        jedis.set(BORN, since + " " + of + " " + longest);
        jedis.pexpire(BORN, WEEK);
    }

    @Test
    void serverWithoutTheKeyIsBarredForOneLongestLeaseAndNotesSinceWhen() {
        long before = now();

        QuorumVote vote = take("a");

        assertThat(vote).isEqualTo(new QuorumVote.Barred(runId, LONGEST));
        assertThat(jedis.exists("lock:{x}")).isFalse();
        String[] born = jedis.get(BORN).split(" ");
        assertThat(Long.parseLong(born[0])).isBetween(before, now());
        assertThat(born[1]).isEqualTo(runId);
        assertThat(born[2]).isEqualTo("30000");
        assertThat(jedis.pttl(BORN)).isBetween(WEEK - 10_000, WEEK);
        assertThat(((QuorumVote.Barred) take("a")).leftMillis()).isBetween(LONGEST - 10_000, LONGEST);
        assertThat(jedis.get(BORN).split(" ")).isEqualTo(born);
    }

    @Test
    void serverVotesOnceOneLongestLeaseIsOver() {
        born(now() - LONGEST + 60_000, runId, LONGEST);
        assertThat(take("a")).isInstanceOf(QuorumVote.Barred.class);
        born(now() - LONGEST - 1, runId, LONGEST);

        QuorumVote vote = take("a");

        assertThat(vote).isInstanceOf(QuorumVote.Granted.class);
        assertThat(((QuorumVote.Granted) vote).fence()).isGreaterThanOrEqualTo((now() - 10_000) * 1_000);
        assertThat(jedis.get("lock:{x}")).isEqualTo("a");
        assertThat(jedis.pttl("lock:{x}")).isBetween(1L, 5_000L);
    }

    @Test
    void dataOfAnotherServerAndTimesAheadCountAsNew() {
        born(now() - WEEK / 2, "0123abcdef", LONGEST);
        assertThat(take("a")).isEqualTo(new QuorumVote.Barred(runId, LONGEST));
        born(now() + 1_000_000, runId, LONGEST);
        assertThat(take("a")).isEqualTo(new QuorumVote.Barred(runId, LONGEST));
        jedis.set(BORN, "garbage");
        assertThat(take("a")).isEqualTo(new QuorumVote.Barred(runId, LONGEST));
        assertThat(jedis.exists("lock:{x}")).isFalse();
    }

    @Test
    void anotherLongestLeaseIsTold() {
        born(0, runId, 10_000);

        assertThat(take("a")).isEqualTo(new QuorumVote.OtherLongest(runId, 10_000));
        assertThat(jedis.exists("lock:{x}")).isFalse();
        assertThat(jedis.get(BORN)).endsWith(" 10000");
    }

    @Test
    void heldLockNamesItsHolderAndItsKeyIsProlongedOnlyNowAndThen() {
        born(0, runId, LONGEST);
        jedis.pexpire(BORN, WEEK / 2 - 1);
        assertThat(take("a")).isInstanceOf(QuorumVote.Granted.class);
        assertThat(jedis.pttl(BORN)).isGreaterThan(WEEK - 10_000);
        jedis.pexpire(BORN, WEEK / 2 + 60_000);

        QuorumVote.Busy busy = (QuorumVote.Busy) take("b");

        assertThat(busy.holder().token()).isEqualTo("a");
        assertThat(busy.leftMillis()).isBetween(1L, 5_000L);
        assertThat(jedis.pttl(BORN)).isLessThanOrEqualTo(WEEK / 2 + 60_000);
    }

    @Test
    void askingTakesNothing() {
        born(0, runId, LONGEST);

        assertThat(QuorumVote.of((List<?>) run(QuorumCalls.ask(LONGEST)))).isInstanceOf(QuorumVote.Granted.class);

        assertThat(jedis.keys("*")).containsExactly(BORN);
    }

    @Test
    void laterStepTakesOverWhatAnEarlierOneHasLeft() {
        born(0, runId, LONGEST);
        assertThat(take("storm-lock:s:f:0.m1:1")).isInstanceOf(QuorumVote.Granted.class);
        assertThat(take("storm-lock:s:f:0.m1:2")).isInstanceOf(QuorumVote.Granted.class);
        assertThat(take("storm-lock:s:f:0.m1:1")).isInstanceOf(QuorumVote.Busy.class);
        assertThat(jedis.get("lock:{x}")).isEqualTo("storm-lock:s:f:0.m1:2");
    }

    @Test
    void nextFenceIsAboveTheLastOneAndNeverFalls() {
        born(0, runId, LONGEST);
        long ahead = (now() + 3_600_000) * 1_000;
        jedis.set("lock-fence:{x}", Long.toString(ahead));

        assertThat(((QuorumVote.Granted) take("a")).fence()).isEqualTo(ahead + 1);
        assertThat(raise("a", ahead + 1)).isEqualTo(Long.toString(ahead + 1));
        assertThat(raise("a", 5)).isEqualTo(Long.toString(ahead + 1));
        assertThat(raise("b", ahead + 9)).isEqualTo("null");
        assertThat(jedis.pttl("lock-fence:{x}")).isPositive();
        jedis.set("lock-fence:{x}", "garbage");
        assertThatThrownBy(() -> raise("a", 5))
                .isInstanceOf(JedisDataException.class)
                .hasMessageContaining("FOREIGN string lock-fence:{x}");
    }

    private String raise(String token, long number) {
        return Bytes.text(run(QuorumCalls.fence(KEYS, token, number, 60_000)));
    }
}
