package io.github.stormlock.bolt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.stormlock.bolt.fixture.ScriptedBolt;
import io.github.stormlock.bolt.fixture.Task;
import io.github.stormlock.bolt.fixture.Tasks;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.OutcomeUnknownException;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.RedisServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Protocol;

/** Servers in trouble, each a process of the test's own. Tuples fail with a reason, and all is well again by itself. */
@OnRedis.Own
class RedisTroubleTest {
    private Tasks tasks;
    private RedisServer redis;
    private final ScriptedBolt<HashEntry> bolt = ScriptedBolt.counting();

    @Test
    void serverThatIsGoneFailsTuplesReportsOnceAndRecoversByItself() {
        Task<HashEntry> task = tasks.of(bolt);
        task.execute("e", "event-1");
        redis.kill();
        for (int i = 0; i < 6; i++) {
            task.execute("e", "event-2");
        }
        assertThat(task.output().failed()).isEqualTo(6);
        assertThat(task.output().acked()).isEqualTo(1);
        // The first tuple was sent over the connection that had been open, so nobody can tell what became of it.
        assertThat(task.output().errors()).hasSize(2).first().satisfies(error -> assertThat(error)
                .hasCauseInstanceOf(OutcomeUnknownException.class));
        assertThat(task.output().errors()).last().satisfies(error -> assertThat(error)
                .hasMessageContaining("unavailable")
                .hasMessageContaining("127.0.0.1:" + redis.port()));
        redis.restart();
        task.execute("e", "event-2");
        assertThat(task.output().acked()).isEqualTo(2);
        assertThat(task.context().count("rejected")).isZero();
    }

    @Test
    void aRoundThatFailsForWantOfAServerPausesOnce() {
        Task<HashEntry> task = tasks.of(bolt);
        redis.kill();
        long started = System.nanoTime();
        for (int i = 0; i < 36; i++) {
            task.submit("e" + i, "");
        }
        // A pause for each tuple would take half a minute.
        await().atMost(Duration.ofSeconds(30)).until(() -> task.output().failed() == 36);
        assertThat(Duration.ofNanos(System.nanoTime() - started)).isLessThan(Duration.ofSeconds(15));
    }

    @Test
    void serverThatComesLaterThanTheBoltIsFound() {
        redis.kill();
        Task<HashEntry> task = tasks.of(bolt);
        assertThat(task.output().errors()).hasSize(1);
        task.execute("e");
        assertThat(task.output().failed()).isEqualTo(1);
        redis.restart();
        task.execute("e");
        assertThat(task.output().acked()).isEqualTo(1);
    }

    @Test
    void replicaRefusesAndIsNamedUntilItIsThePrimary() {
        Task<HashEntry> task = tasks.of(bolt);
        task.execute("e");
        command("REPLICAOF", "127.0.0.1", "1");
        task.execute("e");
        assertFailed(task, "READONLY", "name the primary");
        command("REPLICAOF", "NO", "ONE");
        task.execute("e");
        assertThat(task.output().acked()).isEqualTo(2);
    }

    @Test
    void serverWithoutMemoryRefusesUntilItHasSome() {
        Task<HashEntry> task = tasks.of(bolt);
        task.execute("e", "event-1");
        command("CONFIG", "SET", "maxmemory", "1");
        task.execute("e", "event-2");
        assertFailed(task, "OOM", "raise maxmemory");
        command("CONFIG", "SET", "maxmemory", "0");
        task.execute("e", "event-2");
        assertThat(task.output().acked()).isEqualTo(2);
        EntryReader entries = tasks.with(EntryReader.of(redis));
        assertThat(entries.hash("e")).containsEntry("n", "2");
    }

