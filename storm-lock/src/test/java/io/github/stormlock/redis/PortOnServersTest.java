package io.github.stormlock.redis;

import static io.github.stormlock.redis.Lua.AMPLE;
import static io.github.stormlock.redis.Lua.call;
import static io.github.stormlock.redis.Lua.fresh;
import static io.github.stormlock.redis.Lua.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.list;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import io.github.stormlock.lock.fixture.Opened;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;
import redis.clients.jedis.Jedis;

/** The behaviour of the port on every server and with both protocols. */
@ParameterizedClass
@MethodSource("io.github.stormlock.redis.Backend#all")
@Tag("server")
class PortOnServersTest {
    @Parameter
    Backend backend;

    @AutoClose
    private final Opened opened = new Opened();

    private TestRedis redis;
    private RedisPort port;

    @BeforeEach
    void open() {
        redis = opened.add(backend.start());
        port = opened.add(RedisPort.open(backend.config(redis)));
    }

    @Test
    void answersAreTheSameWithBothProtocols() {
        assertThat(run("return 7")).isEqualTo(7L);
        assertThat(text(run("return ARGV[1]", "häßlich"))).isEqualTo("häßlich");
        assertThat(run("return false")).isNull();
        assertThat(run("return true")).isEqualTo(1L);
        assertThat(text(run("return redis.status_reply('FINE')"))).isEqualTo("FINE");
        assertThat(run("return {}")).asInstanceOf(list(Object.class)).isEmpty();
        assertThat(run("return {1, false, {2, {3}}}")).isEqualTo(asList(1L, null, List.of(2L, List.of(3L))));
    }

    @Test
    void keysAndArgumentsArriveInOrder() {
        ScriptCall call = Lua.call(
                Lua.script("return {KEYS[1], KEYS[2], ARGV[1], #KEYS, #ARGV}"), List.of("a", "b"), List.of("c"));

        assertThat(port.run(call, AMPLE))
                .asInstanceOf(list(Object.class))
                .usingRecursiveFieldByFieldElementComparator()
                .containsExactly(bytes("a"), bytes("b"), bytes("c"), 2L, 1L);
    }

    @Test
    void errorInsideAnAnswerIsAValue() {
        Object answer = run("return {1, {redis.error_reply('ODD thing')}, redis.pcall('HSET')}");

        assertThat(answer).asInstanceOf(list(Object.class)).hasSize(3);
        assertThat(((List<?>) ((List<?>) answer).get(1)).get(0))
                .asInstanceOf(type(RedisRefusedException.class))
                .satisfies(error -> assertThat(error.code()).isEqualTo("ODD"));
        assertThat(((List<?>) answer).get(2)).isInstanceOf(RedisRefusedException.class);
        assertThat(run("return 1")).isEqualTo(1L);
    }

    @Test
    void scriptsThatTheServerForgotAreSentAsTextInABatch() {
        ScriptCall add = Lua.call(fresh("return redis.call('INCRBY', 'n', 10)"), List.of(), List.of());
        ScriptCall get = Lua.call(fresh("return redis.call('GET', 'n')"), List.of(), List.of());
        assertThat(port.runAll(List.of(add), AMPLE)).containsExactly(10L);
        redis.admin(Jedis::scriptFlush);

        List<Object> answers = port.runAll(List.of(add, get, add), AMPLE);

        assertThat(answers).hasSize(3);
        assertThat(answers.get(0)).isEqualTo(20L);
        assertThat(text(answers.get(1))).isEqualTo("20");
        assertThat(answers.get(2)).isEqualTo(30L);
    }

    @Test
    void oneRefusalInABatchLeavesTheOthersAlone() {
        List<Object> answers = port.runAll(
                List.of(call("return 1"), call("return redis.error_reply('OOM no')"), call("return 3")), AMPLE);

        assertThat(answers.get(0)).isEqualTo(1L);
        assertThat(answers.get(1))
                .asInstanceOf(type(RedisRefusedException.class))
                .satisfies(error -> assertThat(error.code()).isEqualTo("OOM"));
        assertThat(answers.get(2)).isEqualTo(3L);
        assertThat(port.runAll(List.of(), AMPLE)).isEmpty();
        assertThat(port.pool().active()).isZero();
    }

