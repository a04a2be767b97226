package io.github.stormlock.redis;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.stormlock.redis.RedisConfig.Node;
import io.github.stormlock.redis.RedisConfig.Protocol;
import io.github.stormlock.test.RedisCluster;
import io.github.stormlock.test.RedisSentinels;
import io.github.stormlock.test.RedisServer;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import redis.embedded.core.ExecutableProvider;

/** A Redis binary and the protocol to speak with it. */
record Backend(String server, Optional<Path> binary, Protocol protocol) {
    private static final String EMBEDDED = "embedded";
    private static final String NOT_TESTED =
            "NOT TESTED: there is no redis-server on the PATH (Debian and Ubuntu: apt-get install redis-server)";

    static Backend embedded() {
        return new Backend(EMBEDDED, Optional.of(Binaries.EMBEDDED), Protocol.AUTO);
    }

    /** Returns each server with one protocol, for tests that take long and are not about the protocol. */
    static List<Backend> each() {
        return List.of(
                new Backend(EMBEDDED, Optional.of(Binaries.EMBEDDED), Protocol.RESP3),
                new Backend("redis-server on the PATH", Binaries.onPath(), Protocol.RESP2));
    }

    static List<Backend> all() {
        return Stream.of(Protocol.RESP2, Protocol.RESP3)
                .flatMap(protocol -> Stream.of(
                        new Backend(EMBEDDED, Optional.of(Binaries.EMBEDDED), protocol),
                        new Backend("redis-server on the PATH", Binaries.onPath(), protocol)))
                .toList();
    }

    TestRedis start(String... settings) {
        return TestRedis.start(present(binary), settings);
    }

    TestRedis startTls(Path certificate, Path key, Path authorities, String clientsToo) {
        return start(
                "--tls-port",
                TestRedis.PORT,
                "--tls-cert-file",
                certificate.toString(),
                "--tls-key-file",
                key.toString(),
                "--tls-ca-cert-file",
                authorities.toString(),
                "--tls-auth-clients",
                clientsToo);
    }

    RedisConfig config(TestRedis redis) {
        return config(redis.port());
    }

    private RedisConfig config(int port) {
        // The time-outs are long, because a very busy machine takes its time.
        return RedisConfig.standalone("127.0.0.1", port).toBuilder()
                .protocol(protocol)
                .connectTimeout(Duration.ofSeconds(10))
                .commandTimeout(Duration.ofSeconds(10))
                .build();
    }

    RedisCluster startCluster() {
        return isEmbedded() ? RedisCluster.embedded(0) : present(RedisCluster.system(0));
    }

    RedisSentinels startSentinels() {
        return isEmbedded() ? RedisSentinels.embedded(1) : present(RedisSentinels.system(1));
    }

    RedisConfig config(RedisCluster cluster) {
        return config(cluster.nodes().get(0).port()).toBuilder()
                .cluster(nodes(cluster.nodes()))
                .build();
    }

    RedisConfig config(RedisSentinels all) {
        return config(all.servers().get(0).port()).toBuilder()
                .sentinels(all.masterName(), nodes(all.sentinels()))
                .build();
    }

    private static List<Node> nodes(List<RedisServer> servers) {
        return servers.stream()
                .map(server -> new Node(server.host(), server.port()))
                .toList();
    }

    private boolean isEmbedded() {
        return server.equals(EMBEDDED);
    }

    private static <T> T present(Optional<T> started) {
        assumeTrue(started.isPresent(), NOT_TESTED);
        return started.orElseThrow();
    }

    @Override
    public String toString() {
        return server + ", " + protocol;
    }

    private static final class Binaries {
        static final Path EMBEDDED = embedded();

        private static Path embedded() {
            try {
                File file = ExecutableProvider.newJarResourceProvider().get();
                return file.toPath();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        static Optional<Path> onPath() {
            return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                    .map(folder -> Path.of(folder, "redis-server"))
                    .filter(Files::isExecutable)
                    .findFirst();
        }
    }
}
