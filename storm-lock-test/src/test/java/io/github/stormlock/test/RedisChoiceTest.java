package io.github.stormlock.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("harness")
class RedisChoiceTest {
    private final SavedProperties properties = new SavedProperties();

    @BeforeEach
    void forgetSettings() {
        for (Setting setting : Setting.values()) {
            properties.clear(setting.property());
        }
    }

    @AfterEach
    void restoreSettings() {
        properties.restore();
    }

    @Test
    void givenUriIsTakenAndItsServerLeftRunning() {
        try (RedisServer theirs = RedisServer.embedded()) {
            properties.set(Setting.REDIS.property(), theirs.uri() + "/3");
            RedisServer server = RedisServer.start();
            assertThat(server.kind()).isEqualTo(RedisKind.EXTERNAL);
            assertThat(server.port()).isEqualTo(theirs.port());
            server.close();
            assertThat(theirs.wasEnded()).isFalse();
            assertThatThrownBy(server::kill)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("RedisServer.embedded()");
        }
    }

    @Test
    void unreachableUriIsNamedWithoutItsPassword() {
        properties.set(Setting.REDIS.property(), "redis://:s3cret@127.0.0.1:" + FreePort.find());
        assertThatThrownBy(RedisServer::start)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("external")
                .hasMessageNotContaining("s3cret");
    }

    @Test
    void textThatIsNoRedisUriIsRefusedWithoutRepeatingIt() {
        properties.set(Setting.REDIS.property(), "s3cret localhost");
        assertThatThrownBy(RedisServer::start)
                .hasMessageContaining(Setting.REDIS.property())
                .hasMessageContaining("redis://host:port")
                .hasMessageNotContaining("s3cret");
    }

    @Test
    void forcedKindIsTakenOrItFails() {
        properties.set(Setting.KIND.property(), "embedded");
        try (RedisServer server = RedisServer.start()) {
            assertThat(server.kind()).isEqualTo(RedisKind.EMBEDDED);
        }
        properties.set(Setting.KIND.property(), "floppy");
        assertThatThrownBy(RedisServer::start)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'floppy'")
                .hasMessageContaining("container, embedded, system");
    }

    @Test
    void containerThatCannotBeHadFailsWhereItIsForcedAndFallsBackWhereItIsNot() {
        properties.set(Setting.IMAGE.property(), "127.0.0.1:1/no-such-image:0");
        assertThatThrownBy(() -> new RedisChoice(List.of(RedisKind.CONTAINER)).start())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("container: ");
        try (RedisServer server = new RedisChoice(List.of(RedisKind.CONTAINER, RedisKind.EMBEDDED)).start()) {
            assertThat(server.kind()).isEqualTo(RedisKind.EMBEDDED);
        }
    }

    @Test
    void missingDockerIsSeenWithoutAskingItTwice(@TempDir Path folder) {
        long begin = System.nanoTime();
        assertThat(DockerProbe.whyNot("unix://" + folder.resolve("docker.sock")))
                .isPresent();
        assertThat(DockerProbe.whyNot("tcp://127.0.0.1:" + FreePort.find())).isPresent();
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofMillis(500));
    }

    @Test
    void listeningDockerIsSeen(@TempDir Path folder) throws Exception {
        Path path = folder.resolve("docker.sock");
        try (var socket = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            socket.bind(UnixDomainSocketAddress.of(path));
            assertThat(DockerProbe.whyNot("unix://" + path)).isEmpty();
        }
        assertThat(DockerProbe.whyNot("unix://" + path))
                .as("a socket that nobody listens on")
                .isPresent();
    }
}
