package io.github.stormlock.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNoException;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/** The rules by which several keys go together. */
class StormLockConfigRulesTest {
    private static final String TIMEOUT = "topology.message.timeout.secs";

    @ParameterizedTest
    @CsvFileSource(resources = "rules-kept.csv", delimiter = '|')
    void takesWhatGoesTogether(String conf) {
        assertThatNoException().isThrownBy(() -> StormLockConfig.check(conf(conf)));
    }

    @ParameterizedTest
    @CsvFileSource(resources = "rules-broken.csv", delimiter = '|')
    void refusesWhatDoesNot(String conf, String one, String other) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> StormLockConfig.check(conf(conf)))
                .withMessageContainingAll("has 1 problem:", one, other);
    }

    @Test
    void nestedKeysAreRefused() {
        for (String key : List.of("storm.lock", "storm.lock.redis")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> StormLockConfig.check(Map.of(key, Map.of("lease", "5s"))))
                    .withMessageContaining(key + " is no key but holds some: write each in full");
        }
    }

    @Test
    void theSettingsOfOneBoltAreHeldAgainstTheMessageTimeout() {
        StormLockConfig config = StormLockConfig.of(Map.of(TIMEOUT, 30));
        LockSettings longer =
                config.lock().toBuilder().waitMax(Duration.ofSeconds(11)).build();

        assertThat(config.require(config.lock())).isSameAs(config.lock());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> config.require(longer))
                .withMessageContaining("storm.lock.wait = 11s is longer than 10s");
    }

    @Test
    void tellsWhatStormIsSetTo() {
        StormLockConfig config =
                StormLockConfig.of(conf("topology.acker.executors=0 topology.enable.message.timeouts=false"));

        assertThat(config.acking()).isFalse();
        assertThat(config.messageTimeout()).isEmpty();
    }

    @Test
    void batchingIsRefusedWhereBoltsAreAndNowhereElse() {
        Map<String, Object> batched =
                Map.of("topology.producer.batch.size", 100, "topology.transfer.batch.size", "100");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> StormLockConfig.forBolts(batched))
                .withMessageContaining("2 problems")
                .withMessageContaining("never flushes");
        assertThatNoException().isThrownBy(() -> StormLockConfig.of(batched));
    }

    @Test
    void nullsOfStormsOwnKeysAreItsDefaults() {
        Map<String, Object> conf = new HashMap<>();
        conf.put("topology.acker.executors", null);
        conf.put("topology.name", null);

        assertThat(StormLockConfig.of(conf).acking()).isTrue();
        assertThat(StormLockConfig.of(conf).topology()).isEmpty();
    }

    private static Map<String, Object> conf(String pairs) {
        Map<String, Object> conf = new HashMap<>();
        for (String pair : pairs.split(" ", -1)) {
            conf.put(pair.substring(0, pair.indexOf('=')), pair.substring(pair.indexOf('=') + 1));
        }
        return conf;
    }
}
