package io.github.stormlock.quorum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.internal.protocol.Bytes;
import io.github.stormlock.redis.RedisAnswerLostException;
import io.github.stormlock.redis.RedisConfig;
import io.github.stormlock.redis.RedisRefusedException;
import io.github.stormlock.redis.RedisUnavailableException;
import io.github.stormlock.redis.Script;
import io.github.stormlock.redis.ScriptCall;
import io.github.stormlock.test.FaultProxy;
import io.github.stormlock.test.RedisExtension;
import io.github.stormlock.test.RedisServer;
import io.github.stormlock.test.ReplyLoss;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import redis.clients.jedis.Jedis;

/** One connection over which scripts keep their order, whatever becomes of the answers. */
@ExtendWith(RedisExtension.class)
@Tag("server")
class RedisLaneTest {
    private static final Duration AMPLE = Duration.ofSeconds(30);
    /** One script for all calls, so that the lane sends it by its digest from the second call on. */
    private static final Script APPEND = Script.text("append", "return redis.call('APPEND', 'lane', ARGV[1])");

    private FaultProxy proxy;
    private RedisLane lane;
    private Jedis jedis;

    @BeforeEach
    void open(RedisServer server) {
        proxy = FaultProxy.to(server);
        jedis = new Jedis(server.uri());
        jedis.del("lane");
        lane = new PortLane(RedisConfig.standalone("127.0.0.1", proxy.port()).toBuilder()
                .connectTimeout(Duration.ofSeconds(5))
                .commandTimeout(Duration.ofSeconds(5))
                .build());
    }

    @AfterEach
    void close() {
        lane.close();
        proxy.close();
        jedis.close();
    }

    private CompletableFuture<Object> append(String text) {
        return lane.send(new ScriptCall(APPEND, List.of(), List.of(Bytes.of(text))));
    }

    private CompletableFuture<Object> run(String text) {
        return lane.send(new ScriptCall(Script.text("test", text), List.of(), List.of()));
    }

    @Test
    void answersComeInTheOrderOfTheScripts() {
        List<CompletableFuture<Object>> sent =
                List.of(append("a"), append("b"), run("return redis.call('NONSENSE')"), append("c"));

        assertThat(sent.get(3)).succeedsWithin(AMPLE).isEqualTo(3L);
        assertThat(sent.get(2)).isCompletedWithValueMatching(RedisRefusedException.class::isInstance);
        assertThat(jedis.get("lane")).isEqualTo("abc");
    }

    @Test
    void laterScriptDoesNotOvertakeOneThatIsStillOnItsWay() {
        assertThat(append("a")).succeedsWithin(AMPLE);
        proxy.holdRequestWhen(FaultProxy.containing("late"), 1);
        CompletableFuture<Object> late = append("late");
        await().until(() -> proxy.held() == 1);
        boolean given = late.cancel(false);
        CompletableFuture<Object> next = append("-next");

        proxy.releaseHeld();

        assertThat(next).succeedsWithin(AMPLE);
        assertThat(given).isTrue();
        assertThat(jedis.get("lane")).isEqualTo("alate-next");
    }

    @Test
    void scriptThatIsCancelledBeforeItsTurnIsNeverSent() {
        assertThat(append("a")).succeedsWithin(AMPLE);
        proxy.holdRequestWhen(FaultProxy.containing("first"), 1);
        CompletableFuture<Object> first = append("first");
        await().until(() -> proxy.held() == 1);
        boolean cancelled = append("no").cancel(false);
        CompletableFuture<Object> last = append("last");

        proxy.releaseHeld();

        assertThat(first).succeedsWithin(AMPLE);
        assertThat(last).succeedsWithin(AMPLE);
        assertThat(cancelled).isTrue();
        assertThat(jedis.get("lane")).isEqualTo("afirstlast");
    }

    @Test
    void lostConnectionLosesTheAnswersThatAreDueAndIsMadeAgain() {
        assertThat(append("a")).succeedsWithin(AMPLE);
        proxy.dropReplyWhen(FaultProxy.containing("lost"), 1, ReplyLoss.CUT);

        CompletableFuture<Object> lost = append("lost");

        assertThat(lost).succeedsWithin(AMPLE).isInstanceOf(RedisAnswerLostException.class);
        assertThat(append("b")).succeedsWithin(AMPLE).isEqualTo(6L);
    }

    @Test
    void serverOutOfReachRanNothing() {
        proxy.refuse(true);

        assertThat(append("a")).succeedsWithin(AMPLE).isInstanceOf(RedisUnavailableException.class);

        proxy.refuse(false);
        assertThat(append("b")).succeedsWithin(AMPLE).isEqualTo(1L);
    }

    @Test
    void closedLaneAnswersEverythingByAnException() {
        assertThat(append("a")).succeedsWithin(AMPLE);
        proxy.holdRequestWhen(FaultProxy.containing("due"), 1);
        CompletableFuture<Object> due = append("due");
        await().until(() -> proxy.held() == 1);

        lane.close();

        assertThat(due).succeedsWithin(AMPLE).isInstanceOf(RedisAnswerLostException.class);
        assertThat(append("b")).succeedsWithin(AMPLE).isInstanceOf(RedisUnavailableException.class);
    }
}
