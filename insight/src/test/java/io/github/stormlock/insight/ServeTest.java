package io.github.stormlock.insight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.stormlock.GuardedEntry;
import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.insight.fixture.CommandRun;
import io.github.stormlock.insight.fixture.RunningCommand;
import io.github.stormlock.insight.page.state.LockRow;
import io.github.stormlock.insight.redis.RedisServers;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.redis.RedisConfig;
import io.github.stormlock.test.RedisExtension;
import io.github.stormlock.test.RedisServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import redis.clients.jedis.Jedis;

/** The command {@code serve}, on a real Redis with real locks. */
@ExtendWith(RedisExtension.class)
@Tag("server")
class ServeTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration WAIT = Duration.ofSeconds(30);

    /** A command that serves until it is closed. */
    private record Serving(RunningCommand command, HttpClient client) implements AutoCloseable {
        static Serving at(String... arguments) {
            Serving serving = new Serving(
                    RunningCommand.of(Stream.concat(Stream.of("serve", "--port", "0"), Stream.of(arguments))
                            .toArray(String[]::new)),
                    HttpClient.newHttpClient());
            await().atMost(WAIT).until(() -> !serving.command().lines().isEmpty());
            return serving;
        }

        String body(String path) throws IOException, InterruptedException {
            URI address = URI.create(command.lines().get(0));
            return client.send(
                            HttpRequest.newBuilder(address.resolve(path))
                                    .header("Authorization", "Bearer " + address.getFragment())
                                    .build(),
                            BodyHandlers.ofString())
                    .body();
        }

        JsonNode state() throws IOException, InterruptedException {
            return JSON.readTree(body("/api/v1/state"));
        }

        JsonNode row(String entry) throws IOException, InterruptedException {
            return StreamSupport.stream(state().at("/state/locks").spliterator(), false)
                    .filter(row -> row.path("entry").asText().equals(entry))
                    .findFirst()
                    .orElse(JSON.createObjectNode());
        }

        @Override
        public void close() throws InterruptedException {
            command.close();
            assertThat(command.status()).isZero();
        }
    }

    private static String uri(RedisServer server) {
        return "redis://127.0.0.1:" + server.port();
    }

    @Test
    void realHolderWaiterAndStrangerAreShown(RedisServer redis) throws Exception {
        try (Serving serving = Serving.at("--redis", uri(redis));
                Jedis admin = new Jedis(redis.uri());
                RedisLockFactory factory = RedisLockFactory.connect(uri(redis))) {
            admin.set("lock:{job:export}", "worker-17");
            Lease lease = factory.calledBy("nightly").mutex("report:daily").acquire(WAIT);
            Thread waiter = new Thread(
                    () -> factory.calledBy("batch")
                            .mutex("report:daily")
                            .acquire(WAIT)
                            .close(),
                    "one-that-waits");
            waiter.start();
            await().atMost(WAIT).untilAsserted(() -> {
                JsonNode row = serving.row("report:daily");
                assertThat(row.path("holder").asText())
                        .contains("nightly", "pid " + ProcessHandle.current().pid());
                assertThat(row.path("kind").asText()).isEqualTo("mutex");
                assertThat(row.path("waitingInRedis").asInt()).isEqualTo(1);
                assertThat(row.path("heldFor").asLong()).isPositive();
            });
            await().atMost(WAIT).untilAsserted(() -> {
                JsonNode stranger = serving.row("job:export");
                assertThat(stranger.path("level").asText()).isEqualTo("wrong");
                assertThat(stranger.path("word").asText()).isEqualTo("no expiry");
                assertThat(stranger.path("endsIn").isNull()).isTrue();
            });
            JsonNode state = serving.state().path("state");
            assertThat(state.path("redis").asText()).isEqualTo("127.0.0.1:" + redis.port() + " (standalone)");
            assertThat(state.path("workers")).hasSize(1);
            assertThat(state.path("workers").get(0).path("pid").asLong())
                    .isEqualTo(ProcessHandle.current().pid());
            JsonNode edge = state.path("edges").get(0);
            assertThat(edge.path("entry").asText()).isEqualTo("report:daily");
            assertThat(edge.path("waiter").asText()).contains("batch");
            assertThat(edge.path("holder").asText()).contains("nightly");
            assertThat(serving.body("/metrics")).contains("storm_lock_locks_held 2", "storm_lock_locks_stuck 1");

            JsonNode lock = JSON.readTree(
                    serving.body("/api/v1/lock?name=" + URLEncoder.encode("report:daily", StandardCharsets.UTF_8)));
            assertThat(lock.path("text").asText()).contains("held by a program", "nightly", "batch", "why");
            assertThat(lock.path("commands").get(0).asText()).isEqualTo("locks explain report:daily");
            assertThat(lock.path("commands").get(1).asText()).isEqualTo("locks break report:daily");
            lease.close();
            waiter.join();
        }
    }

    @Test
    void eachLookShowsAStranger(RedisServer redis) {
        try (RedisServers servers = RedisServers.of(RedisConfig.fromUri(uri(redis)));
                Jedis admin = new Jedis(redis.uri())) {
            PageSource source = new PageSource(servers, "");
            for (String name : List.of("job:one", "job:two", "job:three")) {
                admin.set("lock:{" + name + "}", "worker-17");
                assertThat(source.state().locks()).extracting(LockRow::entry).contains(name);
            }
        }
    }

    @Test
    void updatesAndHotEntriesAreCounted(RedisServer redis) throws Exception {
        try (Serving serving = Serving.at("--redis", uri(redis));
                RedisLockFactory factory = RedisLockFactory.connect(uri(redis))) {
            GuardedEntry<HashEntry> page = factory.guard("page:/", Entries.hash());
            long end = System.nanoTime() + WAIT.toNanos();
            boolean seen = false;
            while (!seen && System.nanoTime() < end) {
                for (int i = 0; i < 200; i++) {
                    page.update(hash -> {
                        hash.add("hits", 1);
                        return true;
                    });
                }
                JsonNode state = serving.state().path("state");
                seen = state.at("/totals/updates").asDouble() > 0
                        && state.at("/hot/0/entry").asText().equals("page:/")
                        && state.at("/totals/commit99").asDouble() > 0
                        && state.at("/workers/0/updates").asDouble() > 0;
            }
            assertThat(seen).as(serving.state().toString()).isTrue();
        }
    }

    @Test
    void serverThatIsNotThereIsATroubleOnThePage() throws Exception {
        int free;
        try (ServerSocket socket = new ServerSocket(0)) {
            free = socket.getLocalPort();
        }
        String password = System.getenv("PATH");
        try (Serving serving = Serving.at("--redis", "redis://127.0.0.1:" + free, "--password-env", "PATH")) {
            JsonNode state = serving.state();
            assertThat(state.path("trouble").asText()).contains("127.0.0.1:" + free);
            assertThat(state.toString()
                            + serving.command().out()
                            + serving.command().err())
                    .doesNotContain(password);
        }
    }

    @Test
    void wrongOptionsEndIt(RedisServer redis) throws Exception {
        assertWrong(redis, "--port must be", "serve", "--port", "70000");
        assertWrong(redis, "--key-file", "serve", "--port", "0", "--listen", "192.0.2.1");
        assertWrong(redis, "one address", "serve", "--port", "0", "--listen", "0.0.0.0");
        assertWrong(redis, "cannot be read", "serve", "--port", "0", "--key-file", "/nonexistent/key");
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertWrong(redis, "cannot listen", "serve", "--port", Integer.toString(taken.getLocalPort()));
        }
    }

    private static void assertWrong(RedisServer redis, String words, String... arguments) {
        CommandRun run = CommandRun.at(redis, arguments);
        assertThat(run.status()).isEqualTo(Invocation.BAD_OPTION);
        assertThat(run.err()).contains(words);
    }
}
