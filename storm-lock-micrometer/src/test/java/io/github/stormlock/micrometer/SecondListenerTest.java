package io.github.stormlock.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.lock.LockCount;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A listener that is made anew replaces the gauge of the one before, and adds to its counters. */
class SecondListenerTest {
    private static final String GAUGE = "storm.lock.remembered.events";

    private final MeterRegistry registry = new SimpleMeterRegistry();

    private static void remember(MeterRegistry registry, long events, String... tags) {
        MicrometerLockEvents listener = new MicrometerLockEvents(registry, tags);
        listener.remembered(events);
        listener.counted(LockCount.REPLAYS);
    }

    private double gauge(String... tags) {
        return registry.get(GAUGE).tags(tags).gauge().value();
    }

    @Test
    void newestIsShownAndTheCountersAddUp() {
        remember(registry, 200, "application", "stock");
        remember(registry, 900, "application", "stock");
        assertThat(gauge("application", "stock")).isEqualTo(900);
        remember(registry, 300, "application", "stock");
        assertThat(gauge("application", "stock")).isEqualTo(300);
        assertThat(registry.find(GAUGE).gauges()).hasSize(1);
        assertThat(registry.get("storm.lock.replays").counter().count()).isEqualTo(3);
    }

    @Test
    void thoseOfOtherTagsStay() {
        remember(registry, 1, "zone", "a");
        remember(registry, 2, "zone", "b");
        remember(registry, 3);
        remember(registry, 4);
        assertThat(gauge("zone", "a")).isEqualTo(1);
        assertThat(gauge("zone", "b")).isEqualTo(2);
        assertThat(registry.find(GAUGE).gauges()).hasSize(3).anyMatch(one -> one.value() == 4);
    }

    @Test
    void tagsThatTheRegistryAddsChangeNothing() {
        registry.config().commonTags(List.of(Tag.of("host", "h")));
        remember(registry, 1, "zone", "a");
        remember(registry, 2, "zone", "a");
        assertThat(gauge("zone", "a", "host", "h")).isEqualTo(2);
    }

    @Test
    void registriesOfACompositeShowItToo() {
        CompositeMeterRegistry both = new CompositeMeterRegistry();
        both.add(registry);
        remember(both, 1, "zone", "a");
        remember(both, 2, "zone", "a");
        assertThat(gauge("zone", "a")).isEqualTo(2);
    }
}
