package io.github.stormlock.config;

import static io.github.stormlock.config.LockSettings.DEFAULT;
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
                Map.entry("storm.lock.lease = 99ms ", () -> DEFAULT.withLease(Duration.ofMillis(99))),
                Map.entry("storm.lock.lease = 3600001ms ", () -> DEFAULT.withLease(Duration.ofMillis(3_600_001))),
                Map.entry("storm.lock.lease = PT-", () -> DEFAULT.withLease(TINY)),
                Map.entry("storm.lock.wait = PT-", () -> DEFAULT.withWaitMax(TINY)),
                Map.entry("storm.lock.wait = 61m ", () -> DEFAULT.withWaitMax(Duration.ofMinutes(61))),
                Map.entry("storm.lock.hold.max = 25h ", () -> DEFAULT.withHoldMax(Duration.ofHours(25))),
                Map.entry("storm.lock.hold.max = 4s ", () -> DEFAULT.withHoldMax(Duration.ofSeconds(4))),
                Map.entry("storm.lock.events.keep = 59s ", () -> DEFAULT.withEventsKeep(Duration.ofSeconds(59))),
                Map.entry("storm.lock.events.keep = ", () -> DEFAULT.withEventsKeep(HUGE)),
                Map.entry("storm.lock.events.window = 0 ", () -> DEFAULT.withEventsWindow(Duration.ZERO)),
                Map.entry("storm.lock.events.window = 366d ", () -> DEFAULT.withEventsWindow(Duration.ofDays(366))),
                Map.entry("storm.lock.entry.max.elements = 0 ", () -> DEFAULT.withEntryMaxElements(0)),
                Map.entry("storm.lock.entry.max.bytes = -1 ", () -> DEFAULT.withEntryMaxBytes(-1)));

        return wrong.entrySet().stream()
                .map(entry -> dynamicTest(entry.getKey(), () -> assertThatIllegalArgumentException()
                        .isThrownBy(entry.getValue())
                        .withMessageStartingWith(entry.getKey())
                        .withMessageContaining(entry.getKey().contains("4s") ? "storm.lock.lease = 5s" : " to ")));
    }

    @Test
    void eachWitherChangesItsOwnSettingOnly() {
        LockSettings changed = DEFAULT.withHoldMax(Duration.ofSeconds(61))
                .withLease(Duration.ofSeconds(6))
                .withWaitMax(Duration.ofSeconds(11))
                .withEventsKeep(Duration.ofDays(8))
                .withEventsWindow(Duration.ofMinutes(11))
                .withEntryMaxElements(7)
                .withEntryMaxBytes(8);

        assertThat(changed)
                .isEqualTo(new LockSettings(
                        Duration.ofSeconds(6),
                        Duration.ofSeconds(11),
                        Duration.ofSeconds(61),
                        Duration.ofDays(8),
                        Duration.ofMinutes(11),
                        7,
                        8));
    }

    @Test
    void durationsAreCutToWholeMilliseconds() {
        assertThat(DEFAULT.withLease(Duration.ofNanos(100_999_999)).lease()).isEqualTo(Duration.ofMillis(100));
    }
}
