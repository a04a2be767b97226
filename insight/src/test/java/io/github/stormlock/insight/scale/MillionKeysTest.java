package io.github.stormlock.insight.scale;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.stormlock.insight.fixture.CommandRun;
import io.github.stormlock.test.RedisExtension;
import io.github.stormlock.test.RedisServer;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Pipeline;

/** A scan of a large database ends in its time, says what part it saw, and holds nobody up. */
@ExtendWith(RedisExtension.class)
@Tag("long")
@Tag("server")
class MillionKeysTest {
    private static final int KEYS = 1_000_000;
    private static final int TRIES = 5;
    private static final int TIMEOUT_MILLIS = 60_000;

    private static void fill(RedisServer server) {
        try (Jedis redis = new Jedis(server.uri(), TIMEOUT_MILLIS);
                Pipeline pipeline = redis.pipelined()) {
            for (int i = 0; i < KEYS; i++) {
                pipeline.set("page:" + i, "value");
                if (i % 10_000 == 0) {
                    pipeline.sync();
                }
            }
            pipeline.set("lock:{job}", "worker-17");
        }
    }

    /** Returns the time within which 99 of 100 pings were answered, while something else goes on. */
    private static long p99Micros(RedisServer server, Runnable beside) {
        AtomicBoolean end = new AtomicBoolean();
        CompletableFuture<Long> pings = CompletableFuture.supplyAsync(() -> {
            long[] micros = new long[200_000];
            int count = 0;
            try (Jedis redis = new Jedis(server.uri(), TIMEOUT_MILLIS)) {
                redis.ping();
                while (!end.get() && count < micros.length) {
                    long begun = System.nanoTime();
                    redis.ping();
                    micros[count++] = (System.nanoTime() - begun) / 1_000;
                    LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(500));
                }
            }
            Arrays.sort(micros, 0, count);
            return micros[count * 99 / 100];
        });
        beside.run();
        end.set(true);
        return pings.join();
    }

    @Test
    void scanEndsWithinItsBudgetAndSaysThePartAndRaisesTheP99OfAPingByAMillisecondAtMost(RedisServer server) {
        fill(server);
        long least = Long.MAX_VALUE;
        String seen = "";
        for (int i = 0; i < TRIES && least > 1_000; i++) {
            long alone = p99Micros(server, () -> LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(2)));
            CommandRun[] run = new CommandRun[1];
            long begun = System.nanoTime();
            long beside = p99Micros(
                    server, () -> run[0] = CommandRun.at(server, "list", "--scan", "--budget", "2s", "--json"));
            long millis = (System.nanoTime() - begun) / 1_000_000;
            JsonNode scan = run[0].json("list").path("scan");
            seen = String.format(
                    "%,d of %,d keys seen in %d ms; p99 of a ping %d us alone, %d us beside%n",
                    scan.path("seen").asLong(), scan.path("keys").asLong(), millis, alone, beside);
            System.out.print(seen);
            assertThat(millis).isLessThan(2_300);
            assertThat(scan.path("keys").asLong()).isEqualTo(KEYS + 1);
            assertThat(scan.path("seen").asLong()).isBetween(KEYS / 50L, KEYS + 1L);
            least = Math.min(least, beside - alone);
        }
        // A busy machine takes the processor away from the pings: one try of five is enough.
        assertThat(least).as(seen).isLessThanOrEqualTo(1_000);
    }

    @Test
    void smallDatabaseIsScannedUnaskedAndALargeOneIsNot(RedisServer server) {
        fill(server);
        assertThat(CommandRun.at(server, "list").out())
                .doesNotContain("worker-17")
                .contains("--scan");
        CommandRun asked = CommandRun.at(server, "list", "--scan", "--budget", "60s", "--pace", "100%");
        assertThat(asked.out()).contains("worker-17");
    }
}
