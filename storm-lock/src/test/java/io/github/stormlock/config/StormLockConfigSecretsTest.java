package io.github.stormlock.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.statistics.Statistics;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** No password is ever shown, even if the configuration is wrong. */
class StormLockConfigSecretsTest {
    private static final String SECRET = "hunter2";
    private static final List<String> KEYS = List.copyOf(SettingKeys.ALL.keySet());
    private static final List<Object> VALUES = new ArrayList<>(Arrays.asList(
            null,
            "",
            " ",
            0,
            1,
            -1,
            5,
            1e300,
            Double.NaN,
            Long.MIN_VALUE,
            true,
            "true",
            "5s",
            "10m",
            "PT1H",
            "0",
            "16",
            "a:1",
            "a:1,b:2",
            "redis://a",
            "rediss://a:1/2",
            "cluster",
            "sentinel",
            "x",
            "é\n",
            "/p",
            "P_W",
            'c'));
    private static final List<Object> SECRETS = List.of(
            "redis://:" + SECRET + "@a",
            "rediss://user:" + SECRET + "@a:6379/0",
            "//" + SECRET + "@a",
            "user:" + SECRET + "@a:1,b:2",
            "redis://a?password=" + SECRET,
            "redis://a/0?auth=" + SECRET,
            List.of("user:" + SECRET + "@a:1"),
            List.of(SECRET),
            Map.of("password", SECRET),
            new Object[] {SECRET});

    @ParameterizedTest
    @CsvSource({
        "storm.lock.redis.password, storm.lock.redis.password",
        "storm.lock.redis.PASSWORD, storm.lock.redis.password",
        "storm.lock.redis.passwd, storm.lock.redis.password",
        "storm.lock.password, storm.lock.redis.password",
        "storm.lock.redis.secret, storm.lock.redis.password",
        "storm.lock.redis.password.fil, storm.lock.redis.password",
        "storm.lock.redis.sentinel.password, storm.lock.redis.sentinel.password",
        "storm.lock.redis.tls.truststore.password, storm.lock.redis.tls.truststore.password",
        "storm.lock.redis.tls.keystore.password, storm.lock.redis.tls.keystore.password"
    })
    void aKeyForAPasswordIsRefusedWithTheKeysToUse(String key, String base) {
        assertThat(refusal(Map.of(key, SECRET)))
                .contains(key + " is refused", "by " + base + ".file ", "by " + base + ".env")
                .doesNotContain(SECRET);
    }

    @Provide
    Arbitrary<Map<String, Object>> settings() {
        Arbitrary<String> known = Arbitraries.of(KEYS);
        return Arbitraries.oneOf(
                        Combinators.combine(known, Arbitraries.of(SECRETS)).as(Setting::new),
                        Combinators.combine(
                                        known,
                                        Arbitraries.integers().between(0, 40),
                                        Arbitraries.chars().alpha())
                                .as((key, at, put) -> new Setting(mutated(key, at, put), SECRET)),
                        Combinators.combine(known, Arbitraries.of(VALUES)).as(Setting::new),
                        Arbitraries.of(Arrays.asList(null, "", "storm.lock", "storm.lock.", "topology.name"))
                                .map(key -> new Setting(key, 5)),
                        known.map(
                                key -> new Setting(key, SettingKeys.ALL.get(key).value())),
                        known.map(
                                key -> new Setting(key, SettingKeys.ALL.get(key).value())))
                .list()
                .ofMinSize(1)
                .ofMaxSize(6)
                .map(settings -> {
                    Map<String, Object> conf = new HashMap<>();
                    settings.forEach(setting -> conf.put(setting.key(), setting.value()));
                    return conf;
                });
    }

    private record Setting(String key, Object value) {}

    private static String mutated(String key, int at, char put) {
        int place = SettingKey.PREFIX.length() + at % (key.length() - SettingKey.PREFIX.length());
        String mutated = key.substring(0, place) + put + key.substring(place + 1);
        return SettingKeys.ALL.containsKey(mutated) ? mutated + "x" : mutated;
    }

    @Property
    void whateverIsGivenNothingSecretIsShown(@ForAll("settings") Map<String, Object> conf) {
        String shown = refusal(conf);
        assertThat(shown).doesNotContain(SECRET);
        Statistics.collect(!shown.isEmpty());
        Statistics.coverage(counts -> counts.check(true).percentage(percent -> percent > 10 && percent < 99));
    }

    /** Returns all that a log would show of the refusal, or an empty text if there is none. */
    private static String refusal(Map<String, Object> conf) {
        Throwable refusal = catchThrowable(() -> StormLockConfig.check(conf));
        if (refusal == null) {
            return "";
        }
        assertThat(refusal).isExactlyInstanceOf(IllegalArgumentException.class);
        assertThat(refusal).hasNoCause().hasNoSuppressedExceptions();
        return refusal.getMessage();
    }
}
