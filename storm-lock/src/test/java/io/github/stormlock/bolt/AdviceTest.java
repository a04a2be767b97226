package io.github.stormlock.bolt;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.stormlock.RedisLockFactory;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A message says what to set. */
class AdviceTest {
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
}
