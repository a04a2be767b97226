package io.github.stormlock.internal.draft;

import io.github.stormlock.entry.Attempted;
import io.github.stormlock.entry.EntryCommand;
import io.github.stormlock.entry.EntryKind;
import io.github.stormlock.entry.Expectation;
import io.github.stormlock.internal.protocol.AttemptCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Holds all that the kinds of entries say about the views of an attempt. They are asked before the attempt is sent: what
 * they throw then affects no outcome yet. Immutable.
 *
 * @param entries what becomes of each entry, in the order of the targets
 * @param shown the entries as they stand once this is written; {@code null} if nobody wants to see them
 */
public record GroupDraft(GroupTargets targets, List<EntryDraft<?>> entries, @Nullable Views shown) implements Draft {
    /**
     * The most bytes that are seen and written. All that was seen is sent, to be compared; more bytes than this are
     * cheaper read under the lock.
     */
    private static final int LARGEST_BYTES = 16_384;

    /**
     * One entry as the updates leave it.
     *
     * @param attempted what was seen, and what is to be written; {@code null} if the kind can only be updated under
     *     the lock
     * @param remembered what may be remembered once this is written; {@code null} for nothing
     */
    public record EntryDraft<V>(
            EntryTarget<V> target, @Nullable Attempted attempted, @Nullable EntrySnapshot<V> remembered) {

        private static <V> EntryDraft<V> of(EntryTarget<V> target, V view, boolean isShown) {
            GuardSettings<V> guard = target.guard();
            EntryKind<V> kind = guard.kind();
            Attempted attempted = kind.attempted(view, isShown);
            V known = attempted == null ? null : kind.remembered(view);
            return new EntryDraft<>(
                    target,
                    attempted,
                    known == null ? null : new EntrySnapshot<>(guard.groupKey(), kind.exists(known), null, known));
        }

        /** Returns about how many bytes of memory it takes to remember it. */
        private int weight() {
            V view = remembered == null ? null : remembered.committed();
            // A larger one costs more to send and to compare than to read.
            return view == null || size() > LARGEST_BYTES
                    ? Integer.MAX_VALUE
                    : target.guard().kind().weight(view);
        }

        /** Remembers the entry, or forgets what was remembered of it if nothing is certain any more. */
        void remember(RememberedEntries memory, long nowNanos) {
            String entry = target.keys().entry();
            if (remembered == null) {
                memory.forget(entry, target.guard().groupKey());
            } else {
                memory.put(entry, remembered, weight(), nowNanos);
            }
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

    /**
     * Asks the kinds what became of the entries.
     *
     * @param isShown tells of each entry, by its number from 0, whether somebody wants to see it afterwards
     */
    public static GroupDraft of(GroupTargets targets, Views views, IntPredicate isShown) {
        List<EntryDraft<?>> entries = new ArrayList<>(targets.size());
        boolean anyShown = false;
        boolean possible = true;
        for (int i = 0; i < targets.size(); i++) {
            EntryDraft<?> entry = entry(targets.get(i), views, isShown.test(i));
            entries.add(entry);
            anyShown |= isShown.test(i);
            possible &= entry.attempted() != null;
        }
        return new GroupDraft(targets, entries, anyShown && possible ? views.settled() : null);
    }

    private static <V> EntryDraft<V> entry(EntryTarget<V> target, Views views, boolean isShown) {
        return EntryDraft.of(target, views.all(target), isShown);
    }

    /** Returns true if it can be attempted, and if that costs less than to take the lock. */
    public boolean fits() {
        long size = 0;
        for (EntryDraft<?> entry : entries) {
            Attempted attempted = entry.attempted();
            if (attempted == null || attempted.blind().size() > AttemptCall.MAX_BLIND) {
                return false;
            }
            size += entry.size();
        }
        return size <= LARGEST_BYTES;
    }

    /** Returns what is sent. Only of a draft that {@link #fits}. */
    @Override
    public List<AttemptCall.Seen> attempted() {
        List<AttemptCall.Seen> attempted = new ArrayList<>(entries.size());
        for (EntryDraft<?> entry : entries) {
            GuardSettings<?> guard = entry.target().guard();
            attempted.add(new AttemptCall.Seen(
                    entry.target().keys(),
                    guard.read(),
                    Objects.requireNonNull(entry.attempted()),
                    guard.timeToLive()));
        }
        return attempted;
    }

    /** Returns the kinds of which no entry can be attempted. */
    public List<EntryKind<?>> kindsThatNeedTheLock() {
        List<EntryKind<?>> kinds = new ArrayList<>(0);
        for (EntryDraft<?> entry : entries) {
            if (entry.attempted() == null) {
                kinds.add(entry.target().guard().kind());
            }
        }
        return kinds;
    }

    @Override
    public void remember(RememberedEntries memory, long nowNanos) {
        entries.forEach(entry -> entry.remember(memory, nowNanos));
    }
}
