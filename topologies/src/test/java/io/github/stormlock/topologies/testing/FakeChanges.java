package io.github.stormlock.topologies.testing;

import io.github.stormlock.bolt.Changes;
import io.github.stormlock.bolt.Emitter;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.EntryKind;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.entry.Part;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.JointEntry;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Makes the changes of a tuple at once, in hashes in memory.
 *
 * @param fields the fields of the bolt's own kind of entry; empty for all
 */
public record FakeChanges(FakeHashes hashes, Set<String> fields) implements Changes<HashEntry> {

    @Override
    public void add(String entryKey, EventId event, Consumer<? super HashEntry> change) {
        EntryKind<HashEntry> whole = Entries.hash();
        add(fields.isEmpty() ? whole : whole.only(Part.fields(fields)), entryKey, event, change);
    }

    @Override
    @SuppressWarnings("unchecked") // these bolts change hashes only
    public <E> void add(EntryKind<E> kind, String entryKey, EventId event, Consumer<? super E> change) {
        hashes.update(entryKey, (EntryKind<HashEntry>) kind, view -> change.accept((E) view));
    }

    @Override
    public <E> void add(
            EntryKind<E> kind,
            String entryKey,
            EventId event,
            Consumer<? super E> change,
            BiConsumer<? super E, Emitter> emit) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void addTogether(
            Map<String, ? extends EntryKind<?>> entries, EventId event, Consumer<? super JointEntry> change) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void addTogether(
            Map<String, ? extends EntryKind<?>> entries,
            EventId event,
            Consumer<? super JointEntry> change,
            BiConsumer<? super JointEntry, Emitter> emit) {
        throw new UnsupportedOperationException();
    }
}
