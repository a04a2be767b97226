package io.github.stormlock.lock.internal.update;

import io.github.stormlock.entry.Attempted;
import io.github.stormlock.entry.EntryCommand;
import io.github.stormlock.entry.EntryKind;
import io.github.stormlock.entry.Expectation;
import io.github.stormlock.lock.internal.protocol.AttemptCall;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that the kind of an entry has to say about an attempt's view, asked before it is sent: what a kind throws then is
 * nobody's outcome yet. Immutable.
 *
 * @param attempted what was seen, and what is to be written; {@code null} if the kind can only be updated under the lock
 * @param entry as it stands once it is written, if anybody wants to see it
 * @param remembered what may be remembered once it is written
 */
record GroupDraft<V>(@Nullable Attempted attempted, @Nullable V entry, @Nullable Memory<V> remembered) {
    /** The server is sent all that was seen, to compare it; of more bytes it is cheaper read under the lock. */
    private static final int LARGEST_BYTES = 16_384;

    private static final int LARGEST_REMEMBERED_BYTES = 1_024;

    static <V> GroupDraft<V> of(Plan<V> plan, V view, boolean shown) {
        EntryKind<V> kind = plan.kind();
        Attempted attempted = kind.attempted(view, shown);
        if (attempted == null) {
            return new GroupDraft<>(null, null, null);
        }
        V known = kind.remembered(view);
        return new GroupDraft<>(
                attempted,
                shown ? kind.settled(view) : null,
                known == null ? null : new Memory<>(plan.view(), kind.exists(known), null, known));
    }

    /** Whether it can be attempted, and that costs less than to take the lock. */
    boolean fits() {
        return attempted != null && attempted.blind().size() <= AttemptCall.MAX_BLIND && size() <= LARGEST_BYTES;
    }

    /** About how many bytes of memory it takes to remember it. */
    int weight(EntryKind<V> kind) {
        V view = remembered == null ? null : remembered.committed();
        // A larger one costs more to send, and to compare, than to read.
        return view == null || size() > LARGEST_REMEMBERED_BYTES ? Integer.MAX_VALUE : kind.weight(view);
    }

    /** How many bytes are compared and written. */
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
