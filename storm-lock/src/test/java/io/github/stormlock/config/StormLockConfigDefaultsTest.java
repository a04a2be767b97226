package io.github.stormlock.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.redis.RedisConfig;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The values that hold if a key is not given. */
class StormLockConfigDefaultsTest {
    private static final String TIMEOUT = "topology.message.timeout.secs";

    @Test
    void anEmptyConfigurationGivesTheDefaults() {
        StormLockConfig config = StormLockConfig.of(Map.of());

        assertThat(config.lock()).isEqualTo(LockSettings.DEFAULT);
        assertThat(config.topology()).isEmpty();
        assertThat(config.messageTimeout()).contains(Duration.ofSeconds(30));
        assertThat(config.acking()).isTrue();
        assertThat(config.redis()).isEqualTo(RedisConfig.DEFAULT);
    }

    @ParameterizedTest
    @CsvSource({
        "30, PT10S, PT5S, PT10M",
        "15, PT5S, PT5S, PT10M",
        "3, PT1S, PT1S, PT10M",
        "1, PT0.333S, PT0.333S, PT10M",
        "3600, PT20M, PT5S, PT2H",
        "86400, PT1H, PT5S, PT48H"
    })
    void whatIsNotGivenFollowsFromTheMessageTimeout(int timeout, Duration wait, Duration lease, Duration window) {
        LockSettings lock = StormLockConfig.of(Map.of(TIMEOUT, timeout)).lock();

        assertThat(lock)
                .isEqualTo(LockSettings.builder()
                        .waitMax(wait)
                        .lease(lease)
                        .eventsWindow(window)
                        .build());
    }

    @Test
    void aLongMessageTimeoutProlongsTheLifeOfPositions() {
        assertThat(StormLockConfig.of(Map.of(TIMEOUT, 864_000)).lock().eventsKeep())
                .isEqualTo(Duration.ofDays(20));
    }

    @Test
    void aLongLeaseProlongsTheLongestHold() {
        LockSettings lock = StormLockConfig.of(Map.of("storm.lock.lease", "2m", "storm.lock.wait", "3m", TIMEOUT, 600))
                .lock();

        assertThat(lock.holdMax()).isEqualTo(Duration.ofMinutes(2));
    }
}
