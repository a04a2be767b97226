package io.github.stormlock.insight;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.insight.fixture.CommandRun;
import io.github.stormlock.lock.insight.LockNames;
import io.github.stormlock.test.RedisExtension;
import io.github.stormlock.test.RedisSentinels;
import io.github.stormlock.test.RedisServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.UnifiedJedis;

@ExtendWith(RedisExtension.class)
@Tag("server")
class RedisOptionsTest {
    @TempDir
    Path folder;

    private static void isWrong(String words, String... arguments) {
        CommandRun run = CommandRun.of(arguments);
        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).startsWith("locks: ").contains(words);
        assertThat(run.out()).isEmpty();
    }

    @Test
    void optionsThatDoNotGoTogetherAreRefused() {
        isWrong("do not go together", "list", "--redis", "redis://a", "--cluster", "b:1");
        isWrong("--master go together", "list", "--sentinels", "a:1");
        isWrong("--master go together", "list", "--master", "a");
        isWrong("--password-env do not go together", "list", "--password-file", "a", "--password-env", "B");
        isWrong("Unknown option", "list", "--nothing");
        isWrong("name a command", new String[0]);
        isWrong("such as 5s", "list", "--budget", "five");
        isWrong("pace of a scan", "list", "--pace", "0%");
        isWrong("--conf", "list", "--conf", "/nowhere/conf.yaml");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "list", "top", "watch", "explain", "serve", "break", "doctor", "acl"})
    void helpFitsAScreen(String command) {
        String help =
                CommandRun.of((command + " --help").strip().split(" ", -1)).out();
        assertThat(help).startsWith("Usage: locks").contains("Exit status:").doesNotContain("rediss:\n");
        assertThat(help.lines()).hasSizeLessThanOrEqualTo(40).allSatisfy(line -> assertThat(line)
                .hasSizeLessThanOrEqualTo(80));
    }

    @Test
    void passwordInAnAddressIsRefusedAndNotShown() {
        CommandRun run = CommandRun.of("list", "--redis", "redis://user:opensesame@127.0.0.1:6379");
        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).contains("may hold a password").doesNotContain("opensesame");
    }

    @Test
    void redisThatIsNotThereCannotBeAsked() {
        CommandRun run = CommandRun.of("list", "--redis", "redis://127.0.0.1:1");
        assertThat(run.status()).isEqualTo(3);
        assertThat(run.err()).contains("no connection to Redis at 127.0.0.1:1");
    }

    @Test
    void refusedLoginCannotAskAndDoesNotShowThePassword(RedisServer server) throws IOException {
        Path password = Files.writeString(folder.resolve("password"), "opensesame");
        CommandRun run = CommandRun.at(server, "list", "--user", "nobody", "--password-file", password.toString());
        assertThat(run.status()).isEqualTo(3);
        assertThat(run.err()).contains("WRONGPASS").doesNotContain("opensesame");
    }

    @Test
    void topologysConfigurationSaysWhereRedisIsAndWhichPrefixItHas(RedisServer server) throws IOException {
        try (Jedis redis = new Jedis(server.uri())) {
            redis.set(LockNames.of("app:").lock("site"), "worker-17");
        }
        Path conf = Files.writeString(
                folder.resolve("topology.yaml"),
                "topology.name: stats\nstorm.lock.redis.uri: redis://127.0.0.1:" + server.port()
                        + "\nstorm.lock.key.prefix: \"app:\"\nstorm.lock.lease: 5s\n");
        CommandRun run = CommandRun.of("list", "--conf", conf.toString());
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).contains(" site ").contains("worker-17");
    }

    @Test
    void optionsMayStandBeforeTheCommandToo(RedisServer server) {
        CommandRun run = CommandRun.of("--redis", "redis://127.0.0.1:" + server.port(), "--json", "list");
        assertThat(run.err()).isEmpty();
        run.json("list");
    }

    @Tag("modes")
    @Test
    void sentinelsLeadToThePrimary() {
        try (RedisSentinels sentinels = RedisSentinels.embedded(1);
                UnifiedJedis client = sentinels.client()) {
            client.set(LockNames.of("").lock("site"), "worker-17");
            CommandRun run = CommandRun.of(
                    "list", "--sentinels", String.join(",", sentinels.addresses()), "--master", sentinels.masterName());
            assertThat(run.err()).isEmpty();
            assertThat(run.out()).contains(" site ").contains("worker-17");
        }
    }
}
