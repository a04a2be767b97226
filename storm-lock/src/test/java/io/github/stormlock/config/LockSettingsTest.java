package io.github.stormlock.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class LockSettingsTest {
    private static final Duration TINY = Duration.ofNanos(-1);
    private static final Duration HUGE = Duration.ofSeconds(Long.MAX_VALUE);

    @TestFactory
    Stream<DynamicTest> aSettingOutOfRangeNamesItsKeyAndRange() {
        Map<String, ThrowingCallable> wrong = Map.ofEntries(
                Map.entry("storm.lock.lease = 99ms ", () -> LockSettings.builder()
                        .lease(Duration.ofMillis(99))
                        .build()),
                Map.entry("storm.lock.lease = 3600001ms ", () -> LockSettings.builder()
                        .lease(Duration.ofMillis(3_600_001))
                        .build()),
                Map.entry(
                        "storm.lock.lease = PT-",
                        () -> LockSettings.builder().lease(TINY).build()),
                Map.entry(
                        "storm.lock.wait = PT-",
                        () -> LockSettings.builder().waitMax(TINY).build()),
                Map.entry("storm.lock.wait = 61m ", () -> LockSettings.builder()
                        .waitMax(Duration.ofMinutes(61))
                        .build()),
                Map.entry("storm.lock.hold.max = 25h ", () -> LockSettings.builder()
                        .holdMax(Duration.ofHours(25))
                        .build()),
                Map.entry("storm.lock.hold.max = 4s ", () -> LockSettings.builder()
                        .holdMax(Duration.ofSeconds(4))
                        .build()),
                Map.entry("storm.lock.events.keep = 59s ", () -> LockSettings.builder()
                        .eventsKeep(Duration.ofSeconds(59))
                        .build()),
                Map.entry(
                        "storm.lock.events.keep = ",
                        () -> LockSettings.builder().eventsKeep(HUGE).build()),
                Map.entry(
                        "storm.lock.events.window = 0 ",
                        () -> LockSettings.builder().eventsWindow(Duration.ZERO).build()),
                Map.entry("storm.lock.events.window = 366d ", () -> LockSettings.builder()
                        .eventsWindow(Duration.ofDays(366))
                        .build()),
                Map.entry(
                        "storm.lock.entry.max.elements = 0 ",
                        () -> LockSettings.builder().entryMaxElements(0).build()),
                Map.entry(
                        "storm.lock.entry.max.bytes = -1 ",
                        () -> LockSettings.builder().entryMaxBytes(-1).build()),
                Map.entry(
                        "storm.lock.remembered.max.bytes = -1 ",
                        () -> LockSettings.builder().rememberedMaxBytes(-1).build()),
                Map.entry("storm.lock.insight.slow = 2h ", () -> LockSettings.builder()
                        .insightSlow(Duration.ofHours(2))
                        .build()),
                Map.entry(
                        "storm.lock.key.prefix = storm-lock: is no prefix",
                        () -> LockSettings.builder().keyPrefix("storm-lock:").build()),
                Map.entry(
                        "storm.lock.key.prefix = {app}: is no prefix",
                        () -> LockSettings.builder().keyPrefix("{app}:").build()));

        return wrong.entrySet().stream()
                .map(entry -> dynamicTest(entry.getKey(), () -> assertThatIllegalArgumentException()
                        .isThrownBy(entry.getValue())
                        .withMessageStartingWith(entry.getKey())
                        .withMessageContaining(entry.getKey().contains("4s") ? "storm.lock.lease = 5s" : " to ")));
    }

    @Test
    void aBuilderSetsEachSettingAndStartsFromWhatItWasMadeOf() {
        LockSettings changed = LockSettings.builder()
                .holdMax(Duration.ofSeconds(61))
                .lease(Duration.ofSeconds(6))
                .waitMax(Duration.ofSeconds(11))
                .eventsKeep(Duration.ofDays(8))
                .eventsWindow(Duration.ofMinutes(11))
                .entryMaxElements(7)
                .entryMaxBytes(8)
                .rememberedMaxBytes(9)
                .keyPrefix("app:")
                .insightInterval(Duration.ofSeconds(3))
                .insightEntries(EntryNames.DIGESTS)
                .insightSlow(Duration.ofMillis(5))
                .build();

        assertThat(changed)
                .isEqualTo(new LockSettings(
                        Duration.ofSeconds(6),
                        Duration.ofSeconds(11),
                        Duration.ofSeconds(61),
                        Duration.ofDays(8),
                        Duration.ofMinutes(11),
                        7,
                        8,
                        9,
                        "app:",
                        Duration.ofSeconds(3),
                        EntryNames.DIGESTS,
                        Duration.ofMillis(5)));
        assertThat(changed.toBuilder().build()).isEqualTo(changed);
    }

    @Test
    void durationsAreCutToWholeMilliseconds() {
        assertThat(LockSettings.builder()
                        .lease(Duration.ofNanos(100_999_999))
                        .build()
                        .lease())
                .isEqualTo(Duration.ofMillis(100));
    }
}
