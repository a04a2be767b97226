package io.github.stormlock.insight.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.stormlock.insight.fixture.RedisPlace;
import io.github.stormlock.insight.fixture.RedisPlace.Mode;
import io.github.stormlock.redis.RedisConfig;
import io.github.stormlock.redis.RedisConfig.Node;
import io.github.stormlock.test.FaultProxy;
import io.github.stormlock.test.RedisCluster;
import io.github.stormlock.test.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;

@Tag("server")
class RedisServersTest {
    private static RedisServers at(int port) {
        return RedisServers.of(RedisConfig.standalone("127.0.0.1", port));
    }

    @Test
    void commandsOfOnePipelineAndWalksReachOneServer() throws Exception {
        reachAllServers(Mode.STANDALONE);
    }

    @Tag("modes")
    @ParameterizedTest
    @EnumSource(names = {"SENTINEL", "CLUSTER"})
    void commandsOfOnePipelineAndWalksReachAllServers(Mode mode) throws Exception {
        reachAllServers(mode);
    }

    private static void reachAllServers(Mode mode) throws Exception {
        try (RedisPlace place = RedisPlace.start(mode);
                RedisServers servers = RedisServers.of(place.config())) {
            List<Query> sets = IntStream.range(0, 1_200)
                    .mapToObj(i -> Query.of("SET", "key:" + i, "value " + i))
                    .toList();
            assertThat(servers.ask(sets)).noneMatch(Reply::isRefused);
            List<Reply> got = servers.ask(IntStream.range(0, 1_200)
                    .mapToObj(i -> Query.of("GET", "key:" + i))
                    .toList());
            for (int i = 0; i < got.size(); i++) {
                assertThat(got.get(i).text()).contains("value " + i);
            }
            assertThat(KeyWalk.count(servers)).contains(1_200L);
            WalkResult walk = new KeyWalk(servers, WalkLimits.USUAL, "key:*", "string", key -> true, 5_000).walk();
            assertThat(walk.keys()).hasSize(1_200).doesNotHaveDuplicates();
            assertThat(walk.complete()).isTrue();
            assertThat(walk.part()).isEqualTo(1.0);
            assertThat(servers.primaries()).hasSize(mode == Mode.CLUSTER ? 3 : 1);
        }
    }

    @Test
    void answersAreReadForWhatTheyAre() {
        try (RedisServer server = RedisServer.embedded();
                RedisServers servers = at(server.port())) {
            HostAndPort node = servers.primaries().get(0);
            servers.ask(Query.of("SET", "key", "value"));
            assertThat(servers.ask(Query.of("LPOP", "key")).refusal()).startsWith("WRONGTYPE");
            assertThat(servers.ask(Query.of("GET", "none")).isNothing()).isTrue();
            assertThat(servers.info(node, "server")).containsKey("redis_version");
            assertThat(servers.ask(Query.plain("TIME")).micros().orElseThrow()).isGreaterThan(1_700_000_000_000_000L);
            assertThat(servers.clients(node).orElseThrow())
                    .anySatisfy(client -> assertThat(client.number("id")).isPositive());
        }
    }

    @Test
    void walkThatWaitsForItsAnswersIsNotSlowedForThem() {
        try (RedisServer server = RedisServer.embedded();
                FaultProxy proxy = FaultProxy.to(server);
                RedisServers servers = at(proxy.port())) {
            servers.ask(IntStream.range(0, 2_000)
                    .mapToObj(i -> Query.of("SET", "key:" + i, "value"))
                    .toList());
            // The server may work for a twentieth of the time, and only the first answer comes at once.
            WalkLimits limits = new WalkLimits(Duration.ofSeconds(20), 0.05);
            Predicate<String> kept = key -> {
                proxy.delay(Duration.ofMillis(500));
                return true;
            };
            WalkResult walk = new KeyWalk(servers, limits, "key:*", "", kept, 20_000).walk();
            assertThat(walk.complete()).isTrue();
        }
    }

    @Test
    void helloIsNotNeeded() {
        try (RedisServer server = RedisServer.embedded();
                Jedis admin = new Jedis(server.uri());
                RedisServers servers = at(server.port())) {
            admin.aclSetUser("default", "-hello");
            assertThat(servers.ask(Query.of("GET", "none")).isNothing()).isTrue();
        }
    }

    @Tag("modes")
    @Test
    void commandsFollowKeysThatMove() {
        try (RedisCluster cluster = RedisCluster.embedded(0);
                RedisServers servers = RedisServers.of(RedisConfig.builder()
                        .cluster(List.of(
                                new Node("127.0.0.1", cluster.nodes().get(0).port())))
                        .build())) {
            servers.ask(Query.of("SET", "key", "before"));
            RedisServer from = cluster.primaryOf("key");
            RedisServer to = cluster.primaries().stream()
                    .filter(node -> node != from)
                    .findFirst()
                    .orElseThrow();
            var migration = cluster.migrate(RedisCluster.slot("key"), to);
            migration.moveAll();
            assertThat(servers.ask(Query.of("GET", "key")).text()).contains("before");
            migration.finish();
            assertThat(servers.ask(Query.of("GET", "key")).text()).contains("before");
        }
    }

    @Test
    void serverThatIsNotThereCannotBeAsked() {
        try (RedisServers servers = at(1)) {
            assertThatThrownBy(() -> servers.ask(Query.of("GET", "key")))
                    .isInstanceOf(CannotAskException.class)
                    .hasMessageContaining("127.0.0.1:1");
        }
    }

    @Test
    void serverThatAnswersNothingAnyMoreCannotBeAsked() {
        try (RedisServer server = RedisServer.embedded();
                Jedis admin = new Jedis(server.uri());
                RedisServers servers = at(server.port())) {
            servers.ask(Query.of("GET", "key"));
            admin.configSet("replica-serve-stale-data", "no");
            admin.replicaof("127.0.0.1", 1);
            assertThatThrownBy(() -> servers.ask(Query.of("GET", "key")))
                    .isInstanceOf(CannotAskException.class)
                    .hasMessageContaining("MASTERDOWN");
        }
    }

    @Test
    void connectionIsMadeAnewAfterItBroke() {
        try (RedisServer server = RedisServer.embedded();
                RedisServers servers = at(server.port())) {
            servers.ask(Query.of("SET", "key", "value"));
            server.shutdownAndSave();
            assertThatThrownBy(() -> servers.ask(Query.of("GET", "key"))).isInstanceOf(CannotAskException.class);
            server.restart();
            assertThat(servers.ask(Query.of("GET", "key")).text()).isEqualTo(Optional.of("value"));
        }
    }
}
