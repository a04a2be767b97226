package io.github.stormlock.bolt.internal;

import io.github.stormlock.JointEntry;
import io.github.stormlock.bolt.Changes;
import io.github.stormlock.bolt.Emitter;
import io.github.stormlock.entry.EntryKind;
import io.github.stormlock.lock.EventId;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Takes the changes of one tuple from a bolt that is asked for them twice. Those of the first time are checked where they
 * are made; the second time they are compared with the first. The executor's thread uses it.
 */
public final class CheckedChanges<V> implements Changes<V> {
    private final Purity purity;
    private final Changes<V> each;
    private final Supplier<EntryKind<V>> ownKind;
    private final @Nullable BiConsumer<? super V, Emitter> ownEmit;
    private final List<Named> named = new ArrayList<>(1);
    private @Nullable Iterator<Named> again;

    /** How a change is named: these entries, of these kinds, for this event. */
    private record Named(Map<String, ? extends EntryKind<?>> kinds, EventId event) {
        /** Returns what of it is not as it was. */
        String differsFrom(Named before) {
            return before.kinds.equals(kinds)
                    ? "the event id differs: it was " + before.event + " first, and is " + event + " again"
                    : "the entry differs: it was " + before.entries() + " first, and is " + entries() + " again";
        }

        String entries() {
            return kinds.entrySet().stream()
                    .map(entry -> entry.getValue().redisType() + " '" + entry.getKey() + "'")
                    .sorted()
                    .collect(Collectors.joining(" and "));
        }
    }

    /**
     * Takes the changes of one tuple.
     *
     * @param each takes them in the end
     * @param ownKind the kind of an entry that the bolt names without a kind
     * @param ownEmit emits from such an entry; {@code null} if the bolt emits nothing
     */
    public CheckedChanges(
            Purity purity,
            Changes<V> each,
            Supplier<EntryKind<V>> ownKind,
            @Nullable BiConsumer<? super V, Emitter> ownEmit) {
        this.purity = purity;
        this.each = each;
        this.ownKind = ownKind;
        this.ownEmit = ownEmit;
    }

    /** Compares what is added from here on with what was added before. */
    public void beginAgain() {
        again = named.iterator();
    }

    /**
     * Ends the comparison.
     *
     * @throws ImpureException if less was added the second time
     */
    public void endAgain() {
        if (again != null && again.hasNext()) {
            purity.report(
                    "changes",
                    List.of("it named " + again.next().entries() + " when it was asked first, and not again"));
        }
    }

    @Override
    public void add(String entryKey, EventId event, Consumer<? super V> change) {
        EntryKind<V> kind = ownKind.get();
        if (ownEmit == null) {
            add(kind, entryKey, event, change);
        } else {
            add(kind, entryKey, event, change, ownEmit);
        }
    }

    @Override
    public <E> void add(EntryKind<E> kind, String entryKey, EventId event, Consumer<? super E> change) {
        if (isNew(Map.of(entryKey, kind), event)) {
            each.add(kind, entryKey, event, checked(kind, entryKey, change));
        }
    }

    @Override
    public <E> void add(
            EntryKind<E> kind,
            String entryKey,
            EventId event,
            Consumer<? super E> change,
            BiConsumer<? super E, Emitter> emit) {
        if (isNew(Map.of(entryKey, kind), event)) {
            each.add(kind, entryKey, event, checked(kind, entryKey, change), checked(emit));
        }
    }

    @Override
    public void addTogether(
            Map<String, ? extends EntryKind<?>> entries, EventId event, Consumer<? super JointEntry> change) {
        if (isNew(Map.copyOf(entries), event)) {
            each.addTogether(entries, event, checked(entries, change));
        }
    }

    @Override
    public void addTogether(
            Map<String, ? extends EntryKind<?>> entries,
            EventId event,
            Consumer<? super JointEntry> change,
            BiConsumer<? super JointEntry, Emitter> emit) {
        if (isNew(Map.copyOf(entries), event)) {
            each.addTogether(entries, event, checked(entries, change), checked(emit));
        }
    }

    private boolean isNew(Map<String, ? extends EntryKind<?>> kinds, EventId event) {
        Named now = new Named(kinds, event);
        if (again == null) {
            return named.add(now);
        }
        Named before = again.hasNext() ? again.next() : null;
        if (!now.equals(before)) {
            purity.report(
                    "entryKey, eventId or changes",
                    List.of((before == null
                                    ? "it named " + now.entries() + " only when it was asked again"
                                    : now.differsFrom(before))
                            + ". A replay of the tuple would be taken for another event, or go to another entry"));
        }
        return false;
    }

    private <E> Consumer<E> checked(EntryKind<E> kind, String key, Consumer<? super E> change) {
        return view -> {
            if (kind.isKnown(view)) {
                purity.twice(
                        "update of '" + key + "'",
                        () -> kind.reopened(view),
                        change,
                        copy -> WrittenFields.of(kind, copy, key));
            }
            change.accept(view);
        };
    }

    private Consumer<JointEntry> checked(
            Map<String, ? extends EntryKind<?>> kinds, Consumer<? super JointEntry> change) {
        return both -> {
            if (both.isKnown()) {
                purity.twice("update of " + both.keys(), both::reopened, change, copy -> written(copy, kinds));
            }
            change.accept(both);
        };
    }

    private static WrittenFields written(JointEntry copy, Map<String, ? extends EntryKind<?>> kinds) {
        List<WrittenFields> all = new ArrayList<>(kinds.size());
        kinds.forEach((key, kind) -> all.add(written(copy, key, kind)));
        return WrittenFields.of(all);
    }

    private static <E> WrittenFields written(JointEntry copy, String key, EntryKind<E> kind) {
        return WrittenFields.of(kind, copy.get(key, kind), key);
    }

    private <E> BiConsumer<E, Emitter> checked(BiConsumer<? super E, Emitter> emit) {
        return (entry, out) -> purity.leavingFieldsAlone("emit", () -> emit.accept(entry, out));
    }
}
