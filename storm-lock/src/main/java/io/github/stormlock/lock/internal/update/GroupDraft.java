package io.github.stormlock.lock.internal.update;

import io.github.stormlock.entry.Attempted;
import io.github.stormlock.entry.EntryCommand;
import io.github.stormlock.entry.EntryKind;
import io.github.stormlock.entry.Expectation;
import io.github.stormlock.lock.internal.protocol.AttemptCall;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Holds all that the kind of an entry says about an attempt's view. The kind is asked before the attempt is sent:
 * what it throws then affects no outcome yet. Immutable.
 *
 * @param attempted what was seen, and what is to be written; {@code null} if the kind can only be updated under the
 *     lock
 * @param entry the entry as it stands once this is written; {@code null} if nobody wants to see it
 * @param remembered what may be remembered once this is written; {@code null} for nothing
 */
record GroupDraft<V>(@Nullable Attempted attempted, @Nullable V entry, @Nullable EntrySnapshot<V> remembered) {
    /**
     * The most bytes that are seen and written. All that was seen is sent, to be compared; more bytes than this are
     * cheaper read under the lock.
     */
    private static final int LARGEST_BYTES = 16_384;

    private static final int LARGEST_REMEMBERED_BYTES = 1_024;

    static <V> GroupDraft<V> of(GuardSettings<V> guard, V view, boolean shown) {
        EntryKind<V> kind = guard.kind();
        Attempted attempted = kind.attempted(view, shown);
        if (attempted == null) {
            return new GroupDraft<>(null, null, null);
        }
        V known = kind.remembered(view);
        return new GroupDraft<>(
                attempted,
                shown ? kind.settled(view) : null,
                known == null ? null : new EntrySnapshot<>(guard.groupKey(), kind.exists(known), null, known));
    }

    /** Returns true if it can be attempted, and if that costs less than to take the lock. */
    boolean fits() {
        return attempted != null && attempted.blind().size() <= AttemptCall.MAX_BLIND && size() <= LARGEST_BYTES;
    }

    /** Returns about how many bytes of memory it takes to remember it. */
    int weight(EntryKind<V> kind) {
        V view = remembered == null ? null : remembered.committed();
        // A larger one costs more to send and to compare than to read.
        return view == null || size() > LARGEST_REMEMBERED_BYTES ? Integer.MAX_VALUE : kind.weight(view);
    }

    /** Returns how many bytes are compared and written. */
    private int size() {
        long size = 0;
        if (attempted != null) {
            for (Expectation seen : attempted.seen()) {
                size += sizeOf(seen.command().arguments()) + sizeOf(seen.answer());
            }
            for (EntryCommand command : attempted.commands()) {
                size += sizeOf(command.arguments());
            }
        }
        return (int) Math.min(size, Integer.MAX_VALUE);
    }

    private static long sizeOf(List<? extends byte @Nullable []> parts) {
        long size = 0;
        for (byte[] part : parts) {
            size += part == null ? 0 : part.length;
        }
        return size;
    }
}
