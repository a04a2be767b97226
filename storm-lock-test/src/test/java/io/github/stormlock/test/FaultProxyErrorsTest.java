package io.github.stormlock.test;

import static io.github.stormlock.test.FaultProxy.containing;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.JedisPubSub;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.RedisProtocol;
import redis.clients.jedis.Response;
import redis.clients.jedis.exceptions.JedisDataException;

/** Tests the errors that the proxy itself puts in the place of replies: the other replies must go where they belong. */
@Tag("harness")
@ExtendWith(RedisExtension.class)
@Tag("server")
class FaultProxyErrorsTest {
    private static final String BUSY = "BUSY Redis is busy";

    private final EntryReader entries;

    @AutoClose
    private final FaultProxy proxy;

    FaultProxyErrorsTest(RedisServer server, EntryReader entries) {
        this.entries = entries;
        this.proxy = FaultProxy.to(server);
    }

    @ParameterizedTest
    @EnumSource(
            value = RedisProtocol.class,
            names = {"RESP2", "RESP3"})
    void refusedRequestDoesNotReachRedis(RedisProtocol protocol) {
        try (Jedis client = connect(protocol)) {
            proxy.refuseRequestWhen(containing("SET"), 1, BUSY);
            assertThatThrownBy(() -> client.set("k", "v")).hasMessage(BUSY);
            assertThat(client.get("k")).isNull();
            assertThat(client.set("k", "w")).isEqualTo("OK");
        }
        assertThat(entries.string("k")).contains("w");
    }

    @ParameterizedTest
    @EnumSource(
            value = RedisProtocol.class,
            names = {"RESP2", "RESP3"})
    void requestWhoseReplyIsReplacedIsRun(RedisProtocol protocol) {
        try (Jedis client = connect(protocol)) {
            proxy.replaceReplyWhen(containing("SET"), 1, BUSY);
            assertThatThrownBy(() -> client.set("k", "v")).hasMessage(BUSY);
            assertThat(client.get("k")).isEqualTo("v");
        }
    }

    @Test
    void oneOfManyInAPipelineIsAnsweredByTheErrorInItsPlace() {
        try (Jedis client = connect(RedisProtocol.RESP3);
                Pipeline pipeline = client.pipelined()) {
            proxy.refuseRequestWhen(containing("second"), 1, BUSY);
            proxy.replaceReplyWhen(containing("third"), 1, "OOM no memory");
            Response<Long> first = pipeline.hset("h", Map.of("first", "1"));
            Response<Long> second = pipeline.hset("h", Map.of("second", "2"));
            Response<Long> third = pipeline.hset("h", Map.of("third", "3"));
            Response<Map<String, String>> all = pipeline.hgetAll("h");
            pipeline.sync();
            assertThat(first.get()).isEqualTo(1);
            assertThatThrownBy(second::get)
                    .isInstanceOf(JedisDataException.class)
                    .hasMessage(BUSY);
            assertThatThrownBy(third::get).hasMessage("OOM no memory");
            assertThat(all.get()).containsOnlyKeys("first", "third");
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = RedisProtocol.class,
            names = {"RESP2", "RESP3"})
    void repliesOfEveryFormAreCountedAsOne(RedisProtocol protocol) {
        try (Jedis client = connect(protocol)) {
            client.set("large", "line\r\n+$*".repeat(50_000));
            client.zadd("z", Map.of("a", 1.5, "b", Double.POSITIVE_INFINITY));
            assertThatThrownBy(() -> client.eval("return redis.error_reply('MINE')"))
                    .hasMessageContaining("MINE");
            assertThat((List<?>) client.eval("return {1, {false, 'x', {}}, ''}"))
                    .hasSize(3);
            assertThat(client.zrangeWithScores("z", 0, -1)).hasSize(2);
            assertThat(client.get("none")).isNull();
            assertThat(client.get("large")).hasSize(450_000);
            proxy.replaceReplyWhen(containing("large"), 1, BUSY);
            assertThatThrownBy(() -> client.get("large")).hasMessage(BUSY);
            assertThat(client.zscore("z", "a")).isEqualTo(1.5);
        }
    }

    @Test
    void subscriptionIsCarriedOn() {
        try (Jedis subscriber = connect(RedisProtocol.RESP2);
                Jedis publisher = connect(RedisProtocol.RESP2)) {
            StringBuilder heard = new StringBuilder();
            subscriber.subscribe(
                    new JedisPubSub() {
                        @Override
                        public void onSubscribe(String channel, int count) {
                            publisher.publish("news", "one");
                            publisher.publish("news", "two");
                        }

                        @Override
                        public void onMessage(String channel, String message) {
                            heard.append(message);
                            if (message.equals("two")) {
                                unsubscribe();
                            }
                        }
                    },
                    "news");
            assertThat(heard).hasToString("onetwo");
        }
    }

    @Test
    void healingForgetsTheErrors() {
        try (Jedis client = connect(RedisProtocol.RESP2)) {
            proxy.refuseRequestWhen(containing("SET"), 5, BUSY);
            proxy.heal();
            assertThat(client.set("k", "v")).isEqualTo("OK");
        }
    }

    @Test
    void errorOfSeveralLinesIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> proxy.refuseRequestWhen(containing("SET"), 1, "BUSY\r\n+OK"))
                .withMessageContaining("must be one line");
    }

    private Jedis connect(RedisProtocol protocol) {
        DefaultJedisClientConfig config = DefaultJedisClientConfig.builder()
                .timeoutMillis((int) Duration.ofSeconds(5).toMillis())
                .protocol(protocol)
                .build();
        return new Jedis(new HostAndPort("127.0.0.1", proxy.port()), config);
    }
}
