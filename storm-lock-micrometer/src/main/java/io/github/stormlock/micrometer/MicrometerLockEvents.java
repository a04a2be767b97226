package io.github.stormlock.micrometer;

import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.lock.LockEvents;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts and times what happens to locks and guarded updates, in a registry of Micrometer. {@link
 * RedisLockFactory#withEvents} takes it. The timers are {@code storm.lock.wait}, {@code storm.lock.hold} and {@code
 * storm.lock.commit}; the other names are those of {@link LockEvents}, in the plural where they count. Thread-safe.
 *
 * <p>The tags are those that it is created with. None is ever an entry: there would be as many series as entries. Two with
 * the same tags in one registry add up, but for {@code storm.lock.remembered.events}, which shows that of the one that was
 * made last.
 */
public final class MicrometerLockEvents implements LockEvents {
    private final Timer wait;
    private final Timer hold;
    private final Timer commit;
    private final Counter contended;
    private final Counter timedOut;
    private final Counter slow;
    private final Counter lost;
    private final Counter missed;
    private final Counter commitsRefused;
    private final Counter outcomesUnknown;
    private final Counter replays;
    private final Counter wakeUpsFailed;
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
        wait = timer(registry, "wait", "The wait for others, from asking to the grant; 0 of one that met nobody", all);
        hold = timer(registry, "hold", "From the grant of a lease to its end", all);
        commit = timer(registry, "commit", "From sending a group of updates to the answer of Redis", all);
        contended = counter(registry, "contended", "Locks that were busy, and updates that came behind others", all);
        timedOut = counter(registry, "timed.out", "Waits that ended without the lock", all);
        slow = counter(registry, "slow", "Waits above storm.lock.insight.slow", all);
        lost = counter(registry, "lost", "Leases that ended before they were given back", all);
        missed = counter(registry, "missed", "Attempts that met another value than the one they were made of", all);
        commitsRefused = counter(registry, "commits.refused", "Updates that came after the end of their lease", all);
        outcomesUnknown = counter(registry, "outcomes.unknown", "Updates that may or may not be written", all);
        replays = counter(registry, "replays", "Events that were applied before", all);
        wakeUpsFailed = counter(registry, "wake.ups.failed", "Wake-ups that could not be sent, or reached nobody", all);
        replaceRemembered(registry, all);
    }

    /** A registry keeps the first gauge of a name and its tags, which would show a closed factory for ever. */
    private void replaceRemembered(MeterRegistry registry, Tags tags) {
        String name = "storm.lock.remembered.events";
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

    private static Timer timer(MeterRegistry registry, String name, String description, Tags tags) {
        return Timer.builder("storm.lock." + name)
                .description(description)
                .tags(tags)
                .register(registry);
    }

    private static Counter counter(MeterRegistry registry, String name, String description, Tags tags) {
        return Counter.builder("storm.lock." + name)
                .description(description)
                .tags(tags)
                .register(registry);
    }

    @Override
    public void acquired(long waitNanos) {
        wait.record(waitNanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public void contended() {
        contended.increment();
    }

    @Override
    public void timedOut() {
        timedOut.increment();
    }

    /** Counts it; the log names the entry and the holder. */
    @Override
    public void slow(String entry, long waitNanos, String holder) {
        slow.increment();
    }

    @Override
    public void lost() {
        lost.increment();
    }

    @Override
    public void released(long heldNanos) {
        hold.record(heldNanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public void committed(long commitNanos) {
        commit.record(commitNanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public void missed() {
        missed.increment();
    }

    @Override
    public void commitRefused() {
        commitsRefused.increment();
    }

    @Override
    public void outcomeUnknown() {
        outcomesUnknown.increment();
    }

    @Override
    public void replaySeen() {
        replays.increment();
    }

    @Override
    public void remembered(long events) {
        remembered.set(events);
    }

    @Override
    public void wakeUpFailed() {
        wakeUpsFailed.increment();
    }
}
