package io.github.stormlock.bolt;

import io.github.stormlock.JointEntry;
import io.github.stormlock.entry.EntryKind;
import io.github.stormlock.lock.EventId;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Takes the changes of one tuple, each of one entry, or of several that are written in one step. They are checked here and made after
 * {@link LockingBolt#changes} has returned, each for itself, once for its event: see there. Changes of the same entry,
 * kind and event become one update, in the order in which they are added. Not thread-safe, and of no use after the
 * method that was given it.
 *
 * <p>If there is more than one update, each needs an event id. Otherwise a replay of a tuple that is half written would
 * write that half again.
 *
 * <p>All methods throw {@link IllegalArgumentException} if the key can be no entry's key, if the event id is
 * {@code null}, or if the same event changes the same entry as another kind or part. They throw
 * {@link IllegalStateException} for a position where nothing is acked. If {@link LockingBolt#changes} lets that pass, the
 * tuple is rejected.
 *
 * @param <V> the view of the bolt's own kind of entry
 */
public interface Changes<V> {

    /**
     * Adds a change of an entry of the bolt's own kind, or of the part that {@link LockingBolt#parts} names. The bolt's
     * {@link LockingBolt#emit} emits what follows from it.
     *
     * @param entryKey the key of the entry, as {@link LockingBolt#entryKey} would return it
     * @param event the event, or {@link EventId#none}
     * @param change changes the view that it is given, and nothing else, as {@link LockingBolt#update} does; may run
     *     more than once
     */
    void add(String entryKey, EventId event, Consumer<? super V> change);

    /**
     * Adds a change of an entry of any kind, from which nothing is emitted.
     *
     * @param <E> the view of the entry
     * @param kind the kind of the entry, perhaps only a part: {@code Entries.set().only(Part.members("x"))}
     * @param entryKey the key of the entry
     * @param event the event, or {@link EventId#none}
     * @param change changes the view that it is given, and nothing else; may run more than once
     */
    <E> void add(EntryKind<E> kind, String entryKey, EventId event, Consumer<? super E> change);

    /**
     * Adds a change of an entry of any kind, and what is emitted from the entry as the change left it. What
     * {@link LockingBolt#emit} says of when it runs, and for what, holds here too.
     *
     * @param <E> the view of the entry
     * @param kind the kind of the entry, perhaps only a part
     * @param entryKey the key of the entry
     * @param event the event, or {@link EventId#none}
     * @param change changes the view that it is given, and nothing else; may run more than once
     * @param emit emits from the entry, which it must not change
     */
    <E> void add(
            EntryKind<E> kind,
            String entryKey,
            EventId event,
            Consumer<? super E> change,
            BiConsumer<? super E, Emitter> emit);

    /**
     * Adds a change of several entries that is written in one step: whole or not at all, once for its event. Nothing is
     * emitted from it.
     *
     * <pre>{@code
     * each.addTogether(Map.of(from, Entries.hash(), to, Entries.hash()), id, both -> {
     *     both.get(from, Entries.hash()).add("cents", -amount);
     *     both.get(to, Entries.hash()).add("cents", amount);
     * });
     * }</pre>
     *
     * <p>In a Redis Cluster the entries lie in one hash slot: see {@link io.github.stormlock.GuardedEntries}.
     *
     * @param entries the kinds of the entries, perhaps only parts, by their keys; 1 to 64
     * @param event the event, or {@link EventId#none}
     * @param change changes the views that it is given, and nothing else; may run more than once
     * @throws IllegalArgumentException also if there are none or more, or they lie in several hash slots
     */
    void addTogether(Map<String, ? extends EntryKind<?>> entries, EventId event, Consumer<? super JointEntry> change);

    /**
     * Adds a change of several entries that is written in one step, and what is emitted from the entries as the change
     * left them.
     *
     * @param entries the kinds of the entries, perhaps only parts, by their keys; 1 to 64
     * @param event the event, or {@link EventId#none}
     * @param change changes the views that it is given, and nothing else; may run more than once
     * @param emit emits from the entries, which it must not change
     * @throws IllegalArgumentException also if there are none or more, or they lie in several hash slots
     */
    void addTogether(
            Map<String, ? extends EntryKind<?>> entries,
            EventId event,
            Consumer<? super JointEntry> change,
            BiConsumer<? super JointEntry, Emitter> emit);
}
