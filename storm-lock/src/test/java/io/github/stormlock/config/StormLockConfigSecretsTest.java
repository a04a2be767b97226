package io.github.stormlock.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

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

    @ParameterizedTest
    @MethodSource("seeds")
    void whateverIsGivenNothingSecretIsShown(long seed) {
        Random random = new Random(seed);
        int refused = 0;
        for (int i = 0; i < 1_000; i++) {
            Map<String, Object> conf = new HashMap<>();
            for (int keys = random.nextInt(6); keys >= 0; keys--) {
                putAny(random, conf);
            }
            String shown = refusal(conf);
            refused += shown.isEmpty() ? 0 : 1;
            assertThat(shown).doesNotContain(SECRET);
        }
        assertThat(refused).as("refused of 1000").isBetween(100, 990);
    }

    static LongStream seeds() {
        return LongStream.of(1, System.nanoTime());
    }

    private static void putAny(Random random, Map<String, Object> conf) {
        String known = any(random, KEYS);
        switch (random.nextInt(8)) {
            case 0 -> conf.put(known, any(random, SECRETS));
            case 1 -> conf.put(mutated(random, known), SECRET);
            case 2, 3 -> conf.put(known, any(random, VALUES));
            case 4 -> conf.put(any(random, Arrays.asList(null, "", "storm.lock", "storm.lock.", "topology.name")), 5);
            default -> conf.put(known, SettingKeys.ALL.get(known).value());
        }
    }

    private static String mutated(Random random, String key) {
        int place = SettingKey.PREFIX.length() + random.nextInt(key.length() - SettingKey.PREFIX.length());
        String mutated = key.substring(0, place) + (char) ('a' + random.nextInt(26)) + key.substring(place + 1);
        return SettingKeys.ALL.containsKey(mutated) ? mutated + "x" : mutated;
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

    private static <T> T any(Random random, List<T> of) {
        return of.get(random.nextInt(of.size()));
    }
}
