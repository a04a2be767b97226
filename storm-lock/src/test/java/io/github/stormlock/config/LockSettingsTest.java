package io.github.stormlock.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.time.Duration;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class LockSettingsTest {
    private static final Duration TINY = Duration.ofNanos(-1);
    private static final Duration HUGE = Duration.ofSeconds(Long.MAX_VALUE);

    @TestFactory
    Stream<DynamicTest> aSettingOutOfRangeNamesItsKeyAndRange() {
        return Stream.of(
                wrong("LockSettings.lease = 99ms ", " to ", s -> s.lease(Duration.ofMillis(99))),
                wrong("LockSettings.lease = 3600001ms ", " to ", s -> s.lease(Duration.ofMillis(3_600_001))),
                wrong("LockSettings.lease = PT-", " to ", s -> s.lease(TINY)),
                wrong("LockSettings.waitMax = PT-", " to ", s -> s.waitMax(TINY)),
                wrong("LockSettings.waitMax = 61m ", " to ", s -> s.waitMax(Duration.ofMinutes(61))),
                wrong("LockSettings.holdMax = 25h ", " to ", s -> s.holdMax(Duration.ofHours(25))),
                wrong("LockSettings.holdMax = 4s ", "LockSettings.lease = 5s", s -> s.holdMax(Duration.ofSeconds(4))),
                wrong("LockSettings.eventsKeep = 59s ", " to ", s -> s.eventsKeep(Duration.ofSeconds(59))),
                wrong("LockSettings.eventsKeep = ", " to ", s -> s.eventsKeep(HUGE)),
                wrong("LockSettings.eventsWindow = 0 ", " to ", s -> s.eventsWindow(Duration.ZERO)),
                wrong("LockSettings.eventsWindow = 366d ", " to ", s -> s.eventsWindow(Duration.ofDays(366))),
                wrong("LockSettings.entryMaxElements = 0 ", " to ", s -> s.entryMaxElements(0)),
                wrong("LockSettings.entryMaxBytes = -1 ", " to ", s -> s.entryMaxBytes(-1)),
                wrong("LockSettings.rememberedMaxBytes = -1 ", " to ", s -> s.rememberedMaxBytes(-1)),
                wrong("LockSettings.insightSlow = 2h ", " to ", s -> s.insightSlow(Duration.ofHours(2))),
                wrong("LockSettings.keyPrefix = storm-lock: ", "is no prefix", s -> s.keyPrefix("storm-lock:")),
                wrong("LockSettings.keyPrefix = {app}: ", "is no prefix", s -> s.keyPrefix("{app}:")));
    }

    private static DynamicTest wrong(String start, String more, UnaryOperator<LockSettings.Builder> setting) {
        return dynamicTest(start, () -> assertThatIllegalArgumentException()
                .isThrownBy(() -> setting.apply(LockSettings.builder()).build())
                .withMessageStartingWith(start)
                .withMessageContaining(more));
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