    @Test
    void errorsAreRefusalsWithTheirCode() {
        redis.admin(jedis -> jedis.configSet("maxmemory", "1"));
        assertRefused("OOM", "return redis.call('SET', KEYS[1], 'v')");
        redis.admin(jedis -> jedis.configSet("maxmemory", "0"));
        redis.admin(jedis -> jedis.replicaof("127.0.0.1", 1));
        assertRefused("READONLY", "return redis.call('SET', KEYS[1], 'v')");
        redis.admin(Jedis::replicaofNoOne);

        assertThat(port.run(
                        Lua.call(Lua.script("return redis.call('SET', KEYS[1], 'v')"), List.of("k"), List.of()), AMPLE))
                .isNotNull();
        assertThat(port.pool().active()).isZero();
    }

    @Test
    void databaseIsSelected() {
        try (RedisPort other =
                RedisPort.open(backend.config(redis).toBuilder().database(3).build())) {
            other.run(call("return redis.call('SET', 'k', 'three')"), AMPLE);
        }

        assertThat(run("return redis.call('GET', 'k')")).isNull();
        String there = redis.admin(jedis -> {
            jedis.select(3);
            return jedis.get("k");
        });
        assertThat(there).isEqualTo("three");
    }

    @Test
    void userOfTheAccessControlListIsLoggedIn() {
        redis.admin(jedis -> jedis.aclSetUser("app", "on", ">geheim", "~*", "&*", "+@all"));
        RedisConfig config = backend.config(redis).toBuilder().user("app").build();
        try (RedisPort app = RedisPort.open(
                config.toBuilder().password(Secret.literal("geheim")).build())) {
            assertThat(app.run(call("return 1"), AMPLE)).isEqualTo(1L);
        }

        try (RedisPort wrong = RedisPort.open(
                config.toBuilder().password(Secret.literal("falsch-2f")).build())) {
            assertThatThrownBy(() -> wrong.run(call("return 1"), AMPLE))
                    .isInstanceOfSatisfying(RedisRefusedException.class, e -> assertThat(e.code())
                            .isEqualTo("WRONGPASS"))
                    .hasMessageContaining("127.0.0.1:" + redis.port())
                    .hasStackTraceContaining("WRONGPASS")
                    .hasMessageContaining("storm.lock.redis.password.file")
                    .satisfies(e -> assertThat(stackTrace(e)).doesNotContain("falsch-2f"));
        }
    }

    @Test
    void missingPasswordIsNamed() {
        redis.admin(jedis -> jedis.configSet("requirepass", "geheim"));
        try (RedisPort anonymous = RedisPort.open(backend.config(redis))) {
            assertThatThrownBy(() -> anonymous.run(call("return 1"), AMPLE))
                    .isInstanceOfSatisfying(RedisRefusedException.class, e -> assertThat(e.code())
                            .isEqualTo("NOAUTH"));
        }
    }

    @Test
    void roundTripsAreCountedForCallsAndNotForScripts() {
        assertThat(run("return 1")).isEqualTo(1L);
        long before = port.roundTrips();

        assertThat(run("return 1")).isEqualTo(1L);
        assertThat(port.roundTrips()).isEqualTo(before + 1);

        List<ScriptCall> several = List.of(call("return 1"), call("return 1"), call("return 1"));
        assertThat(port.runAll(several, AMPLE)).hasSize(3);
        assertThat(port.roundTrips()).isEqualTo(before + 2);
    }

    private Object run(String lua, String... args) {
        return port.run(call(lua, args), AMPLE);
    }

    private void assertRefused(String code, String lua) {
        ScriptCall call = Lua.call(Lua.script(lua), List.of("k"), List.of());
        assertThatThrownBy(() -> port.run(call, AMPLE))
                .isInstanceOfSatisfying(
                        RedisRefusedException.class, e -> assertThat(e.code()).isEqualTo(code))
                .hasMessageContaining("script test");
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static List<Object> asList(Object... elements) {
        return Arrays.asList(elements);
    }

    private static String stackTrace(Throwable e) {
        StringWriter text = new StringWriter();
        e.printStackTrace(new PrintWriter(text));
        return text.toString();
    }
}
