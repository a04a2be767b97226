package io.github.stormlock.redis;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.stormlock.redis.RedisConfig.Node;
import io.github.stormlock.redis.RedisConfig.Protocol;
import io.github.stormlock.test.RedisCluster;
import io.github.stormlock.test.RedisSentinels;
import io.github.stormlock.test.RedisServer;
import io.github.stormlock.test.internal.process.FreePort;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A kind of server and the protocol to speak with it. */
record Backend(String server, Protocol protocol) {
    private static final String EMBEDDED = "embedded";
    private static final String SYSTEM = "redis-server on the PATH";
    private static final String NOT_TESTED =
            "NOT TESTED: there is no redis-server on the PATH (Debian and Ubuntu: apt-get install redis-server)";

    static Backend embedded() {
        return new Backend(EMBEDDED, Protocol.AUTO);
    }

    /** Returns each server with one protocol, for tests that take long and are not about the protocol. */
    static List<Backend> each() {
        return List.of(new Backend(EMBEDDED, Protocol.RESP3), new Backend(SYSTEM, Protocol.RESP2));
    }

    static List<Backend> all() {
        return Stream.of(Protocol.RESP2, Protocol.RESP3)
                .flatMap(protocol -> Stream.of(new Backend(EMBEDDED, protocol), new Backend(SYSTEM, protocol)))
                .toList();
    }

    TestRedis start(String... options) {
        RedisServer started = startServer(options);
        return new TestRedis(started, started.port());
    }

    TestRedis startTls(Path certificate, Path key, Path authorities, String clientsToo) {
        int port = FreePort.find();
        RedisServer started = startServer(
                "--tls-port",
                Integer.toString(port),
                "--tls-cert-file",
                certificate.toString(),
                "--tls-key-file",
                key.toString(),
                "--tls-ca-cert-file",
                authorities.toString(),
                "--tls-auth-clients",
                clientsToo);
        return new TestRedis(started, port);
    }

    private RedisServer startServer(String... options) {
        return isEmbedded() ? RedisServer.embedded(options) : present(RedisServer.system(options));
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
}
