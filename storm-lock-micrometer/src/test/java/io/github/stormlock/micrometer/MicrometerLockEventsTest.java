package io.github.stormlock.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.lock.LockCount;
import io.github.stormlock.lock.LockTime;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A listener counts in the meter of that name, and in no other. The library's tests hold when it is told. */
class MicrometerLockEventsTest {
    private final MeterRegistry registry = new SimpleMeterRegistry();
    private final MicrometerLockEvents events = new MicrometerLockEvents(registry, "service", "stock", "zone", "a");

    /** Returns the names of the counters that have counted. */
    private List<String> counted() {
        return registry.getMeters().stream()
                .filter(meter -> meter instanceof Counter counter && counter.count() > 0)
                .map(meter -> meter.getId().getName())
                .toList();
    }

    @ParameterizedTest
    @EnumSource
    void countRaisesTheCounterOfItsName(LockCount what) {
        events.counted(what);

        assertThat(counted())
                .isEqualTo(what.isTold() ? List.of("storm.lock." + what.metric().replace('-', '.')) : List.of());
    }

    @ParameterizedTest
    @EnumSource
    void timeIsRecordedByTheTimerOfItsName(LockTime what) {
        events.took(what, 1_500_000);

        for (LockTime each : LockTime.values()) {
            Timer timer = registry.get("storm.lock." + each.key()).timer();
            assertThat(timer.totalTime(TimeUnit.MICROSECONDS)).as(each.key()).isEqualTo(each == what ? 1_500 : 0);
        }
        assertThat(counted()).isEmpty();
    }

    @Test
    void slowWaitsAreCountedAndRememberedEventsAreShown() {
        events.slow("page:/", 1, "somebody");
        events.remembered(17);

        assertThat(counted()).containsExactly("storm.lock.slow");
        assertThat(registry.get("storm.lock.remembered.events").gauge().value()).isEqualTo(17);
    }

    @Test
    void noMeterHasATagButThoseThatWereGiven() {
        assertThat(registry.getMeters()).hasSize(14).allSatisfy(meter -> {
            Meter.Id id = meter.getId();
            assertThat(id.getName()).startsWith("storm.lock.");
            assertThat(id.getDescription()).isNotBlank();
            assertThat(id.getTags()).containsExactly(Tag.of("service", "stock"), Tag.of("zone", "a"));
        });
    }
}