    @Test
    void tuplesFailAtAPaceAtAServerWithoutMemoryAndAreReportedOnce() {
        Task<HashEntry> task = tasks.of(bolt);
        task.execute("e", "event-1");
        command("CONFIG", "SET", "maxmemory", "1");
        long end = System.nanoTime() + Duration.ofSeconds(2).toNanos();
        while (System.nanoTime() < end) {
            task.execute("e", "event-2");
        }
        // The pauses between one tuple and the next are 50, 50, 50, 80, 160, 320, 640 ms and so on.
        assertThat(task.output().failed()).isBetween(3, 15);
        assertThat(task.output().errors()).hasSize(1);
        command("CONFIG", "SET", "maxmemory", "0");
        task.execute("e", "event-2");
        assertThat(task.output().acked()).isEqualTo(2);
    }

    @Test
    void serverThatLoadsIsWaitedFor() {
        // Loading takes ten seconds, in which the server listens every 2 MB, so every half second: before the first
        // tuple's answer counts as lost.
        RedisServer slow = tasks.with(RedisServer.embedded("--rdbcompression", "no", "--key-load-delay", "5000"));
        try (Jedis admin = new Jedis("127.0.0.1", slow.port())) {
            for (int i = 0; i < 2_000; i++) {
                admin.set("data-" + i, "x".repeat(20_000));
            }
        }
        Task<HashEntry> task = tasks.with(Task.of(bolt, Task.conf(slow.uri())));
        slow.shutdownAndSave();
        slow.restart();
        await().atMost(Duration.ofSeconds(15)).until(() -> {
            task.execute("e");
            return task.output().errors().stream()
                    .anyMatch(error -> error.getMessage().contains("LOADING"));
        });
        await().atMost(Duration.ofSeconds(30)).until(() -> {
            task.execute("e");
            return task.output().acked() > 0;
        });
        assertThat(task.context().count("rejected")).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"embedded", "system"})
    void permissionThatIsMissingIsNamedAtStart(String kind, @TempDir Path folder) throws Exception {
        Path password = Files.writeString(folder.resolve("password"), "tell-nobody");
        Optional<RedisServer> server =
                kind.equals("system") ? RedisServer.system() : Optional.of(RedisServer.embedded());
        assumeTrue(server.isPresent(), "there is no redis-server on the path");
        RedisServer guarded = tasks.with(server.orElseThrow());
        for (Map.Entry<String, String> missing :
                Map.of("hset", "-hset &*", "publish", "resetchannels").entrySet()) {
            command(guarded, ("ACL SETUSER app reset on >tell-nobody ~* +@all " + missing.getValue()).split(" "));
            Map<String, Object> conf = Task.conf(
                    guarded.uri(),
                    "storm.lock.redis.user",
                    "app",
                    "storm.lock.redis.password.file",
                    password.toString());
            try (Task<HashEntry> task = Task.of(bolt, conf)) {
                assertThat(task.output().errors()).singleElement().satisfies(error -> assertThat(error)
                        .hasMessageContaining("start check")
                        .message()
                        .containsIgnoringCase(missing.getKey())
                        .contains("docs/guide/operate.md")
                        .doesNotContain("tell-nobody"));
                task.execute("e");
                assertThat(task.output().failed()).isEqualTo(1);
                command(guarded, "ACL", "SETUSER", "app", "+@all", "allchannels");
                task.execute("e");
                assertThat(task.output().acked()).isEqualTo(1);
            }
        }
    }

    private static void assertFailed(Task<?> task, String... words) {
        assertThat(task.output().failed()).isEqualTo(1);
        assertThat(task.context().count("rejected")).isZero();
        List<Throwable> errors = task.output().errors();
        assertThat(errors).singleElement().satisfies(error -> assertThat(error.getMessage())
                .contains(words));
    }

    private void command(String... words) {
        command(redis, words);
    }

    private static void command(RedisServer server, String... words) {
        try (Jedis admin = new Jedis("127.0.0.1", server.port())) {
            admin.sendCommand(
                    Protocol.Command.valueOf(words[0]),
                    List.of(words).subList(1, words.length).toArray(new String[0]));
        }
    }
}
