package io.github.stormlock.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.github.stormlock.config.internal.DurationText;
import io.github.stormlock.config.internal.SecretValues;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
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

    /**
     * A factory takes the settings of a worker's scope when it starts, so bolts that differ in them have factories of
     * their own.
     */
    @TestFactory
    Stream<DynamicTest> aKeyIsOfBoltsOrOfTheirFactory() {
        return everyKey().stream()
                .filter(key -> !key.name().matches("storm\\.lock\\.(redis|open)\\..*"))
                .map(key -> dynamicTest(key.name(), () -> {
                    StormLockConfig standard = StormLockConfig.of(Map.of());
                    StormLockConfig other = StormLockConfig.of(Map.of(key.name(), anotherValue(key)));

                    assertThat(other.lock()).isNotEqualTo(standard.lock());
                    assertThat(other.lockOfWorker())
                            .isEqualTo(key.scope() == SettingKey.Scope.BOLT ? standard.lockOfWorker() : other.lock());
                }));
    }

    /** A guard takes these from the settings of its bolt. */
    @Test
    void boltsMayDifferInWhatTheirGuardsTake() {
        assertThat(SettingKeys.of(SettingKey.Scope.BOLT))
                .containsExactly(
                        "storm.lock.lease",
                        "storm.lock.wait",
                        "storm.lock.hold.max",
                        "storm.lock.events.keep",
                        "storm.lock.events.window",
                        "storm.lock.entry.max.elements",
                        "storm.lock.entry.max.bytes");
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
            assertThat(SettingKeys.<Long>key("redis.pool.max.total").read(sixteen))
                    .isEqualTo(16);
        }
    }

    @Test
    void aFlagMayComeAsText() {
        SettingKey<Boolean> tls = SettingKeys.key("redis.tls");

        assertThat(List.of(tls.read("TRUE"), tls.read(" false "))).containsExactly(true, false);
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
