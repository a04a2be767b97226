package io.github.stormlock.bolt;

import io.github.stormlock.bolt.internal.metrics.LockMetrics;
import io.github.stormlock.config.LockSettings;
import io.github.stormlock.config.StormLockConfig;
import io.github.stormlock.entry.EntryKind;
import io.github.stormlock.entry.Part;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.GuardedEntries;
import io.github.stormlock.lock.GuardedEntry;
import io.github.stormlock.lock.RedisLockFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Makes the guards of one task, which differ only in the key and the part. Thread-safe. */
final class EntryGuards<V> implements AutoCloseable {
    private static final int LONGEST_COMPONENT = 80;

    private final RedisLockFactory factory;
    private final GuardedEntry<V> shown;
    private final GuardedEntry<V> notShown;
    private final EntryKind<V> kind;
    private final boolean acking;
    private final int openMax;
    private final MessageTimeout timeout;

    private EntryGuards(RedisLockFactory factory, GuardedEntry<V> template, EntryKind<V> kind, StormLockConfig config) {
        this.factory = factory;
        this.shown = template;
        this.notShown = template.notShown();
        this.kind = kind;
        this.acking = config.acking();
        this.openMax = config.openMax();
        this.timeout = MessageTimeout.of(config);
    }

    /**
     * Opens the guards of a task. Nothing connects to Redis yet.
     *
     * @throws IllegalArgumentException if the configuration or a setting of the bolt is wrong
     */
    static <V> EntryGuards<V> open(
            LockingBolt<V> bolt, EntryKind<V> kind, BoltSettings settings, BoltSetup setup, LockMetrics metrics) {
        Map<String, Object> conf = setup.conf();
        String component = setup.component();
        StormLockConfig config = StormLockConfig.forBolts(conf);
        LockSettings own = config.require(settings.over(config.lock()));
        String purpose = given(bolt.purpose(config.topology(), component), "purpose", "any name");
        RedisLockFactory factory = RedisLockFactory.of(conf);
        try {
            RedisLockFactory task =
                    factory.calledBy(caller(component, setup.context().getThisTaskId()));
            // Before the guard is made: from here on the task is counted.
            metrics.watch(task.figures());
            GuardedEntry<V> template = task.guard("template", kind)
                    .withSettings(own)
                    .forPurpose(purpose)
                    .expiringAfter(settings.timeToLiveOrZero());
            return new EntryGuards<>(factory, settings.isExclusive() ? template.exclusive() : template, kind, config);
        } catch (Throwable t) {
            factory.close();
            throw t;
        }
    }

    /**
     * Returns the name of the task as a caller. Its number tells it apart in its topology, even if the name of its
     * component is cut.
     */
    private static String caller(String component, int task) {
        return component.substring(0, Math.min(component.length(), LONGEST_COMPONENT)) + '/' + task;
    }

    /** Returns how many tuples of the task may be open. */
    int openMax() {
        return openMax;
    }

    MessageTimeout timeout() {
        return timeout;
    }

    RedisLockFactory factory() {
        return factory;
    }

    /**
     * Returns the bolt's own kind of entry, reduced to a part.
     *
     * @throws IllegalArgumentException if entries of the kind have no such part
     */
    EntryKind<V> ownKind(Part part) {
        return part.equals(kind.part()) ? kind : kind.only(part);
    }

    /**
     * Returns the guard of an entry.
     *
     * @param isShown true if something is emitted from the entry, which has to be compared for that
     * @throws IllegalArgumentException if {@code key} can be no entry's key
     */
    <E> GuardedEntry<E> guard(EntryKind<E> wanted, String key, boolean isShown) {
        return (isShown ? shown : notShown).ofKind(wanted).at(key);
    }

    /**
     * Returns the guard of several entries that are changed in one step.
     *
     * @param isShown true if something is emitted from the entries, which have to be compared for that
     * @throws IllegalArgumentException if the entries cannot be changed in one step
     */
    GuardedEntries guardAll(Map<String, EntryKind<?>> wanted, boolean isShown) {
        List<GuardedEntry<?>> all = new ArrayList<>(wanted.size());
        wanted.forEach((key, kind) -> all.add(guard(kind, key, isShown)));
        return factory.guardAll(all);
    }

    /**
     * Returns the part that an update wants.
     *
     * @param part the part that the bolt names
     * @param fields the fields that the bolt names if that is the whole entry
     * @throws IllegalArgumentException if one of them is null, or there are too many fields
     */
    static Part part(Part part, Set<String> fields) {
        boolean all = given(fields, "fields", "Set.of() for the whole entry").isEmpty();
        return all ? given(part, "parts", "Part.whole() for the whole entry") : Part.fields(fields);
    }

    /**
     * Returns the event id, if it can be used. Without acks the lowest pending offset passes tuples that were lost, and
     * what a position promises would not hold.
     *
     * @throws IllegalStateException if {@code event} is a position and nothing is acked
     * @throws IllegalArgumentException if it is null
     */
    EventId checked(EventId event) {
        if (event instanceof EventId.Position && !acking) {
            throw new IllegalStateException("positions as event ids need acks: set topology.acker.executors above 0");
        }
        return given(event, "eventId", "EventId.none() for an event without a name");
    }

    /**
     * Returns what a method of the bolt has returned.
     *
     * @throws IllegalArgumentException if it is null
     */
    static <T> T given(T value, String method, String instead) {
        if (value == null) {
            throw new IllegalArgumentException(method + " of the bolt returned null; return " + instead);
        }
        return value;
    }

    @Override
    public void close() {
        factory.close();
    }
}
