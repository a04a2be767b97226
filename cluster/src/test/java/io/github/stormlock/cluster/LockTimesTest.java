package io.github.stormlock.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.insight.redis.RedisServers;
import io.github.stormlock.lock.insight.LockNames;
import io.github.stormlock.redis.RedisConfig;
import io.github.stormlock.test.RedisServer;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.params.SetParams;

@Tag("server")
class LockTimesTest {
    private static void tell(Jedis redis, String factory, String topology, long micros) {
        Histogram times = new Histogram(2);
        times.recordValueWithCount(micros, 100);
        ByteBuffer bytes = ByteBuffer.allocate(times.getNeededByteBufferCapacity());
        int length = times.encodeIntoCompressedByteBuffer(bytes);
        String text = Base64.getEncoder().encodeToString(java.util.Arrays.copyOf(bytes.array(), length));
        LockNames names = LockNames.of("");
        redis.set(
                names.info(factory),
                "{\"v\":1,\"every\":5000,\"lives\":15000,\"seq\":1,\"lib\":\"0.1.0\",\"mode\":\"standalone\",\"up\":60000,"
                        + "\"who\":{\"topology\":\"stats\",\"id\":\"" + topology
                        + "\",\"host\":\"w1\",\"port\":6700,\"pid\":1},\"callers\":[],\"sum\":{},\"pool\":{},"
                        + "\"time\":{\"span\":5000,\"commit\":\"" + text + "\"},"
                        + "\"hot\":[],\"held\":[],\"waits\":[],\"open\":[],\"cut\":{}}",
                SetParams.setParams().px(15_000));
        redis.zadd(names.workers(), System.currentTimeMillis() + 15_000, factory);
    }

    @Test
    void timesOfATopologyAreThoseOfItsWorkersTogether() {
        try (RedisServer server = RedisServer.embedded();
                Jedis redis = new Jedis(server.uri());
                RedisServers servers = at(server.uri().toString())) {
            tell(redis, "one", "stats-1-1", 1_000);
            tell(redis, "two", "stats-1-1", 8_000);
            tell(redis, "other", "other-2-1", 900_000);

            await().untilAsserted(() -> assertThat(LockTimes.read(servers).of("stats-1-1"))
                    .singleElement()
                    .asString()
                    .matches("commit +p50 +(0\\.99|1\\.0.) ms +p99 +(7\\.9.|8\\.0.) ms +longest +(7\\.9.|8\\.0.) ms"));
            assertThat(LockTimes.read(servers).of("stats")).isEmpty();
        }
    }

    @Test
    void redisThatDoesNotAnswerTellsNoTimes() {
        try (RedisServers none = at("redis://127.0.0.1:1")) {
            assertThat(LockTimes.read(none).of("stats-1-1")).isEmpty();
        }
    }

    @Test
    void totalsOfTheSamplesAreThoseOfTheirEntries() {
        try (RedisServer server = RedisServer.embedded();
                Jedis redis = new Jedis(server.uri());
                RedisServers servers = at(server.uri().toString())) {
            assertThat(SampleTotals.read(servers)).isEmpty();
            redis.hset("site", Map.of("hits", "7", "largest", "3"));
            redis.hset("visitor:a", "sessions", "2");
            redis.hset("visitor:b", "sessions", "3");
            redis.hset("source:s", "complete", "1");
            assertThat(SampleTotals.read(servers).toString())
                    .isEqualTo(
                            "{hits=7, malformed=0, bytes=0, largest=3, visitors=2, sessions=5, paths=0, errors=0, hours=0,"
                                    + " sources=1, sources_complete=1}");
        }
    }

    private static RedisServers at(String uri) {
        return RedisServers.of(RedisConfig.fromUri(uri));
    }
}
