package io.github.stormlock.insight.explain;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.config.LockSettings;
import io.github.stormlock.insight.fixture.CommandRun;
import io.github.stormlock.lock.insight.LockNames;
import io.github.stormlock.redis.RedisConfig;
import io.github.stormlock.test.RedisExtension;
import io.github.stormlock.test.RedisServer;
import io.github.stormlock.test.internal.process.ChildJvm;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import redis.clients.jedis.Jedis;

/** Holders in JVMs of their own, which are killed and stopped. */
@ExtendWith(RedisExtension.class)
@Tag("server")
class DeadHolderTest {
    private static JsonNode explain(RedisServer server) {
        return CommandRun.at(server, "explain", "site", "--json", "--no-scan").json("explain");
    }

    /** Takes the mutex at this port, and keeps it. */
    public static void main(String[] arguments) throws InterruptedException {
        LockSettings settings =
                LockSettings.builder().lease(Duration.ofSeconds(30)).build();
        RedisLockFactory factory =
                RedisLockFactory.connect(RedisConfig.standalone("127.0.0.1", Integer.parseInt(arguments[0])), settings);
        ChildJvm.say(factory.calledBy("nightly")
                .mutex("site")
                .acquire(Duration.ofSeconds(30))
                .token());
        new CountDownLatch(1).await();
    }

    private static ChildJvm holder(RedisServer server) throws IOException {
        return ChildJvm.start(
                DeadHolderTest.class,
                List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"),
                List.of(Integer.toString(server.port())));
    }

    private static void awaitReport(RedisServer server, ChildJvm holder) {
        Awaitility.await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
            JsonNode words = explain(server).at("/lock/holders/0");
            assertThat(words.path("words").asText())
                    .startsWith("nightly, ")
                    .endsWith("pid " + holder.handle().pid());
            assertThat(words.path("life").asText()).isEqualTo("reporting");
            assertThat(words.path("thread").asText()).isEqualTo("main");
        });
    }

    @Test
    void killedHolderIsDeadAndTheTimeLeftIsThatOfRedis(RedisServer server) throws Exception {
        try (ChildJvm holder = holder(server);
                Jedis redis = new Jedis(server.uri())) {
            awaitReport(server, holder);
            holder.close();
            AtomicReference<JsonNode> answer = new AtomicReference<>();
            Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> {
                answer.set(explain(server));
                return answer.get().path("state").asText().equals("dead-holder");
            });
            long before = redis.pttl(LockNames.of("").lock("site"));
            long left = explain(server).at("/lock/leftMillis").asLong();
            long after = redis.pttl(LockNames.of("").lock("site"));
            assertThat(left).isBetween(after, before);
            assertThat(answer.get().path("wrong").asBoolean()).isTrue();
        }
    }

    @Test
    void stoppedHolderIsConnectedButDoesNotReport(RedisServer server) throws Exception {
        try (ChildJvm holder = holder(server)) {
            awaitReport(server, holder);
            holder.signal("STOP");
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> explain(server).path("state").asText().equals("silent"));
            holder.signal("CONT");
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> !explain(server).path("state").asText().equals("silent"));
        }
    }
}
