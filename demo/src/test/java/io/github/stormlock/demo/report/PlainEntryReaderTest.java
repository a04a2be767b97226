package io.github.stormlock.demo.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.test.RedisExtension;
import io.github.stormlock.test.RedisServer;
import java.time.LocalDateTime;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import redis.clients.jedis.AbstractPipeline;
import redis.clients.jedis.RedisClient;

@ExtendWith(RedisExtension.class)
@Tag("server")
class PlainEntryReaderTest {
    @AutoClose
    private final RedisClient redis;

    PlainEntryReaderTest(RedisServer server) {
        redis = RedisClient.create(server.uri());
    }

    @Test
    void readsEveryTotal() {
        writeSmallSite();

        Findings findings = PlainEntryReader.read(redis);

        TreeMap<String, Long> status = new TreeMap<>(Map.of("200", 4L, "404", 1L));
        TreeMap<String, Long> method = new TreeMap<>(Map.of("GET", 5L));
        assertThat(findings.totals()).isEqualTo(new Totals(6, 5, 1, 1_500, 900, 2, 2, 3, 1, 2, status, method));
        assertThat(findings.agree()).isTrue();
        assertThat(findings.topPages())
                .containsExactly(new TrafficRow<>("/b", 3, 600, 1), new TrafficRow<>("/a", 2, 900, 0));
        assertThat(findings.hours())
                .containsExactly(
                        new TrafficRow<>(LocalDateTime.parse("2015-05-17T10:00"), 4, 1_200, 0),
                        new TrafficRow<>(LocalDateTime.parse("2015-05-17T23:00"), 1, 300, 1));
        assertThat(findings.first()).isEqualTo("2015-05-17T10:05:00Z");
    }

    @Test
    void countsManyKeysOnceEachAndKeepsTheFirstTen() {
        try (AbstractPipeline pipeline = redis.pipelined()) {
            for (int i = 1; i <= 5_000; i++) {
                pipeline.hset("page:/" + i, Map.of("hits", Integer.toString(i), "bytes", "10"));
                pipeline.set("lock-seen:00:{page:/" + i + "}", "no page");
            }
        }

        Findings findings = PlainEntryReader.read(redis);

        assertThat(findings.totals().paths()).isEqualTo(5_000);
        assertThat(findings.pageHits()).isEqualTo(5_000L * 5_001 / 2);
        assertThat(findings.topPages()).hasSize(10).first().isEqualTo(new TrafficRow<>("/5000", 5_000, 10, 0));
        assertThat(findings.topPages()).last().isEqualTo(new TrafficRow<>("/4991", 4_991, 10, 0));
    }

    private void writeSmallSite() {
        redis.hset("site", Map.of("hits", "5", "bytes", "1500", "largest", "900", "malformed", "1"));
        redis.hset("site", Map.of("status.200", "4", "status.404", "1", "method.GET", "5"));
        redis.hset("site", Map.of("first", "2015-05-17T10:05:00Z", "last", "2015-05-17T23:05:59Z"));
        redis.hset("page:/a", Map.of("hits", "2", "bytes", "900", "largest", "900"));
        redis.hset("page:/b", Map.of("hits", "3", "bytes", "600", "largest", "300", "errors", "1"));
        redis.hset("visitor:192.0.2.1", Map.of("hits", "4", "sessions", "2"));
        redis.hset("visitor:2001:db8::1", Map.of("hits", "1", "sessions", "1"));
        redis.hset("hour:2015-05-17T23", Map.of("hits", "1", "bytes", "300", "errors", "1"));
        redis.hset("hour:2015-05-17T10", Map.of("hits", "4", "bytes", "1200"));
        redis.hset("source:access.log@00", Map.of("lines", "6", "low", "720", "complete", "1"));
    }
}
