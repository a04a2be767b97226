package io.github.stormlock.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.github.stormlock.config.SettingKey.Scope;
import io.github.stormlock.config.internal.DurationText;
import io.github.stormlock.config.internal.SecretValues;
import io.github.stormlock.redis.PoolConfig;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class SettingKeysTest {

    @TestFactory
    Stream<DynamicTest> everyKeyRefusesEveryWrongValue() {
        return everyKey().stream().flatMap(key -> WrongValues.of(key).stream()
                .map(value -> dynamicTest(key.name() + " = " + quoted(value), () -> refuses(key, value))));
    }

    @TestFactory
    Stream<DynamicTest> everyKeyTakesItsDefaultOrExample() {
        return everyKey().stream()
                .map(key -> dynamicTest(key.name(), () -> assertThat((Object) key.read(key.value()))
                        .isNotNull()));
    }

    @Test
    void theDefaultsAreThoseOfTheRecords() {
        StormLockConfig config = StormLockConfig.of(Map.of());

        assertThat(config.lock()).isEqualTo(LockSettings.DEFAULT);
        assertThat(config.redis().pool()).isEqualTo(PoolConfig.DEFAULT);
    }

    @Test
    void everyKeyOfTheClassesIsInTheTable() throws IllegalAccessException {
        Set<String> declared = new HashSet<>();
        for (var field : SettingKeys.class.getDeclaredFields()) {
            if (field.getType() == SettingKey.class) {
                declared.add(((SettingKey<?>) field.get(null)).name());
            }
        }
        declared.removeIf(name -> !name.startsWith(SettingKey.PREFIX));

        assertThat(SettingKeys.ALL.keySet()).containsExactlyInAnyOrderElementsOf(declared);
    }

    @Test
    void everyRowOfTheTableIsAKey() throws IOException {
        try (InputStream in = SettingKeys.class.getResourceAsStream("settings.txt")) {
            List<String> rows = new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> line.startsWith(SettingKey.PREFIX))
                    .map(line -> line.substring(0, line.indexOf(' ')))
                    .toList();

            assertThat(SettingKeys.ALL.keySet()).containsExactlyElementsOf(rows);
        }
    }

    @TestFactory
    Stream<DynamicTest> aKeyOfAWorkerIsOneOfItsFactory() {
        return SettingKeys.LOCK.values().stream()
                .map(key -> dynamicTest(key.name(), () -> {
                    StormLockConfig standard = StormLockConfig.of(Map.of());
                    StormLockConfig other = StormLockConfig.of(Map.of(key.name(), anotherValue(key)));

                    assertThat(other.lock()).isNotEqualTo(standard.lock());
                    assertThat(other.lockOfWorker())
                            .isEqualTo(key.scope() == Scope.WORKER ? other.lock() : standard.lockOfWorker());
                }));
    }

    /** A guard takes these from the settings of its bolt. The others are taken when a factory starts. */
    @Test
    void boltsMayDifferInWhatTheirGuardsTake() {
        assertThat(SettingKeys.of(Scope.BOLT).values())
                .containsExactly(
                        SettingKeys.LEASE,
                        SettingKeys.WAIT,
                        SettingKeys.HOLD_MAX,
                        SettingKeys.EVENTS_KEEP,
                        SettingKeys.EVENTS_WINDOW,
                        SettingKeys.ENTRY_MAX_ELEMENTS,
                        SettingKeys.ENTRY_MAX_BYTES);
    }

    private static String anotherValue(SettingKey<?> key) {
        return switch (key.type().unit()) {
            case "duration" -> key.name().contains(".events.") ? "30d" : "7s";
            case "prefix" -> "other:";
            case "word" -> "digests";
            default -> "7";
        };
    }

    @Test
    void aNumberMayComeInAnyForm() {
        for (Object sixteen : List.of(16, 16L, 16.0, 16.0f, "16", " 16 ", (short) 16)) {
            assertThat(SettingKeys.MAX_TOTAL.read(sixteen)).isEqualTo(16);
        }
    }

    @Test
    void aFlagMayComeAsText() {
        assertThat(List.of(SettingKeys.TLS.read("TRUE"), SettingKeys.TLS.read(" false ")))
                .containsExactly(true, false);
    }

    @Test
    void aNumberOutOfRangeSaysHowItWasRead() {
        assertThat(catchThrowable(() -> SettingKeys.LEASE.read(5)))
                .hasMessage("storm.lock.lease = 5 was read as 5ms, which is out of range: give 100ms to 1h, written as "
                        + DurationText.FORM);
    }

    @Test
    void aLongValueIsShownInPart() {
        assertThat(catchThrowable(() -> SettingKeys.LEASE.read("x".repeat(5_000))))
                .hasMessageContaining("x".repeat(100) + "...")
                .hasMessageNotContaining("x".repeat(101));
    }

    private static void refuses(SettingKey<?> key, Object value) {
        Throwable refusal = catchThrowable(() -> StormLockConfig.check(Collections.singletonMap(key.name(), value)));

        List<String> fragments =
                new ArrayList<>(List.of("\n  " + key.name() + " ", key.type().range()));
        boolean showable = value instanceof Number || value instanceof Boolean || value instanceof String;
        if (showable && !value.toString().isBlank() && !SecretValues.mayHold(key.name(), value.toString())) {
            String text = value.toString().replaceAll("\\p{Cntrl}", "?");
            fragments.add(key.name() + " = " + text.substring(0, Math.min(100, text.length())));
        }
        assertThat(refusal)
                .isExactlyInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll(fragments.toArray(String[]::new));
        assertThat(refusal).hasMessageContaining("has 1 problem:").hasMessageNotContaining("pass@");
        assertThat(refusal).hasNoCause();
    }

    private static Collection<SettingKey<?>> everyKey() {
        return SettingKeys.ALL.values();
    }

    private static String quoted(Object value) {
        String text = value instanceof Object[] array ? Arrays.toString(array) : String.valueOf(value);
        return "'" + (text.length() > 40 ? text.substring(0, 40) + "..." : text).replaceAll("\\p{Cntrl}", "?") + "'";
    }
}
