package io.github.stormlock.internal.draft;

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
    EntrySnapshot<V> snapshot(ReadReply.Found read) {
        return new EntrySnapshot<>(guard.groupKey(), read.exists(), read.answer(), null);
    }

    /** Returns the entry as it is remembered; {@code null} if it is not. */
    public @Nullable EntrySnapshot<V> remembered(RememberedEntries memory, long nowNanos) {
        return memory.find(keys.entry(), guard.groupKey(), nowNanos);
    }
}
