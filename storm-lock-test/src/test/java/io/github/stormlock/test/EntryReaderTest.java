package io.github.stormlock.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.params.SetParams;

@Tag("harness")
@ExtendWith(RedisExtension.class)
@Tag("server")
class EntryReaderTest {
    private final RedisServer server;
    private final EntryReader entries;

    EntryReaderTest(RedisServer server, EntryReader entries) {
        this.server = server;
        this.entries = entries;
    }

    @Test
    void everyTypeIsReadBack() {
        try (RedisClient client = RedisClient.create(server.uri())) {
            client.hset("hash", Map.of("a", "1", "b", "2"));
            client.set("string", "text");
            client.rpush("list", "x", "y", "x");
            client.sadd("set", "p", "q");
            client.zadd("zset", Map.of("high", 2.5, "low", -1.0));
        }
        assertThat(entries.hash("hash")).containsOnly(entry("a", "1"), entry("b", "2"));
        assertThat(entries.string("string")).hasValue("text");
        assertThat(entries.list("list")).containsExactly("x", "y", "x");
        assertThat(entries.set("set")).containsExactlyInAnyOrder("p", "q");
        assertThat(entries.sortedSet("zset")).containsExactly(entry("low", -1.0), entry("high", 2.5));
    }

    @Test
    void missingKeyReadsAsEmpty() {
        assertThat(entries.hash("no")).isEmpty();
        assertThat(entries.string("no")).isEmpty();
        assertThat(entries.list("no")).isEmpty();
        assertThat(entries.set("no")).isEmpty();
        assertThat(entries.sortedSet("no")).isEmpty();
        assertThat(entries.ttlMillis("no")).isEqualTo(EntryReader.NO_KEY);
    }

    @Test
    void keysAreFoundByPatternHoweverManyThereAre() {
        try (RedisClient client = RedisClient.create(server.uri())) {
            IntStream.range(0, 2_500).forEach(i -> client.set("page:" + i, "v"));
            client.set("site", "v");
        }
        assertThat(entries.keys("page:*")).hasSize(2_500).contains("page:0", "page:2499");
    }

    @Test
    void keysWithoutExpiryAreTold() {
        try (RedisClient client = RedisClient.create(server.uri())) {
            client.set("stays", "v");
            client.set("goes", "v", SetParams.setParams().px(60_000));
        }
        assertThat(entries.keysWithoutExpiry()).containsExactly("stays");
        assertThat(entries.ttlMillis("stays")).isEqualTo(EntryReader.NO_EXPIRY);
        assertThat(entries.ttlMillis("goes")).isBetween(1L, 60_000L);
    }
}
