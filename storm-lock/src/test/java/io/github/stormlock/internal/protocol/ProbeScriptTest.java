package io.github.stormlock.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.config.LockSettings;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.lock.LockUnavailableException;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.redis.RedisConfig;
import io.github.stormlock.redis.Secret;
import io.github.stormlock.test.RedisServer;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A command that the server does not permit is named at the start, and not in the middle of a commit. */
@OnRedis
class ProbeScriptTest {
    private static final String USER = "storm-lock-probe-test";

    private RedisServer server;
    private ScriptBench bench;

    @BeforeEach
    void open(RedisServer redis) {
        server = redis;
    }

    @AfterEach
    void close() {
        assertThat(bench.redis().aclDelUser(USER)).isNotNegative();
    }

    private RedisConfig userWith(String... rights) {
        bench.redis().aclSetUser(USER, "on", ">secret", "~*", "+@all");
        bench.redis().aclSetUser(USER, rights);
        return RedisConfig.fromUri(server.uri().toString()).toBuilder()
                .user(USER)
                .password(Secret.literal("secret"))
                .build();
    }

    @Test
    void serverThatPermitsEverythingAnswersItsPolicyAndKeepsNoScratchKey() {
        assertThat(bench.probe("channel")).isEqualTo(List.of("noeviction", ""));
        assertThat(bench.redis().keys("*")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ZADD", "PUBLISH", "HSET", "PEXPIRE", "RPUSH", "TIME", "ZMSCORE", "DEL"})
    void commandThatIsNotPermittedIsNamedAndNothingIsWritten(String command) {
        RedisConfig config = userWith("allchannels", "-" + command);
        try (RedisLockFactory locks = RedisLockFactory.connect(config, LockSettings.DEFAULT)) {
            assertThatThrownBy(() -> locks.guard("site", Entries.hash()).change(site -> site.add("hits", 1)))
                    .isInstanceOf(LockUnavailableException.class)
                    .hasMessageContainingAll(command, "grant the user");
            assertThatThrownBy(locks::check).isInstanceOf(LockUnavailableException.class);
            bench.redis().aclSetUser(USER, "+" + command);
            locks.check();
        }
        assertThat(bench.redis().exists("site", "lock:{site}")).isZero();
    }

    @Test
    void channelsThatAreNotPermittedAreNamed() {
        RedisConfig config = userWith("resetchannels");
        try (RedisLockFactory locks = RedisLockFactory.connect(config, LockSettings.DEFAULT)) {
            assertThatThrownBy(locks::check)
                    .isInstanceOf(LockUnavailableException.class)
                    .hasMessageContaining("PUBLISH")
                    .hasMessageNotContaining("secret");
        }
    }
}
