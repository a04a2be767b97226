package io.github.stormlock.bolt;

import io.github.stormlock.Guard;
import io.github.stormlock.JointEntry;
import io.github.stormlock.bolt.OpenChange.Step;
import io.github.stormlock.bolt.internal.Purity;
import io.github.stormlock.entry.EntryKind;
import io.github.stormlock.lock.EventId;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * A tuple that was executed and is not settled yet. It gathers its changes on the executor's thread. Each change is
 * then made for itself, and tells here what came of it, on any thread. The last one to do so settles the tuple:
 *
 * <ul>
 *   <li>If one failed, the tuple fails. Storm sends it again, and the event ids tell which changes are missing. From
 *       the first failure on, changes that have not begun are dropped.
 *   <li>Otherwise, if one was rejected, the tuple is rejected.
 *   <li>Otherwise all are written, and the tuple is acked. Nothing is emitted before that.
 * </ul>
 */
final class OpenTuple<V> implements Changes<V> {
    private static final int MOST_SUPPRESSED = 16;

    private final BoltRun<V> run;
    private final Tuple tuple;
    private final long sinceNanos = System.nanoTime();
    private final Map<Name, OpenChange<?>> changes = new LinkedHashMap<>(2);
    private @Nullable EntryKind<V> ownKind;
    private boolean begun;
    private int unsettled;
    /** Only ever raised, so that no rejection undoes what another thread noted. */
    private volatile boolean failed;

    private @Nullable RuntimeException rejection;
    private TaskRun.Work rejectedIn = TaskRun.Work.UNKNOWN;

    private record Name(List<String> entries, EventId event) {}

    OpenTuple(BoltRun<V> run, Tuple tuple) {
        this.run = run;
        this.tuple = tuple;
    }

    /** Returns the same tuple once more, without its changes. */
    OpenTuple<V> another() {
        return new OpenTuple<>(run, tuple);
    }

    @Override
    public void add(String entryKey, EventId event, Consumer<? super V> change) {
        LockingBolt<V> bolt = run.said();
        EntryKind<V> kind = ownKind == null ? EntryGuards.ownKind(bolt, tuple, entryKey) : ownKind;
        ownKind = kind;
        put(
                kind,
                entryKey,
                event,
                new Step<>(change, run.emits() ? (entry, out) -> bolt.emit(tuple, entry, out) : null));
    }

    @Override
    public <E> void add(EntryKind<E> kind, String entryKey, EventId event, Consumer<? super E> change) {
        put(kind, entryKey, event, new Step<>(change, null));
    }

    @Override
    public <E> void add(
            EntryKind<E> kind,
            String entryKey,
            EventId event,
            Consumer<? super E> change,
            BiConsumer<? super E, Emitter> emit) {
        put(kind, entryKey, event, new Step<>(change, Objects.requireNonNull(emit, "the emit of a change is null")));
    }

    @Override
    public void addTogether(
            Map<String, ? extends EntryKind<?>> entries, EventId event, Consumer<? super JointEntry> change) {
        putTogether(entries, event, new Step<>(change, null));
    }

    @Override
    public void addTogether(
            Map<String, ? extends EntryKind<?>> entries,
            EventId event,
            Consumer<? super JointEntry> change,
            BiConsumer<? super JointEntry, Emitter> emit) {
        putTogether(entries, event, new Step<>(change, Objects.requireNonNull(emit, "the emit of a change is null")));
    }

    private <E> void put(EntryKind<E> kind, String key, EventId event, Step<E> step) {
        requireOpen(key);
        Objects.requireNonNull(kind, "the kind of an entry is null");
        put(run.guards().guard(kind, key, step.emit() != null), event, step);
    }

    private void putTogether(Map<String, ? extends EntryKind<?>> entries, EventId event, Step<JointEntry> step) {
        Map<String, EntryKind<?>> kinds = Map.copyOf(entries);
        requireOpen(String.join(", ", kinds.keySet()));
        put(run.guards().guardAll(kinds, step.emit() != null), event, step);
    }

    private void requireOpen(String name) {
        if (begun) {
            throw new IllegalStateException("a change of " + name + " was added after the method had returned that was"
                    + " given the changes of the tuple");
        }
    }

