package io.github.stormlock.redis;

import static io.github.stormlock.redis.Lua.AMPLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.redis.RedisConfig.Node;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each sentinel's own answer is told, and one that answers is enough. */
class SentinelAnswersTest {
    private static final ScriptCall ONE = Lua.call(Lua.script("return 1"), List.of("k"), List.of());
    private static final String SUBSCRIBED = "*3\r\n$9\r\nsubscribe\r\n$14\r\n+switch-master\r\n:1\r\n";

    private static FakeServer sentinel(String answer) {
        return new FakeServer(command -> command.get(0).equals("SENTINEL") ? answer : SUBSCRIBED);
    }

    private static FakeServer primary() {
        return new FakeServer(command -> command.get(0).equals("EVALSHA") ? ":1\r\n" : "+OK\r\n");
    }

    private static String naming(FakeServer primary) {
        String port = Integer.toString(primary.port());
        return "*2\r\n$9\r\n127.0.0.1\r\n$" + port.length() + "\r\n" + port + "\r\n";
    }

    private static RedisPort open(FakeServer... sentinels) {
        return RedisPort.open(RedisConfig.builder()
                .sentinels(
                        "mymaster",
                        Stream.of(sentinels)
                                .map(sentinel -> new Node("127.0.0.1", sentinel.port()))
                                .toList())
                .commandTimeout(Duration.ofSeconds(1))
                .build());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "-NOAUTH Authentication required. | refused the login: NOAUTH | storm.lock.redis.sentinel.password.file",
                "-WRONGPASS invalid username-password pair | refused the login | storm.lock.redis.sentinel.user",
                "-NOPERM this user has no permissions | refused the login: NOPERM | storm.lock.redis.sentinel.user",
                "-ERR AUTH called without any password configured | refused the login | storm.lock.redis.sentinel.password.file",
                "-ERR unknown command 'SENTINEL' | is Redis and no sentinel | storm.lock.redis.nodes",
                "-LOADING Redis is loading the dataset in memory | LOADING | sentinel",
                "*-1 | watches no 'mymaster' | storm.lock.redis.sentinel.master",
                "*0 | watches no 'mymaster' | storm.lock.redis.sentinel.master",
                "HTTP/1.1 400 Bad Request | Unknown reply | sentinel"
            })
    void answerIsToldWithTheSetting(String answer, String told, String setting) {
        try (FakeServer sentinel = sentinel(answer + "\r\n");
                RedisPort port = open(sentinel)) {
            assertThatThrownBy(() -> port.run(ONE, AMPLE))
                    .isInstanceOf(RedisUnavailableException.class)
                    .hasMessageContainingAll("'mymaster'", "127.0.0.1:" + sentinel.port(), told, setting);
        }
    }

    @Test
    void eachSentinelIsTold() {
        try (FakeServer refusing = sentinel("-NOAUTH Authentication required.\r\n");
                FakeServer strange = sentinel("-ERR unknown command 'SENTINEL'\r\n");
                FakeServer silent = sentinel(FakeServer.SILENCE);
                RedisPort port = open(refusing, strange, silent)) {
            assertThatThrownBy(() -> port.run(ONE, AMPLE))
                    .isInstanceOf(RedisUnavailableException.class)
                    .hasMessageContainingAll(
                            "sentinel 127.0.0.1:" + refusing.port() + " refused the login",
                            "127.0.0.1:" + strange.port() + " is Redis and no sentinel",
                            "sentinel 127.0.0.1:" + silent.port() + ": ");
        }
    }

    @Test
    void oneThatAnswersIsEnough() {
        try (FakeServer primary = primary();
                FakeServer refusing = sentinel("-NOAUTH Authentication required.\r\n");
                FakeServer silent = sentinel(FakeServer.SILENCE);
                FakeServer good = sentinel(naming(primary));
                RedisPort port = open(silent, refusing, good)) {
            assertThat(port.run(ONE, AMPLE)).isEqualTo(1L);
        }
    }

    @Test
    void switchIsHeard() {
        try (FakeServer before = primary();
                FakeServer after = primary()) {
            String text = "mymaster 127.0.0.1 " + before.port() + " 127.0.0.1 " + after.port();
            String others = "others 127.0.0.1 1 127.0.0.1 2";
            Function<String, String> message = words ->
                    "*3\r\n$7\r\nmessage\r\n$14\r\n+switch-master\r\n$" + words.length() + "\r\n" + words + "\r\n";
            try (FakeServer sentinel = new FakeServer(command -> command.get(0).equals("SENTINEL")
                            ? naming(before)
                            : SUBSCRIBED + message.apply(text) + message.apply(others));
                    RedisPort port = open(sentinel)) {
                await().ignoreExceptionsInstanceOf(RedisException.class).until(() -> {
                    port.run(ONE, AMPLE);
                    return after.received().contains("EVALSHA");
                });
            }
        }
    }
}
