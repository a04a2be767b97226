package io.github.stormlock.bolt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.stormlock.bolt.fixture.ScriptedBolt;
import io.github.stormlock.bolt.fixture.Task;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.entry.SortedSetEntry;
import io.github.stormlock.lock.RedisLockFactory;
import io.github.stormlock.test.RedisExtension;
import io.github.stormlock.test.RedisServer;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import redis.clients.jedis.Jedis;

/** A message recommends only what exists for the type of entry that it is about. */
@Tag("contract")
@ExtendWith(RedisExtension.class)
@Tag("server")
class AdviceTest {
    private final RedisServer redis;

    AdviceTest(RedisServer redis) {
        this.redis = redis;
    }

    @Test
    void sortedSetThatIsTooLargeIsNotToldToNameFields() {
        Map<String, Double> members = new HashMap<>();
        for (int i = 0; i < 101; i++) {
            members.put("m" + i, 1.0);
        }
        try (Jedis admin = new Jedis(redis.uri())) {
            assertThat(admin.zadd("e", members)).isEqualTo(101);
        }
        ScriptedBolt<SortedSetEntry> bolt = new ScriptedBolt<>(Entries.sortedSet(), (tuple, entry) -> {});
        assertThat(refusal(bolt))
                .contains("101 elements")
                .contains("storm.lock.entry.max.elements")
                .doesNotContain("fields");
    }

    @Test
    void hashThatIsTooLargeIsToldToNameFields() {
        Map<String, String> fields = new HashMap<>();
        for (int i = 0; i < 101; i++) {
            fields.put("f" + i, "1");
        }
        try (Jedis admin = new Jedis(redis.uri())) {
            assertThat(admin.hset("e", fields)).isEqualTo(101);
        }
        ScriptedBolt<HashEntry> bolt = ScriptedBolt.counting();
        assertThat(refusal(bolt)).contains("name the part that is needed, by Part.fields");
    }

    /** Nobody at the default address speaks TLS. */
    @Test
    void serverThatNobodyNamedIsCalledTheDefaultWithTheKeysThatNameOne() {
        Map<String, Object> conf = new HashMap<>(Map.of("storm.lock.redis.tls", true));
        assertThatThrownBy(() -> check(conf))
                .hasMessageStartingWith("Redis is unavailable: ")
                .hasMessageContaining("127.0.0.1:6379")
                .hasMessageEndingWith("no server is configured, so this is the default: set storm.lock.redis.uri or"
                        + " storm.lock.redis.nodes");
        conf.put("storm.lock.redis.nodes", "127.0.0.1:6379");
        assertThatThrownBy(() -> check(conf)).message().doesNotContain("default");
    }

    private static void check(Map<String, Object> conf) {
        try (RedisLockFactory locks = RedisLockFactory.of(conf)) {
            locks.check();
        }
    }

    private String refusal(ScriptedBolt<?> bolt) {
        try (Task<?> task = Task.of(bolt, Task.conf(redis.uri(), "storm.lock.entry.max.elements", 100))) {
            task.execute("e");
            assertThat(task.output().errors()).hasSize(1);
            return String.valueOf(task.output().errors().get(0).getMessage());
        }
    }
}
