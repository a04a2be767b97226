package io.github.stormlock.insight;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.insight.fixture.CommandRun;
import io.github.stormlock.insight.fixture.FakeWorker;
import io.github.stormlock.lock.insight.LockNames;
import io.github.stormlock.test.RedisServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Protocol;

@Tag("long")
@Tag("server")
class AclCommandTest {
    @TempDir
    Path folder;

    private CommandRun as(RedisServer server, String... arguments) throws IOException {
        Path password = Files.writeString(folder.resolve("password"), "opensesame");
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--user", "operator", "--password-file", password.toString()));
        CommandRun run = CommandRun.at(server, all.toArray(String[]::new));
        assertThat(run.out() + run.err()).doesNotContain("opensesame");
        return run;
    }

    private static void setUser(Jedis admin, String line) {
        String[] words = line.replace(">PASSWORD", ">opensesame").split(" ");
        admin.sendCommand(Protocol.Command.ACL, Arrays.copyOfRange(words, 1, words.length));
    }

    private static String line(int line) {
        return CommandRun.of("acl").out().lines().toList().get(line);
    }

    private void runsEverything(RedisServer server, String line) throws IOException {
        try (Jedis admin = new Jedis(server.uri());
                FakeWorker worker =
                        new FakeWorker(server, "a".repeat(22)).connected(server).report()) {
            admin.hset("site", "field", "value");
            setUser(admin, line);
            for (List<String> command : List.of(
                    List.of("list"),
                    List.of("explain", "site"),
                    List.of("top", "--once"),
                    List.of("watch", "site", "--for", "300ms"))) {
                CommandRun run = as(server, command.toArray(String[]::new));
                assertThat(run.err()).as(command.toString()).isEmpty();
                assertThat(run.status()).as(command.toString()).isZero();
            }
            CommandRun doctor = as(server, "doctor");
            assertThat(doctor.err()).isEmpty();
            assertThat(doctor.out())
                    .contains(" ?     scripts ", " ok    eviction ", "0 failures.")
                    .contains(" ok    marks ");
            try (Jedis operator = new Jedis("127.0.0.1", server.port())) {
                operator.auth("operator", "opensesame");
                assertThat(org.assertj.core.api.Assertions.catchThrowable(() -> operator.set("site", "x")))
                        .hasMessageContaining("NOPERM");
            }
            for (String right : ("get type pttl zrange zrangebyscore zcard getrange client|list dbsize"
                            + " scan hget hlen time")
                    .split(" ", -1)) {
                // What it told lives for 15 s, and one that tells nothing is not asked for.
                worker.report();
                setUser(admin, line.replace(" +" + right + " ", " "));
                assertThat(as(server, "explain", "site").err()
                                + as(server, "list").err())
                        .as(right)
                        .contains("these rights are missing:")
                        .contains(right);
            }
        }
    }

    @Test
    void userOfRedis7RunsEverythingAndEachMissingRightIsNamed() throws IOException {
        try (RedisServer server = RedisServer.system().orElseGet(RedisServer::start)) {
            runsEverything(server, line(server.version().startsWith("6") ? 3 : 1));
        }
    }

    @Test
    void userOfRedis6RunsEverythingAndEachMissingRightIsNamed() throws IOException {
        try (RedisServer server = RedisServer.embedded()) {
            runsEverything(server, line(3));
        }
    }

    @Test
    void watchKeyHasThePrefixOfAllKeys() {
        assertThat(CommandRun.of("acl", "--key-prefix", "app:").out())
                .contains("ACL SETUSER operator on >PASSWORD")
                .contains("%W~" + LockNames.of("app:").watch());
        CommandRun.of("acl", "--json").json("acl");
    }
}
