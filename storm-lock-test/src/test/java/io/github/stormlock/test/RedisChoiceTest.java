package io.github.stormlock.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import io.github.stormlock.test.internal.process.DockerProbe;
import io.github.stormlock.test.internal.process.FreePort;
import io.github.stormlock.test.internal.process.Setting;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("harness")
@Tag("server")
class RedisChoiceTest {
    private final Properties before = (Properties) System.getProperties().clone();

    @BeforeEach
    void forgetSettings() {
        for (Setting setting : Setting.values()) {
            System.clearProperty(setting.property());
        }
    }

    @AfterEach
    void restoreSettings() {
        System.setProperties(before);
    }

    @Test
    void givenUriIsTakenAndItsServerLeftRunning() {
        try (RedisServer theirs = RedisServer.embedded()) {
            System.setProperty(Setting.REDIS.property(), theirs.uri() + "/3");
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
        System.setProperty(Setting.REDIS.property(), "redis://:s3cret@127.0.0.1:" + FreePort.find());
        assertThatThrownBy(RedisServer::start)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("external")
                .hasMessageNotContaining("s3cret");
    }

    @Test
    void textThatIsNoRedisUriIsRefusedWithoutRepeatingIt() {
        System.setProperty(Setting.REDIS.property(), "s3cret localhost");
        assertThatThrownBy(RedisServer::start)
                .hasMessageContainingAll(Setting.REDIS.property(), "redis://host:port")
                .hasMessageNotContaining("s3cret");
    }

    @Test
    void forcedKindIsTakenOrItFails() {
        System.setProperty(Setting.KIND.property(), "embedded");
        try (RedisServer server = RedisServer.start()) {
            assertThat(server.kind()).isEqualTo(RedisKind.EMBEDDED);
        }
        System.setProperty(Setting.KIND.property(), "floppy");
        assertThatThrownBy(RedisServer::start)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("'floppy'", "container, embedded, system");
    }

    @Test
    void containerIsTakenWhereAnEngineAnswersAndTheEmbeddedServerElsewhere() {
        try (RedisServer server = RedisServer.start();
                EntryReader entries = EntryReader.of(server)) {
            assertThat(server.kind()).isEqualTo(dockerListens() ? RedisKind.CONTAINER : RedisKind.EMBEDDED);
            assertThat(entries.keys("*")).isEmpty();
        }
    }

    @Test
    void imageThatCannotBeHadFailsWhereItIsForcedAndFallsBackWhereItIsNot() {
        System.setProperty(Setting.IMAGE.property(), "127.0.0.1:1/no-such-image:0");
        assertThatThrownBy(() -> new RedisChoice(List.of(RedisKind.CONTAINER)).start())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(dockerListens() ? "127.0.0.1:1/no-such-image:0" : "no Docker engine");
        try (RedisServer server = RedisServer.start()) {
            assertThat(server.kind()).isEqualTo(RedisKind.EMBEDDED);
        }
    }

    @Test
    void missingDockerIsSeenAtOnce(@TempDir Path folder) {
        long begin = System.nanoTime();
        assertNoDocker("unix://" + folder.resolve("docker.sock"));
        assertNoDocker("tcp://127.0.0.1:" + FreePort.find());
        assertNoDocker("no address at all");
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(5));
    }

    @Test
    void listeningDockerIsSeen(@TempDir Path folder) throws Exception {
        String host = "unix://" + folder.resolve("docker.sock");
        try (ServerSocketChannel socket = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            socket.bind(UnixDomainSocketAddress.of(folder.resolve("docker.sock")));
            assertThat(DockerProbe.find(host)).isPresent();
        }
        assertNoDocker(host);
    }

    private static void assertNoDocker(String host) {
        assertThatThrownBy(() -> fail("found " + DockerProbe.find(host)))
                .isInstanceOf(IOException.class)
                .hasMessageContainingAll("no Docker engine", host);
    }

    private static boolean dockerListens() {
        try {
            assertThat(DockerProbe.find(System.getenv("DOCKER_HOST"))).isNotNull();
            return true;
        } catch (IOException none) {
            return false;
        }
    }
}
