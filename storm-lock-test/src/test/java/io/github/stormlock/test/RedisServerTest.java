package io.github.stormlock.test;

import static io.github.stormlock.test.Direct.connect;
import static io.github.stormlock.test.Direct.set;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.test.internal.process.RedisBinary;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.exceptions.JedisException;

@Tag("harness")
@Tag("server")
class RedisServerTest {
    private static final Duration SOON = Duration.ofSeconds(20);

    @Test
    void startedServerAnswersOnTheLoopbackAddressOnlyAndPersistsNothingByItself() {
        try (RedisServer server = RedisServer.embedded();
                RedisClient client = RedisClient.create(server.uri())) {
            assertThat(client.set("k", "v")).isEqualTo("OK");
            assertThat(server.host()).isEqualTo("127.0.0.1");
            assertThat(client.configGet("bind").values()).containsExactly("127.0.0.1");
            assertThat(client.configGet("save").values()).containsExactly("");
            assertThat(client.configGet("appendonly").values()).containsExactly("no");
            assertThat(server.version()).matches("\\d+\\.\\d+\\.\\d+");
            assertThat(server.toString()).contains(server.version(), "embedded", "127.0.0.1:" + server.port());
        }
    }

    @Test
    void optionsReachTheServer() {
        try (RedisServer server = RedisServer.embedded("--maxmemory", "10mb", "--save", "900", "1");
                RedisClient client = RedisClient.create(server.uri())) {
            assertThat(client.configGet("maxmemory").values()).containsExactly("10485760");
            assertThat(client.configGet("save").values()).containsExactly("900 1");
        }
    }

    @Test
    void passwordIsInTheUriAndNowhereElse() {
        try (RedisServer server = RedisServer.embedded("--requirepass", "s3cret");
                EntryReader entries = EntryReader.of(server)) {
            assertThat(entries.keys("*")).isEmpty();
            assertThat(server.uri().toString()).contains("s3cret");
            assertThat(server.toString()).doesNotContain("s3cret");
        }
    }

    @Test
    void closedServerIsGoneAndClosingAgainDoesNothing() throws IOException {
        RedisServer server = RedisServer.embedded();
        server.close();
        server.close();
        assertThatThrownBy(() -> connect(server.port())).isInstanceOf(ConnectException.class);
    }

    @Test
    void savedDataIsThereAfterTheRestartOnTheSamePortAlsoWhereSavingNeedsAPassword() {
        try (RedisServer server = RedisServer.embedded("--requirepass", "s3cret");
                EntryReader entries = EntryReader.of(server)) {
            set(server, "k", "saved");
            int port = server.port();
            server.shutdownAndSave();
            assertThatThrownBy(() -> connect(port)).isInstanceOf(ConnectException.class);
            server.restart();
            assertThat(server.port()).isEqualTo(port);
            assertThat(entries.string("k")).hasValue("saved");
        }
    }

    @Test
    void killedServerLosesWhatWasNotSaved() {
        try (RedisServer server = RedisServer.embedded();
                EntryReader entries = EntryReader.of(server)) {
            set(server, "k", "v");
            assertThat(entries.string("k")).hasValue("v");
            server.kill();
            assertThatThrownBy(() -> entries.string("k")).isInstanceOf(JedisException.class);
            server.restart();
            assertThat(entries.string("k")).isEmpty();
        }
    }

    @Test
    void wrongOptionIsNamedByTheServersOwnWords() {
        assertThatThrownBy(() -> RedisServer.embedded("--no-such-option", "1").close())
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContainingAll("no-such-option", "ended with exit code 1");
    }

    @Test
    void serverOnThePathIsUsedWhereThereIsOne() {
        Optional<RedisServer> found = RedisServer.system("--maxmemory", "10mb");
        assertThat(found.isPresent()).isEqualTo(RedisBinary.onPath().isPresent());
        found.ifPresent(server -> {
            try (server) {
                assertThat(server.kind()).isEqualTo(RedisKind.SYSTEM);
                assertThat(server.version()).isNotEmpty();
            }
        });
    }

    @Test
    void neitherServerNorFilesOutliveAKilledJvm(@TempDir Path temporary) throws Exception {
        Process jvm = ForkedJvm.start(ServerHolder.class, "-Djava.io.tmpdir=" + temporary);
        int port = Integer.parseInt(ForkedJvm.line(jvm));
        connect(port);
        assertThat(temporary).isNotEmptyDirectory();
        jvm.destroyForcibly().waitFor();
        await().atMost(SOON)
                .untilAsserted(() -> assertThatThrownBy(() -> connect(port)).isInstanceOf(ConnectException.class));
        await().atMost(SOON).untilAsserted(() -> assertThat(temporary).isEmptyDirectory());
    }

    @Test
    void neitherServerNorFilesOutliveAJvmThatForgotThem(@TempDir Path temporary) throws Exception {
        Process jvm = ForkedJvm.start(ServerHolder.class, "-Djava.io.tmpdir=" + temporary);
        int port = Integer.parseInt(ForkedJvm.line(jvm));
        jvm.getOutputStream().close();
        assertThat(jvm.waitFor()).isZero();
        assertThat(temporary).isEmptyDirectory();
        assertThatThrownBy(() -> connect(port)).isInstanceOf(ConnectException.class);
    }

    /** Starts a server, prints its port, ends when its input ends, and does not close the server. */
    static final class ServerHolder {
        public static void main(String[] args) throws IOException {
            System.out.println(RedisServer.embedded().port());
            System.in.transferTo(OutputStream.nullOutputStream());
        }
    }
}
