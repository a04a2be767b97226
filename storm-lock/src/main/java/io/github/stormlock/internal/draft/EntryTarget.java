package io.github.stormlock.internal.draft;

import io.github.stormlock.entry.EntryState;
import io.github.stormlock.internal.protocol.LockKeys;
import io.github.stormlock.internal.protocol.ReadReply;
import org.jspecify.annotations.Nullable;

/**
 * An entry as an update wants it. Immutable.
 *
 * @param guard how the entry is read, viewed and written
 */
public record EntryTarget<V>(LockKeys keys, GuardSettings<V> guard) {

    /** Returns the key of the entry. */
    public String entry() {
        return keys.entry();
    }

    /** Returns the entry as it was read for such an update. */
    EntrySnapshot snapshot(ReadReply.Found read) {
        return new EntrySnapshot(guard.groupKey(), read.exists(), read.answer(), null);
    }

    /** Returns the entry as it is remembered; {@code null} if it is not. */
    public @Nullable EntrySnapshot remembered(RememberedEntries memory, long nowNanos) {
        EntryState known = memory.find(entry(), guard.kind(), nowNanos);
        return known == null ? null : EntrySnapshot.of(guard.groupKey(), known);
    }
}
