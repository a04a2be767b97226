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
                wrong("storm.lock.lease = 99ms ", " to ", s -> s.lease(Duration.ofMillis(99))),
                wrong("storm.lock.lease = 3600001ms ", " to ", s -> s.lease(Duration.ofMillis(3_600_001))),
                wrong("storm.lock.lease = PT-", " to ", s -> s.lease(TINY)),
                wrong("storm.lock.wait = PT-", " to ", s -> s.waitMax(TINY)),
                wrong("storm.lock.wait = 61m ", " to ", s -> s.waitMax(Duration.ofMinutes(61))),
                wrong("storm.lock.hold.max = 25h ", " to ", s -> s.holdMax(Duration.ofHours(25))),
                wrong("storm.lock.hold.max = 4s ", "storm.lock.lease = 5s", s -> s.holdMax(Duration.ofSeconds(4))),
                wrong("storm.lock.events.keep = 59s ", " to ", s -> s.eventsKeep(Duration.ofSeconds(59))),
                wrong("storm.lock.events.keep = ", " to ", s -> s.eventsKeep(HUGE)),
                wrong("storm.lock.events.window = 0 ", " to ", s -> s.eventsWindow(Duration.ZERO)),
                wrong("storm.lock.events.window = 366d ", " to ", s -> s.eventsWindow(Duration.ofDays(366))),
                wrong("storm.lock.entry.max.elements = 0 ", " to ", s -> s.entryMaxElements(0)),
                wrong("storm.lock.entry.max.bytes = -1 ", " to ", s -> s.entryMaxBytes(-1)),
                wrong("storm.lock.remembered.max.bytes = -1 ", " to ", s -> s.rememberedMaxBytes(-1)),
                wrong("storm.lock.insight.slow = 2h ", " to ", s -> s.insightSlow(Duration.ofHours(2))),
                wrong("storm.lock.key.prefix = storm-lock: ", "is no prefix", s -> s.keyPrefix("storm-lock:")),
                wrong("storm.lock.key.prefix = {app}: ", "is no prefix", s -> s.keyPrefix("{app}:")));
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
