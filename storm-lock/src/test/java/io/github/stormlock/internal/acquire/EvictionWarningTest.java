package io.github.stormlock.internal.acquire;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.bolt.fixture.LogLines;
import io.github.stormlock.internal.lifecycle.StartCheck;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.lock.fixture.Servers;
import io.github.stormlock.test.RedisServer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Marks may be evicted, and then replays are applied again. One warning says so when the server is first used. */
@Tag("server")
class EvictionWarningTest {

    @ParameterizedTest
    @CsvSource({"volatile-lru, 1", "allkeys-random, 1", "noeviction, 0"})
    void evictionIsWarnedOfOnce(String policy, int warnings) {
        // The first server of a JVM gives the logs a configuration of the tests.
        try (RedisServer redis = Servers.own("--maxmemory-policy", policy);
                LogLines log = LogLines.of(StartCheck.class.getName());
                RedisLockFactory locks = RedisLockFactory.connect(redis.uri().toString())) {
            locks.mutex("a").acquire(LockFixture.LONG).close();
            locks.mutex("a").acquire(LockFixture.LONG).close();
            locks.check();
            assertThat(log.lines()).hasSize(warnings).allSatisfy(message -> assertThat(message)
                    .contains(policy, "noeviction"));
        }
    }
}
