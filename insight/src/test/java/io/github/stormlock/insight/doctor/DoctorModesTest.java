package io.github.stormlock.insight.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.config.LockSettings;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.insight.fixture.CommandRun;
import io.github.stormlock.insight.fixture.RedisPlace;
import io.github.stormlock.insight.fixture.RedisPlace.Mode;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.insight.LockNames;
import io.github.stormlock.test.RedisServer;
import java.time.Duration;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** {@code locks doctor} finds nothing wrong with real workers and locks, on a single server, over Sentinel and in a Cluster. */
@Tag("long")
@Tag("server")
class DoctorModesTest {
    private static final Duration WAIT = Duration.ofSeconds(30);

    @ParameterizedTest
    @EnumSource
    void nothingIsWrongWhereARealWorkerHoldsLocksOfAllKinds(Mode mode) throws Exception {
        try (RedisPlace place = RedisPlace.start(mode, "--appendonly", "yes");
                RedisLockFactory factory = RedisLockFactory.connect(
                        place.config(),
                        LockSettings.builder()
                                .insightInterval(Duration.ofSeconds(1))
                                .build());
                Lease mutex = factory.mutex("report:daily").acquire(WAIT);
                Lease reader = factory.readWrite("both").read().acquire(WAIT);
                Lease permits = factory.permits("desk", 3).acquire(2, WAIT)) {
            assertThat(mutex.fence()).isPositive();
            assertThat(reader.isHeld()).isTrue();
            assertThat(permits.isHeld()).isTrue();
            IntStream.range(0, 20).forEach(i -> factory.guard("page:" + i, Entries.hash())
                    .once(EventId.opaque("event " + i), page -> page.add("hits", 1)));
            await().atMost(WAIT)
                    .until(() -> place.client().exists(LockNames.of("").workers()));
            CommandRun run = place.run("doctor", "--json");
            JsonNode answer = run.json("doctor");
            assertThat(answer.path("findings")).hasSize(14).allSatisfy(finding -> assertThat(
                            finding.path("level").asText())
                    .as(finding.toString())
                    .isEqualTo("ok"));
            assertThat(run.err()).isEmpty();
            assertThat(run.status()).isZero();
            String primaries = Map.of(Mode.CLUSTER, "3 primaries with 0 replicas", Mode.SENTINEL, "1 primary with 1 ")
                    .getOrDefault(mode, "1 primary with 0 ");
            assertThat(answer.at("/findings/0/text").asText()).contains(primaries);
            assertThat(answer.toString()).contains("20 remembered in 20 sets", "1 of 1 report");
        }
    }

    @Test
    void nodeOfAClusterThatIsAskedAsASingleServerIsNamed() throws Exception {
        try (RedisPlace place = RedisPlace.start(Mode.CLUSTER)) {
            String node = place.options().get(1);
            CommandRun run = CommandRun.of("doctor", "--no-scan", "--redis", "redis://" + node);
            assertThat(run.out())
                    .contains(" FAIL  server ", "is of a Cluster, and is asked as a single server: give --cluster");
            assertThat(run.status()).isEqualTo(1);
        }
    }

    @Test
    void singleServerThatIsAskedAsAClusterCannotBeAsked() {
        try (RedisServer server = RedisServer.embedded()) {
            CommandRun run = CommandRun.of("doctor", "--cluster", "127.0.0.1:" + server.port());
            assertThat(run.err()).contains("cluster");
            assertThat(run.status()).isEqualTo(3);
        }
    }
}
