package io.github.stormlock.insight;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.stormlock.config.LockSettings;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.insight.fixture.CommandRun;
import io.github.stormlock.insight.fixture.FakeWorker;
import io.github.stormlock.lock.RedisLockFactory;
import io.github.stormlock.redis.RedisConfig;
import io.github.stormlock.test.RedisExtension;
import io.github.stormlock.test.RedisServer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import redis.clients.jedis.Jedis;

@ExtendWith(RedisExtension.class)
@Tag("server")
class TopTest {
    private static RedisLockFactory factory(RedisServer server) {
        return RedisLockFactory.connect(RedisConfig.fromUri(server.uri().toString()), LockSettings.DEFAULT);
    }

    @Test
    void ratesAndHotEntriesAreThoseOfTheWorker(RedisServer server) {
        AtomicBoolean end = new AtomicBoolean();
        AtomicLong done = new AtomicLong();
        try (RedisLockFactory factory = factory(server);
                Jedis redis = new Jedis(server.uri())) {
            var hot = factory.guard("page:/hot", Entries.hash());
            var cold = factory.guard("page:/cold", Entries.hash());
            CompletableFuture<Void> works = CompletableFuture.runAsync(() -> {
                for (long i = 0; !end.get(); i++) {
                    (i % 10 == 0 ? cold : hot).update(page -> {
                        page.add("hits", 1);
                        return 1;
                    });
                    done.incrementAndGet();
                }
            });
            Awaitility.await().atMost(Duration.ofSeconds(15)).until(() -> redis.exists("lock-info:{workers}"));
            // From now on the worker reports each second, and the intervals below are of work only.
            CommandRun.at(server, "top", "--once");
            long begun = System.nanoTime();
            long before = done.get();
            JsonNode top = CommandRun.at(server, "top", "--once", "--json").json("top");
            double rate = (done.get() - before) * 1e9 / (System.nanoTime() - begun);
            String text =
                    CommandRun.at(server, "top", "--once", "--sort", "entry").out();
            end.set(true);
            works.join();

            JsonNode topology = top.path("topologies").path(0);
            assertThat(topology.path("workers").asInt()).isEqualTo(1);
            assertThat(topology.path("perSecond").path("updates").asDouble()).isBetween(rate * 0.2, rate * 5);
            // One for each update, as nobody else is there; and the report of a second.
            assertThat(topology.path("roundTripsPerUpdate").asDouble()).isBetween(0.9, 1.5);
            assertThat(top.path("hot").path(0).path("entry").asText()).isEqualTo("page:/hot");
            assertThat(top.path("hot").path(0).path("share").asDouble()).isBetween(0.5, 1.0);
            assertThat(text).contains("updates/s").contains("page:/hot").contains("█");
            assertThat(text.indexOf("page:/cold")).isLessThan(text.indexOf("page:/hot"));
        }
    }

    @Test
    void workerThatHasNotReportedInBetweenIsNotShownAtWork(RedisServer server) {
        try (FakeWorker worker = new FakeWorker(server, "a".repeat(22)).connected(server)) {
            worker.document().put("every", 1_000).withObject("/sum").put("updates", 6_000);
            worker.report();
            JsonNode topology = CommandRun.at(server, "top", "--once", "--json")
                    .json("top")
                    .path("topologies")
                    .path(0);
            assertThat(topology.path("workers").asInt()).isEqualTo(1);
            assertThat(topology.path("perSecond").path("updates").asDouble()).isZero();
        }
    }
}
