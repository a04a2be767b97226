package io.github.stormlock;

import com.google.errorprone.annotations.CheckReturnValue;
import io.github.stormlock.config.LockSettings;
import io.github.stormlock.entry.EntryCommand;
import io.github.stormlock.entry.EntryKind;
import io.github.stormlock.internal.draft.EntryTarget;
import io.github.stormlock.internal.draft.GroupTargets;
import io.github.stormlock.internal.draft.GuardSettings;
import io.github.stormlock.internal.figures.SafeLockEvents;
import io.github.stormlock.internal.protocol.EventMarks;
import io.github.stormlock.internal.protocol.LockKeys;
import io.github.stormlock.internal.read.PlainRead;
import io.github.stormlock.internal.text.Printable;
import io.github.stormlock.internal.update.PendingUpdate;
import io.github.stormlock.internal.usercode.UserCode;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.LockEvents;
import io.github.stormlock.lock.LockException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Several Redis entries that are changed in one step: an update of them is written whole or not at all, once for its
 * event, and no guarded update sees a part of it.
 *
 * <pre>{@code
 * GuardedEntry<HashEntry> from = locks.guard("account:1", Entries.hash());
 * GuardedEntry<HashEntry> to = locks.guard("account:2", Entries.hash());
 * locks.guardAll(from, to).once(id, both -> {
 *     both.get(from).add("cents", -500);
 *     both.get(to).add("cents", 500);
 * });
 * }</pre>
 *
 * <p>It costs one round trip for entries that are remembered, and two otherwise, as an update of one entry does. If one
 * of the entries is locked, the update waits for it, and holds none of the others meanwhile, or for 50 ms at most.
 * Updates that name the same entries in another order do not block each other.
 *
 * <p>One script writes all entries. So in a Redis Cluster they have to lie in one hash slot, as keys with the same tag
 * do: {@code {bank}:account:1} and {@code {bank}:account:2}. An event is remembered beside the first of the entries, in
 * the order of the bytes of their keys, together with the names of the others. So a replay has to name the same entries.
 *
 * <p>The change may run on the thread of another caller, together with that one's. So it must not block.
 *
 * <p>Otherwise updates behave as {@link Guard} says. Immutable and thread-safe.
 */
public final class GuardedEntries extends Guard<JointEntry> {

    private final GroupTargets targets;
    private final GuardSettings<?> guard;
    private final SafeLockEvents events;

    private GuardedEntries(
            FactoryRuntime runtime, GroupTargets targets, GuardSettings<?> guard, SafeLockEvents events) {
        super(runtime);
        this.targets = targets;
        this.guard = guard;
        this.events = events;
    }

    /** Guards several entries by the settings of the first. */
    static GuardedEntries of(FactoryRuntime runtime, List<GuardedEntry<?>> guards) {
        if (guards.isEmpty() || guards.size() > GroupTargets.MOST) {
            throw new IllegalArgumentException("one update changes 1 to " + GroupTargets.MOST + " entries, not "
                    + guards.size() + "; make several updates, each for itself");
        }
        GuardedEntry<?> first = guards.get(0);
        LockSettings settings = first.guard().settings();
        List<EntryTarget<?>> alike = new ArrayList<>(guards.size());
        targets(runtime, guards, "guardAll").all().forEach(target -> alike.add(with(target, settings)));
        GroupTargets all = GroupTargets.of(alike);
        if (runtime.locks().port().isCluster()) {
            String otherwise = "; or change each for itself, if neither depends on the other;"
                    + " or debit one, emit the amount, and credit the other in a second bolt";
            LockKeys.requireOneSlot(all.locked().keys(), "entries", "write", "keys", otherwise);
        }
        boolean exclusive = guards.stream().anyMatch(each -> each.guard().exclusive());
        GuardSettings<?> guard = exclusive ? first.guard().onlyExclusive() : first.guard();
        return new GuardedEntries(runtime, all, guard, first.events());
    }

    /** Returns the entries of some guards. */
    static GroupTargets targets(FactoryRuntime runtime, List<GuardedEntry<?>> guards, String call) {
        Map<String, EntryTarget<?>> targets = new LinkedHashMap<>(2 * guards.size());
        for (GuardedEntry<?> each : guards) {
            if (each.runtime() != runtime) {
                throw new IllegalArgumentException("the guard of entry " + Printable.name(each.key())
                        + " is of another factory (" + each.runtime() + ") than " + call + " (" + runtime
                        + "); one call takes entries of one server");
            }
            if (targets.put(each.key(), each.target()) != null) {
                throw new IllegalArgumentException("the entry " + Printable.name(each.key()) + " comes twice in " + call
                        + "; it has one view of each entry");
            }
        }
        return GroupTargets.of(List.copyOf(targets.values()));
    }

