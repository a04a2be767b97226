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
import org.junit.jupiter.params.provider.CsvSource;

/** The rules by which several keys go together. */
class StormLockConfigRulesTest {
    private static final String TIMEOUT = "topology.message.timeout.secs";

    @ParameterizedTest
    @CsvSource({
        "storm.lock.wait=10s",
        "storm.lock.wait=0 storm.lock.lease=1h storm.lock.hold.max=1h",
        "storm.lock.wait=20m storm.lock.lease=20m topology.message.timeout.secs=3600",
        "storm.lock.wait=1h storm.lock.lease=1m topology.enable.message.timeouts=false",
        "storm.lock.lease=1m topology.enable.message.timeouts=false",
        "storm.lock.events.window=1m",
        "storm.lock.events.window=1s topology.enable.message.timeouts=false",
        "storm.lock.redis.uri=redis://a/3 storm.lock.redis.tls=true storm.lock.redis.tls.truststore=/t",
        "storm.lock.redis.uri=rediss://a storm.lock.redis.tls.keystore=/k",
        "storm.lock.redis.uri=rediss://a storm.lock.redis.tls.ca.cert.file=/c storm.lock.redis.tls.cert.file=/k storm.lock.redis.tls.key.file=/k",
        "storm.lock.redis.uri=redis://a storm.lock.redis.mode=cluster storm.lock.redis.database=0",
        "storm.lock.redis.nodes=a:1,b:2 storm.lock.redis.mode=cluster",
        "storm.lock.redis.pool.max.total=4",
        "topology.producer.batch.size=1 topology.transfer.batch.size=1",
        "storm.local.dir=/tmp stormlock.x=1 topology.acker.executors=0"
    })
    void takesWhatGoesTogether(String conf) {
        assertThatNoException().isThrownBy(() -> StormLockConfig.check(conf(conf)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "storm.lock.wait=11s | storm.lock.wait = 11s is longer than 10s | topology.message.timeout.secs = 30",
                "storm.lock.lease=6s storm.lock.wait=5s | storm.lock.lease = 6s | storm.lock.wait = 5s",
                "storm.lock.lease=11s | storm.lock.lease = 11s | storm.lock.wait = 10s",
                "storm.lock.wait=50ms | storm.lock.lease = 100ms | storm.lock.wait = 50ms",
                "storm.lock.hold.max=4s | storm.lock.hold.max = 4s | storm.lock.lease = 5s",
                "storm.lock.events.window=59s | storm.lock.events.window = 59s | 1m, twice topology.message.timeout.secs = 30",
                "storm.lock.events.keep=1h topology.message.timeout.secs=7200 | storm.lock.events.keep = 1h | 4h, twice",
                "topology.message.timeout.secs=0 | topology.message.timeout.secs = 0 | 1 to 15768000 seconds",
                "topology.message.timeout.secs=soon storm.lock.wait=1h | topology.message.timeout.secs = soon | 1 problem",
                "topology.enable.message.timeouts=maybe | topology.enable.message.timeouts = maybe | true or false",
                "topology.acker.executors=some | topology.acker.executors = some | executors",
                "topology.producer.batch.size=2 | topology.producer.batch.size = 2 is more than 1 | set it to 1",
                "topology.transfer.batch.size=100 | topology.transfer.batch.size = 100 is more than 1 | set it to 1",
                "topology.producer.batch.size=some | topology.producer.batch.size = some | tuples",
                "storm.lock.redis.uri=redis://a storm.lock.redis.nodes=a:1 | storm.lock.redis.uri | storm.lock.redis.nodes",
                "storm.lock.redis.uri=redis://a/1 storm.lock.redis.database=1 | storm.lock.redis.uri | storm.lock.redis.database",
                "storm.lock.redis.nodes=a:1,b:2 | names 2 servers | storm.lock.redis.mode = standalone",
                "storm.lock.redis.mode=cluster | storm.lock.redis.mode = cluster | needs storm.lock.redis.nodes",
                "storm.lock.redis.mode=cluster storm.lock.redis.uri=redis://a/2 | database 2 | storm.lock.redis.mode = cluster",
                "storm.lock.redis.mode=sentinel storm.lock.redis.nodes=a:1 | needs | storm.lock.redis.sentinel.master",
                "storm.lock.redis.sentinel.master=m | storm.lock.redis.sentinel.master | storm.lock.redis.mode = standalone",
                "storm.lock.redis.sentinel.user=u | storm.lock.redis.sentinel.user | storm.lock.redis.mode = standalone",
                "storm.lock.redis.sentinel.password.env=P | storm.lock.redis.sentinel.password.env | storm.lock.redis.mode",
                "storm.lock.redis.sentinel.password.file=/p | storm.lock.redis.sentinel.password.file | storm.lock.redis.mode",
                "storm.lock.redis.password.file=/p storm.lock.redis.password.env=P | storm.lock.redis.password.file | .env",
                "storm.lock.redis.tls=false storm.lock.redis.uri=rediss://a | storm.lock.redis.tls = false | rediss://",
                "storm.lock.redis.tls.truststore=/t | storm.lock.redis.tls.truststore | set storm.lock.redis.tls to true",
                "storm.lock.redis.tls.keystore=/k | storm.lock.redis.tls.keystore | set storm.lock.redis.tls to true",
                "storm.lock.redis.tls.ca.cert.file=/c | storm.lock.redis.tls.ca.cert.file | set storm.lock.redis.tls to true",
                "storm.lock.redis.uri=rediss://a storm.lock.redis.tls.truststore=/t storm.lock.redis.tls.ca.cert.file=/c | storm.lock.redis.tls.ca.cert.file | remove one",
                "storm.lock.redis.uri=rediss://a storm.lock.redis.tls.cert.file=/c | storm.lock.redis.tls.key.file | go together",
                "storm.lock.redis.uri=rediss://a storm.lock.redis.tls.key.file=/k | storm.lock.redis.tls.cert.file | go together",
                "storm.lock.redis.tls.truststore.password.env=P | truststore.password.env | without storm.lock.redis.tls.truststore",
                "storm.lock.redis.tls.keystore.password.file=/p | keystore.password.file | without storm.lock.redis.tls.keystore",
                "storm.lock.redis.pool.max.idle=17 | storm.lock.redis.pool.max.idle = 17 | storm.lock.redis.pool.max.total = 16",
                "storm.lock.redis.pool.min.idle=17 | storm.lock.redis.pool.min.idle = 17 | storm.lock.redis.pool.max.idle = 16",
                "storm.lock=x | storm.lock is unknown | storm.lock.wait",
                "storm.lock.redis.url=redis://a | storm.lock.redis.url is unknown | storm.lock.redis.uri",
                "storm.lock.Lease=5s | storm.lock.Lease is unknown | storm.lock.lease"
            })
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
