package io.github.stormlock.internal.draft;

import io.github.stormlock.entry.Attempted;
import io.github.stormlock.entry.EntryCommand;
import io.github.stormlock.entry.EntryKind;
import io.github.stormlock.entry.Expectation;
import io.github.stormlock.internal.protocol.AttemptCall;
import io.github.stormlock.internal.protocol.LockErrors;
import io.github.stormlock.internal.protocol.ReadSpec;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Holds all that the kinds of entries say about views under the lock. They are asked before the commit is sent: what they
 * throw then affects no outcome yet. Once the commit is written, no user's code is left that could throw. Immutable.
 *
 * @param entries what becomes of each entry, in the order of the targets
 * @param shown the entries as they stand once this is written; {@code null} if nobody wants to see them
 * @param kept true if the lease goes on
 */
public record LockedDraft(GroupTargets targets, List<EntryDraft<?>> entries, @Nullable Views shown, boolean kept)
        implements Draft {
    /** The most bytes of memory that are remembered. A larger entry costs more to compare than to read. */
    private static final int LARGEST_REMEMBERED_BYTES = 16_384;

    private static final int MOST_REMEMBERED_PARTS = 256;

    private static final Expectation STANDS =
            new Expectation(new EntryCommand("EXISTS", List.of()), List.of(new byte[] {'1'}));

    /**
     * One entry as the updates leave it.
     *
     * @param readType the type of the entry as read, or empty if there was none
     * @param changes the commands that write it
     * @param next the memory of a tenure that goes on; {@code null} if the lease is to be given back, or the entry has
     *     to be read again
     * @param remembered what later attempts are computed on, once this is written; {@code null} to leave what is
     *     remembered
     * @param weight about how many bytes of memory {@code remembered} takes
     */
    public record EntryDraft<V>(
            EntryTarget<V> target,
            String readType,
            List<EntryCommand> changes,
            @Nullable EntrySnapshot<V> next,
            @Nullable EntrySnapshot<V> remembered,
            int weight) {

        private static <V> EntryDraft<V> of(EntryTarget<V> target, EntrySnapshot<V> snapshot, V view, boolean keep) {
            GuardSettings<V> guard = target.guard();
            EntryKind<V> kind = guard.kind();
            // It is remembered also where the lease goes on, since a tenure that is over ends without another commit.
            V known = guard.exclusive() || isLarge(kind, snapshot) ? null : kind.remembered(view);
            int weight = known == null ? Integer.MAX_VALUE : kind.weight(known);
            List<EntryCommand> changes = List.copyOf(kind.changes(view));
            requireReadable(target, changes);
            return new EntryDraft<>(
                    target,
                    snapshot.redisType(guard),
                    changes,
                    keep && kind.isKnown(view) ? EntrySnapshot.committed(guard, view) : null,
                    known == null || weight > LARGEST_REMEMBERED_BYTES
                            ? null
                            : new EntrySnapshot<>(guard.groupKey(), kind.exists(known), null, known),
                    weight);
        }

        /** Refuses a string that nobody could read. One above 512 MB ends the connection, and its outcome is unknown. */
        private static void requireReadable(EntryTarget<?> target, List<EntryCommand> changes) {
            ReadSpec read = target.guard().read();
            if (!read.inBytes() || read.most() <= 0) {
                return;
            }
            for (EntryCommand change : changes) {
                for (byte[] value : change.arguments()) {
                    if (value.length > read.most()) {
                        throw LockErrors.tooLarge(target.entry(), read, value.length);
                    }
                }
            }
        }

        /** Returns true if the entry is too large to be remembered. It is not copied in vain while its lock is held. */
        private static <V> boolean isLarge(EntryKind<V> kind, EntrySnapshot<V> snapshot) {
            V committed = snapshot.committed();
            if (committed != null) {
                return kind.weight(committed) > LARGEST_REMEMBERED_BYTES;
            } else if (snapshot.answer() instanceof List<?> parts) {
                return parts.size() > MOST_REMEMBERED_PARTS;
            }
            return snapshot.answer() instanceof byte[] bytes && bytes.length > LARGEST_REMEMBERED_BYTES;
        }
    }

    /**
     * Asks the kinds what became of the entries.
     *
     * @param isShown true if somebody wants to see them afterwards
     * @param keep true if the lease is to go on; one of several entries never does
     */
    public static LockedDraft of(GroupSnapshot snapshot, Views views, boolean isShown, boolean keep) {
        GroupTargets targets = snapshot.targets();
        boolean keeps = keep && targets.isOne();
        List<EntryDraft<?>> entries = new ArrayList<>(targets.size());
        for (int i = 0; i < targets.size(); i++) {
            entries.add(entry(targets.get(i), snapshot.entries().get(i), views, keeps));
        }
        return new LockedDraft(targets, entries, isShown ? views.settled() : null, keeps);
    }

    @SuppressWarnings("unchecked") // a snapshot is of the type of its target
    private static <V> EntryDraft<V> entry(
            EntryTarget<V> target, EntrySnapshot<?> snapshot, Views views, boolean keep) {
        return EntryDraft.of(target, (EntrySnapshot<V>) snapshot, views.all(target), keep);
    }

    /**
     * Returns what the holder of the locks attempts under its token. Nobody else writes meanwhile, so nothing is compared
     * but that an entry which was read has not vanished, as by its expiry.
     */
    @Override
    public List<AttemptCall.Seen> attempted() {
        List<AttemptCall.Seen> attempted = new ArrayList<>(entries.size());
        for (EntryDraft<?> entry : entries) {
            GuardSettings<?> guard = entry.target().guard();
            List<Expectation> seen = entry.readType().isEmpty() ? List.of() : List.of(STANDS);
            attempted.add(new AttemptCall.Seen(
                    entry.target().keys(),
                    guard.read(),
                    new Attempted(seen, List.of(), entry.changes()),
                    guard.timeToLive()));
        }
        return attempted;
    }

    /** Returns the memory of a tenure that goes on; {@code null} if the entry has to be read again. */
    public @Nullable GroupSnapshot next() {
        EntrySnapshot<?> next = entries.get(0).next();
        return next == null ? null : new GroupSnapshot(targets, List.of(next));
    }

    /**
     * Remembers what was written. Otherwise each later update would be computed on what an attempt left in memory,
     * would miss, and would take the lock again.
     */
    @Override
    public void remember(RememberedEntries memory, long nowNanos) {
        for (EntryDraft<?> entry : entries) {
            EntrySnapshot<?> written = entry.remembered();
            if (written != null) {
                memory.put(entry.target().keys().entry(), written, entry.weight(), nowNanos);
            }
        }
    }
}
