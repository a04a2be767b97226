package io.github.stormlock.bolt;

import io.github.stormlock.GuardedEntries;
import io.github.stormlock.GuardedEntry;
import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.config.LockSettings;
import io.github.stormlock.config.StormLockConfig;
import io.github.stormlock.entry.EntryKind;
import io.github.stormlock.entry.Part;
import io.github.stormlock.internal.usercode.UserCode;
import io.github.stormlock.lock.EventId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.storm.tuple.Tuple;

/** Makes the guards of one task, which differ only in the key and the part. Thread-safe. */
final class EntryGuards<V> {
    private static final int LONGEST_COMPONENT = 80;
    private static final int MOST_MADE = 256;

    private final RedisLockFactory factory;
    private final GuardedEntry<V> shown;
    private final GuardedEntry<V> notShown;
    private final StormLockConfig config;

    /** Those of the parts that tuples have named: the tuples of a bolt mostly name a few. */
    private final Map<Wanted, GuardedEntry<?>> made = new ConcurrentHashMap<>();

    private record Wanted(EntryKind<?> kind, boolean isShown) {}

    /** @throws IllegalArgumentException if a setting of the bolt is wrong */
    EntryGuards(
            LockingBolt<V> bolt,
            BoltSettings settings,
            BoltSetup setup,
            StormLockConfig config,
            RedisLockFactory factory) {
        String component = setup.component();
        LockSettings own = config.require(settings.over(config.lock()));
        String purpose = given(bolt.purpose(config.topology(), component), "purpose", "any name");
        RedisLockFactory task =
                factory.calledBy(caller(component, setup.context().getThisTaskId()));
        // Before the guard is made: from here on the task is counted.
        setup.metrics().watch(task.figures());
        GuardedEntry<V> template = task.guard("template", bolt.kind())
                .withSettings(own)
                .forPurpose(purpose)
                .expiringAfter(settings.timeToLiveOrZero());
        this.factory = factory;
        this.config = config;
        this.shown = settings.isExclusive() ? template.exclusive() : template;
        this.notShown = shown.notShown();
    }

    /**
     * Returns the name of the task as a caller. Its number tells it apart in its topology, even if the name of its
     * component is cut.
     */
    private static String caller(String component, int task) {
        return component.substring(0, Math.min(component.length(), LONGEST_COMPONENT)) + '/' + task;
    }

    /**
     * Returns a bolt's own kind of entry, reduced to the part that it wants for a tuple.
     *
     * @throws IllegalArgumentException if a method of the bolt returns null, or there is no such part
     */
    static <E> EntryKind<E> ownKind(LockingBolt<E> bolt, Tuple tuple, String key) {
        Part named = UserCode.run("parts", key, () -> bolt.parts(tuple));
        // Only a whole hash has fields to choose from.
        Set<String> fields =
                Part.whole().equals(named) ? UserCode.run("fields", key, () -> bolt.fields(tuple)) : Set.of();
        boolean all = given(fields, "fields", "Set.of() for the whole entry").isEmpty();
        Part part = all ? given(named, "parts", "Part.whole() for the whole entry") : Part.fields(fields);
        return part.equals(bolt.kind().part()) ? bolt.kind() : bolt.kind().only(part);
    }

    /**
     * Returns the guard of an entry.
     *
     * @param isShown true if something is emitted from the entry, which has to be compared for that
     * @throws IllegalArgumentException if {@code key} can be no entry's key
     */
    @SuppressWarnings("unchecked") // equal kinds have one type of view
    <E> GuardedEntry<E> guard(EntryKind<E> kind, String key, boolean isShown) {
        if (made.size() >= MOST_MADE) {
            made.clear();
        }
        GuardedEntry<?> guard =
                made.computeIfAbsent(new Wanted(kind, isShown), wanted -> (isShown ? shown : notShown).ofKind(kind));
        return (GuardedEntry<E>) guard.at(key);
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
     * Returns the event id, if it can be used. Without acks the lowest pending offset passes tuples that were lost, and
     * what a position promises would not hold.
     *
     * @throws IllegalStateException if {@code event} is a position and nothing is acked
     * @throws IllegalArgumentException if it is null
     */
    EventId checked(EventId event) {
        if (event instanceof EventId.Position && !config.acking()) {
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
}
