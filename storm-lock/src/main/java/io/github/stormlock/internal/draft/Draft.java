package io.github.stormlock.internal.draft;

import io.github.stormlock.entry.Attempted;
import io.github.stormlock.entry.EntryCommand;
import io.github.stormlock.entry.EntryState;
import io.github.stormlock.entry.Expectation;
import io.github.stormlock.internal.protocol.AttemptCall;
import io.github.stormlock.internal.protocol.LockErrors;
import io.github.stormlock.internal.protocol.ReadSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The entries of a group as its updates leave them: what an attempt, or a commit under the lock, carries of them, and
 * what is remembered once it is written. All is computed before it is sent, so that nothing can be thrown afterwards.
 * Immutable.
 *
 * @param entries what becomes of each entry, in the order of the targets
 * @param shown the entries as they stand once this is written; {@code null} if nobody wants to see them
 * @param kept true if the lease goes on
 * @param next the memory of a lease that goes on; {@code null} if the entry has to be read again
 */
public record Draft(List<Entry> entries, @Nullable Views shown, boolean kept, @Nullable GroupSnapshot next) {
    /**
     * The most bytes that an attempt sees and writes, and the most bytes of memory that a commit leaves. All that was seen
     * is sent, to be compared; more bytes than this are cheaper read under the lock.
     */
    private static final int LARGEST_BYTES = 16_384;

    private static final int MOST_REMEMBERED_PARTS = 256;

    private static final Expectation STANDS =
            new Expectation(new EntryCommand("EXISTS", List.of()), List.of(new byte[] {'1'}));

    /**
     * One entry as the updates leave it.
     *
     * @param attempted what was seen, and what is to be written
     * @param remembered what later attempts are computed on, once this is written; {@code null} to leave what is
     *     remembered
     */
    public record Entry(EntryTarget<?> target, Attempted attempted, @Nullable EntryState remembered) {
        /** Returns how many bytes are compared and written. */
        long size() {
            long size = 0;
            for (Expectation seen : attempted.seen()) {
                size += sizeOf(seen.command().arguments()) + sizeOf(seen.answer());
            }
            for (EntryCommand command : attempted.commands()) {
                size += sizeOf(command.arguments());
            }
            return size;
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
     * Drafts an attempt without the lock.
     *
     * @param isShown tells of each entry, by its number from 0, whether somebody wants to see it afterwards
     */
    public static Draft ofAttempt(GroupTargets targets, Views views, IntPredicate isShown) {
        List<Entry> entries = new ArrayList<>(targets.size());
        boolean anyShown = false;
        for (int i = 0; i < targets.size(); i++) {
            EntryState state = views.all(i);
            Attempted attempted = state.attempted(isShown.test(i));
            entries.add(new Entry(targets.get(i), attempted, state.remembered()));
            anyShown |= isShown.test(i);
        }
        return new Draft(entries, anyShown ? views.settled() : null, /* kept= */ false, null);
    }

    /**
     * Drafts what the holder of the locks attempts under its token. Nobody else writes meanwhile, so nothing is compared
     * but that an entry which was read has not vanished, as by its expiry. It is remembered what was written: otherwise
     * each later update would be computed on what an attempt left in memory, would miss, and would take the lock again.
     *
     * @param isShown true if somebody wants to see the entries afterwards
     * @param keep true if the lease is to go on; one of several entries never does
     */
    public static Draft underLock(GroupSnapshot snapshot, Views views, boolean isShown, boolean keep) {
        GroupTargets targets = snapshot.targets();
        List<Entry> entries = new ArrayList<>(targets.size());
        for (int i = 0; i < targets.size(); i++) {
            entries.add(underLock(targets.get(i), snapshot.entries().get(i), views.all(i)));
        }
        boolean kept = keep && targets.isOne();
        GroupSnapshot next = kept && views.areKnown() ? views.known() : null;
        return new Draft(entries, isShown ? views.settled() : null, kept, next);
    }

    private static Entry underLock(EntryTarget<?> target, EntrySnapshot snapshot, EntryState state) {
        // It is remembered also where the lease goes on, since a tenure that is over ends without another commit.
        EntryState known = target.guard().exclusive() || isLarge(snapshot) ? null : state.remembered();
        List<EntryCommand> changes = List.copyOf(state.changes());
        requireReadable(target, changes);
        return new Entry(
                target,
                new Attempted(snapshot.exists() ? List.of(STANDS) : List.of(), List.of(), changes),
                known != null && known.weight() > LARGEST_BYTES ? null : known);
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
    private static boolean isLarge(EntrySnapshot snapshot) {
        if (snapshot.known() != null) {
            return snapshot.known().weight() > LARGEST_BYTES;
        } else if (snapshot.answer() instanceof List<?> parts) {
            return parts.size() > MOST_REMEMBERED_PARTS;
        }
        return snapshot.answer() instanceof byte[] bytes && bytes.length > LARGEST_BYTES;
    }

    /** Returns true if to attempt it costs less than to take the lock. */
    public boolean fits() {
        long size = 0;
        for (Entry entry : entries) {
            if (entry.attempted().blind().size() > AttemptCall.MAX_BLIND) {
                return false;
            }
            size += entry.size();
        }
        return size <= LARGEST_BYTES;
    }

    /** Returns what is sent. */
    public List<AttemptCall.Seen> attempted() {
        List<AttemptCall.Seen> attempted = new ArrayList<>(entries.size());
        for (Entry entry : entries) {
            GuardSettings<?> guard = entry.target().guard();
            attempted.add(
                    new AttemptCall.Seen(entry.target().keys(), guard.read(), entry.attempted(), guard.timeToLive()));
        }
        return attempted;
    }

    /** Remembers the entries once this is written. */
    public void remember(RememberedEntries memory, long nowNanos) {
        for (Entry entry : entries) {
            if (entry.remembered() != null) {
                EntryTarget<?> target = entry.target();
                memory.put(target.entry(), target.guard().kind(), entry.remembered(), nowNanos);
            }
        }
    }
}
