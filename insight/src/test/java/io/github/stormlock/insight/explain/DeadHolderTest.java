package io.github.stormlock.insight.explain;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.stormlock.insight.fixture.CommandRun;
import io.github.stormlock.insight.fixture.HolderProcess;
import io.github.stormlock.lock.insight.LockNames;
import io.github.stormlock.test.RedisExtension;
import io.github.stormlock.test.RedisServer;
import java.io.IOException;
import java.time.Duration;
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

    private static void awaitReport(RedisServer server, Process holder) {
        Awaitility.await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
            JsonNode words = explain(server).path("lock").path("holders").path(0);
            assertThat(words.path("words").asText()).startsWith("nightly, ").endsWith("pid " + holder.pid());
            assertThat(words.path("life").asText()).isEqualTo("reporting");
            assertThat(words.path("thread").asText()).isEqualTo("main");
        });
    }

    @Test
    void killedHolderIsDeadAndTheTimeLeftIsThatOfRedis(RedisServer server) throws Exception {
        Process holder = HolderProcess.start(server, "site");
        try (Jedis redis = new Jedis(server.uri())) {
            awaitReport(server, holder);
            holder.destroyForcibly().waitFor();
            AtomicReference<JsonNode> answer = new AtomicReference<>();
            Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> {
                answer.set(explain(server));
                return answer.get().path("state").asText().equals("dead-holder");
            });
            long before = redis.pttl(LockNames.of("").lock("site"));
            long left = explain(server).path("lock").path("leftMillis").asLong();
            long after = redis.pttl(LockNames.of("").lock("site"));
            assertThat(left).isBetween(after, before);
            assertThat(answer.get().path("wrong").asBoolean()).isTrue();
        } finally {
            holder.destroyForcibly();
        }
    }

    @Test
    void stoppedHolderIsConnectedButDoesNotReport(RedisServer server) throws Exception {
        Process holder = HolderProcess.start(server, "site");
        try {
            awaitReport(server, holder);
            signal(holder, "STOP");
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> explain(server).path("state").asText().equals("silent"));
            signal(holder, "CONT");
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> !explain(server).path("state").asText().equals("silent"));
        } finally {
            holder.destroyForcibly();
        }
    }

    private static void signal(Process process, String signal) throws IOException, InterruptedException {
        assertThat(new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid()))
                        .start()
                        .waitFor())
                .isZero();
    }
}
