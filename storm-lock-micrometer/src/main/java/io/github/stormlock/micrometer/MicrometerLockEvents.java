package io.github.stormlock.micrometer;

import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.lock.LockCount;
import io.github.stormlock.lock.LockEvents;
import io.github.stormlock.lock.LockTime;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/**
 * Counts and times what happens to locks and guarded updates, in a registry of Micrometer. {@link
 * RedisLockFactory#withEvents} takes it. The timers are {@code storm.lock.wait}, {@code storm.lock.hold} and {@code
 * storm.lock.commit}; the counters have the {@linkplain LockCount#metric() names} that they have in Storm. Thread-safe.
 *
 * <p>The tags are those that it is created with. None is ever an entry: there would be as many series as entries. Two with
 * the same tags in one registry add up, but for {@code storm.lock.remembered.events}, which shows that of the one that was
 * made last.
 */
public final class MicrometerLockEvents implements LockEvents {
    private static final String PREFIX = "storm.lock.";

    private final Map<LockTime, Timer> timers = new EnumMap<>(LockTime.class);
    private final Map<LockCount, Counter> counters = new EnumMap<>(LockCount.class);
    private final Counter slow;
    private final AtomicLong remembered = new AtomicLong();

    /**
     * Registers all meters.
     *
     * @param registry the registry that shows them
     * @param tags the keys and the values of the tags of all of them, by turns
     * @throws IllegalArgumentException if a value is missing
     */
    public MicrometerLockEvents(MeterRegistry registry, String... tags) {
        Tags all = Tags.of(tags);
        for (LockTime each : LockTime.values()) {
            timers.put(
                    each,
                    Timer.builder(PREFIX + each.key())
                            .description(each.description())
                            .tags(all)
                            .register(registry));
        }
        Stream.of(LockCount.values())
                .filter(LockCount::isTold)
                .forEach(each -> counters.put(
                        each, counter(registry, each.metric().replace('-', '.'), each.description(), all)));
        slow = counter(registry, "slow", "Waits above storm.lock.insight.slow", all);
        replaceRemembered(registry, all);
    }

    /** A registry keeps the first gauge of a name and its tags, which would show a closed factory for ever. */
    private void replaceRemembered(MeterRegistry registry, Tags tags) {
        String name = PREFIX + "remembered.events";
        // Two at a time must not both remove before one of them registers.
        synchronized (MicrometerLockEvents.class) {
            registry.removeByPreFilterId(new Meter.Id(name, tags, null, null, Meter.Type.GAUGE));
            Gauge.builder(name, remembered, AtomicLong::doubleValue)
                    .description("Events that the entry remembers which was written last and counted")
                    .tags(tags)
                    .strongReference(true)
                    .register(registry);
        }
    }

    private static Counter counter(MeterRegistry registry, String name, String description, Tags tags) {
        return Counter.builder(PREFIX + name)
                .description(description)
                .tags(tags)
                .register(registry);
    }

    @Override
    public void counted(LockCount what) {
        Counter counter = counters.get(what);
        if (counter != null) {
            counter.increment();
        }
    }

    @Override
    public void took(LockTime what, long nanos) {
        Objects.requireNonNull(timers.get(what)).record(nanos, TimeUnit.NANOSECONDS);
    }

    /** Counts it; the log names the entry and the holder. */
    @Override
    public void slow(String entry, long waitNanos, String holder) {
        slow.increment();
    }

    @Override
    public void remembered(long events) {
        remembered.set(events);
    }
}