    @SuppressWarnings("unchecked") // equal kinds have one type of view
    private <E> void put(Guard<E> guard, EventId event, Step<E> step) {
        Objects.requireNonNull(step.change(), "a change is null");
        Name name = new Name(guard.keys(), run.guards().checked(event));
        OpenChange<?> standing = changes.get(name);
        if (standing == null) {
            OpenChange<E> fresh = new OpenChange<>(this, guard, event);
            fresh.add(step, guard);
            changes.put(name, fresh);
        } else if (standing.guard().isAlike(guard)) {
            ((OpenChange<E>) standing).add(step, guard);
        } else {
            throw new IllegalArgumentException("two changes of the " + standing.guard() + " have the event id "
                    + standing.event() + " and differ in the kind or the part of the entry; name one part that both"
                    + " need, or give one of them an ordinal: id.ordinal(1)");
        }
    }

    /** Returns true if the other one gathered changes of the same entries, by the same kinds, for the same events. */
    boolean isNamedAs(OpenTuple<V> other) {
        Iterator<OpenChange<?>> others = other.changes.values().iterator();
        return List.copyOf(changes.keySet()).equals(List.copyOf(other.changes.keySet()))
                && changes.values().stream()
                        .allMatch(change -> change.guard().isAlike(others.next().guard()));
    }

    /** Has each change run twice, and compared, before it is made. */
    void checkBy(Purity purity) {
        changes.values().forEach(change -> change.checkBy(purity));
    }

    /** Returns the changes in words. */
    @Override
    public String toString() {
        return changes.values().stream().map(OpenChange::describe).toList().toString();
    }

    /**
     * Ends the gathering.
     *
     * @return the updates to be made, in the order in which they were added
     * @throws IllegalArgumentException if there are several and one has no event id
     */
    List<OpenChange<?>> begin() {
        begun = true;
        if (changes.size() > 1) {
            for (OpenChange<?> change : changes.values()) {
                if (!change.isNamed()) {
                    throw new IllegalArgumentException("the tuple asks for " + changes.size()
                            + " updates, and the one of the " + change.guard() + " has no event id; without one, a"
                            + " replay of a tuple that is half written writes that half again");
                }
            }
        }
        unsettled = changes.size();
        return List.copyOf(changes.values());
    }

    /** Returns an empty emitter for a change. */
    BufferedEmitter emitter() {
        return run.emitter();
    }

    long sinceNanos() {
        return sinceNanos;
    }

    /** Returns true if changes that have not begun are still to be made. */
    boolean isWanted() {
        // Storm sends the tuple again. To write it now as well would count it twice if it has no event id.
        return !failed && !run.isGivenUp(sinceNanos);
    }

    /** Notes that a change is over. The last one settles the tuple. Throws only an error that leaves the JVM in doubt. */
    void changeEnded() {
        if (isLast()) {
            settle();
        }
    }

    /**
     * Settles a change that was not made, because of the entry's lock, Redis or the bolt's end. Returns false, as the
     * tuple is not wanted from here on.
     */
    boolean changeFailed() {
        failed = true;
        changeEnded();
        return false;
    }

    /** @param interrupted true if the change was interrupted, which says nothing about the tuple */
    void changeThrew(OpenChange<?> change, Throwable thrown, boolean interrupted) {
        RuntimeException cause = interrupted ? null : run.rejectionBy(tuple, change.work(), thrown);
        if (cause == null) {
            changeFailed();
        } else {
            keep(change, cause);
            changeEnded();
        }
        Throwables.throwIfFatal(thrown);
    }

    private synchronized boolean isLast() {
        return --unsettled == 0;
    }

    private synchronized void keep(OpenChange<?> change, RuntimeException cause) {
        RuntimeException first = rejection;
        if (first == null) {
            rejection = cause;
            rejectedIn = change.work();
        } else if (cause != first && first.getSuppressed().length < MOST_SUPPRESSED) {
            first.addSuppressed(cause);
        }
    }

    private void settle() {
        RuntimeException cause = rejection;
        if (failed) {
            run.fail(tuple);
        } else if (cause != null) {
            run.reject(tuple, rejectedIn, cause);
        } else {
            run.ack(tuple, changes.values());
        }
    }
}