    private static <V> EntryTarget<V> with(EntryTarget<V> target, LockSettings settings) {
        GuardSettings<V> guard = target.guard();
        return guard.settings().equals(settings) ? target : new EntryTarget<>(target.keys(), guard.with(settings));
    }

    @Override
    public List<String> keys() {
        return targets.keys();
    }

    /**
     * Returns the entries as they stand, all of one moment, for reading only. It takes no lock, waits for none, and is
     * one round trip. What it shows may be old when the caller sees it: see {@link GuardedEntry#peek}.
     *
     * @return the entries; a change to one is refused with an {@link UnsupportedOperationException}
     * @throws LockException as {@link GuardedEntry#peek} does, if one of the entries cannot be shown
     * @throws IllegalStateException if the calling thread is inside an update of any entry, or the factory is closed
     */
    public JointEntry peek() {
        return JointEntry.read(targets, read(runtime(), List.of(targets)).get(0));
    }

    /** Reads groups of entries in one round trip, those of one group at one moment. */
    static List<List<PlainRead.Result>> read(FactoryRuntime runtime, List<GroupTargets> groups) {
        UserCode.refuse("peek", groups.get(0).name());
        runtime.users().retain();
        try {
            return PlainRead.all(
                    runtime.locks().port(),
                    groups.stream().map(GroupTargets::locked).toList());
        } finally {
            runtime.users().letGo();
        }
    }

    /**
     * {@return guards of the same entries with another longest wait} See {@link GuardedEntry#withWait}.
     *
     * @param wait the longest wait: 0, which never waits, to 1 h
     */
    @CheckReturnValue
    public GuardedEntries withWait(Duration wait) {
        return withSettings(guard.settings().toBuilder().waitMax(wait).build());
    }

    /**
     * {@return guards of the same entries with other settings}
     *
     * @param settings the settings, in place of all that these guards have
     */
    @CheckReturnValue
    public GuardedEntries withSettings(LockSettings settings) {
        List<EntryTarget<?>> others = new ArrayList<>(targets.size());
        targets.all().forEach(target -> others.add(with(target, settings)));
        return new GuardedEntries(runtime(), GroupTargets.of(others), guard.with(settings), events);
    }

    /**
     * {@return guards of the same entries with another purpose} An event is applied once per purpose.
     *
     * @param purpose any name; by default that of the first guard
     */
    @CheckReturnValue
    public GuardedEntries forPurpose(String purpose) {
        return with(guard.with(EventMarks.of(purpose, guard.settings())));
    }

    /**
     * {@return guards whose updates take all locks before they run} See {@link GuardedEntry#exclusive}.
     */
    @CheckReturnValue
    public GuardedEntries exclusive() {
        return with(guard.onlyExclusive());
    }

    /**
     * {@return guards whose outcomes tell whether an event was a replay, and not what the entries became} See
     * {@link GuardedEntry#notShown}.
     */
    @Override
    @CheckReturnValue
    public GuardedEntries notShown() {
        return with(guard.notShown());
    }

    /**
     * {@return guards that tell a listener what happens to their locks}
     *
     * @param listener called on the threads that update; what it throws is logged
     */
    @CheckReturnValue
    public GuardedEntries withEvents(LockEvents listener) {
        return new GuardedEntries(
                runtime(),
                targets,
                guard,
                SafeLockEvents.around(listener, runtime().locks().figures(), guard.caller()));
    }

    private GuardedEntries with(GuardSettings<?> another) {
        return new GuardedEntries(runtime(), targets, another, events);
    }

    @Override
    public JointEntry settled(JointEntry view) {
        return view.settled();
    }

    @Override
    public @Nullable JointEntry copied(JointEntry view) {
        return view.copied();
    }

    @Override
    public Map<String, List<EntryCommand>> written(JointEntry copy) {
        Map<String, List<EntryCommand>> written = new HashMap<>();
        targets.all().forEach(target -> written.put(target.entry(), written(target, copy)));
        return written;
    }

    private static <V> List<EntryCommand> written(EntryTarget<V> target, JointEntry copy) {
        EntryKind<V> kind = target.guard().kind();
        return written(kind, copy.get(target.entry(), kind));
    }

    @Override
    GroupTargets targets() {
        return targets;
    }

    @Override
    GuardSettings<?> guard() {
        return guard;
    }

    @Override
    PendingUpdate<JointEntry> pending(EventId event, Function<? super JointEntry, ?> change, boolean showsEntry) {
        return new PendingUpdate<>(
                targets, views -> JointEntry.of(targets, views), guard, event, change, showsEntry, events);
    }

    @Override
    public String toString() {
        return "entries " + name();
    }
}
