package io.github.stormlock.internal.draft;

import io.github.stormlock.entry.EntryKind;
import io.github.stormlock.internal.draft.GuardSettings.GroupKey;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Remembers small entries as this JVM last saw or wrote them, so that the next update of one can be computed without
 * reading it. Nothing here is trusted: the server compares what an update saw with what stands. So the table may
 * forget any entry at any time.
 *
 * <p>It is a table of {@value #WAYS} places for each hash of an entry and its part, so that two busy entries do not push each other out. The
 * place that was used longest ago goes first. Bounded in bytes and in places. Thread-safe without locks: a lost race
 * forgets an entry.
 */
public final class RememberedEntries {
    /** The most bytes of memory that a remembered entry takes. */
    public static final int LARGEST_BYTES = 32_768;

    private static final int WAYS = 4;
    // The bytes that a place costs beside the entry, for the objects around it.
    private static final int OVERHEAD_BYTES = 200;
    private static final int MOST_PLACES = 1 << 18;
    private static final int MOST_LOOKED_AT = 64;

    private final AtomicReferenceArray<@Nullable Place> places;
    private final int sets;
    private final long mostBytes;
    private final AtomicLong bytes = new AtomicLong();

    /** One place of the table. Immutable but for the time of its last use, which need not be exact. */
    private static final class Place {
        final String entry;
        final EntrySnapshot<?> snapshot;
        final int bytes;
        long usedNanos;

        Place(String entry, EntrySnapshot<?> snapshot, int bytes, long usedNanos) {
            this.entry = entry;
            this.snapshot = snapshot;
            this.bytes = bytes;
            this.usedNanos = usedNanos;
        }

        boolean isOf(String otherEntry, GroupKey groupKey) {
            return entry.equals(otherEntry)
                    && snapshot.groupKey().kind().whole().equals(groupKey.kind().whole());
        }
    }

    /**
     * Begins with nothing remembered.
     *
     * @param mostBytes the most bytes of memory to use; 0 to remember nothing
     */
    public RememberedEntries(long mostBytes) {
        long wanted = Math.min(MOST_PLACES, mostBytes / (2 * OVERHEAD_BYTES));
        this.sets = wanted < WAYS ? 0 : Integer.highestOneBit((int) wanted / WAYS);
        this.places = new AtomicReferenceArray<>(sets * WAYS);
        this.mostBytes = mostBytes;
    }

    /** Returns the part of the entry as it is remembered; {@code null} if nothing is remembered of the entry. */
    public <V> @Nullable EntrySnapshot<V> find(String entry, GroupKey groupKey, long nowNanos) {
        Place place = place(entry, groupKey);
        if (place == null) {
            return null;
        }
        place.usedNanos = nowNanos;
        return cut(place.snapshot, groupKey);
    }

    private @Nullable Place place(String entry, GroupKey groupKey) {
        for (int at = first(entry, groupKey), end = at + ways(); at < end; at++) {
            Place place = places.get(at);
            if (place != null && place.isOf(entry, groupKey)) {
                return place;
            }
        }
        return null;
    }

    @SuppressWarnings("unchecked") // kinds of one whole have one type of view
    private static <V> EntrySnapshot<V> cut(EntrySnapshot<?> known, GroupKey groupKey) {
        EntryKind<V> kind = (EntryKind<V>) groupKey.kind();
        V all = (V) known.committed();
        V part = all == null ? null : kind.cut(all);
        return part == null || (part == all && known.groupKey().equals(groupKey))
                ? (EntrySnapshot<V>) known
                : new EntrySnapshot<>(groupKey, kind.exists(part), null, part);
    }

    /** Returns what is known of an entry with something newer of a part of it. */
    @SuppressWarnings("unchecked") // kinds of one whole have one type of view
    private static <V> EntrySnapshot<V> merged(EntrySnapshot<?> known, EntrySnapshot<?> newer) {
        V before = (V) known.committed();
        V now = (V) newer.committed();
        if (before == null || now == null) {
            return (EntrySnapshot<V>) newer;
        }
        EntryKind<V> kind = (EntryKind<V>) newer.groupKey().kind();
        V both = kind.merged(before, now);
        return both == now
                ? (EntrySnapshot<V>) newer
                : new EntrySnapshot<>(newer.groupKey(), kind.exists(both), null, both);
    }

    @SuppressWarnings("unchecked") // the key tells the type
    private static <V> int weight(EntrySnapshot<?> snapshot) {
        V view = (V) snapshot.committed();
        return view == null
                ? Integer.MAX_VALUE
                : ((EntryKind<V>) snapshot.groupKey().kind()).weight(view);
    }

    /**
     * Remembers a part of an entry, over what was remembered of it.
     *
     * @param weightOfPart about how many bytes of memory it takes
     */
    public void put(String entry, EntrySnapshot<?> part, int weightOfPart, long nowNanos) {
        Place known = place(entry, part.groupKey());
        EntrySnapshot<?> snapshot = known == null ? part : merged(known.snapshot, part);
        int weight = known == null ? weightOfPart : weight(snapshot);
        if (weight > LARGEST_BYTES) {
            snapshot = part;
            weight = weightOfPart;
        }
        if (weight > LARGEST_BYTES || sets == 0) {
            forget(entry, snapshot.groupKey());
            return;
        }
        Place wanted = new Place(entry, snapshot, weight + OVERHEAD_BYTES + 2 * entry.length(), nowNanos);
        boolean full = bytes.get() + wanted.bytes > mostBytes;
        int chosen = -1;
        long oldest = Long.MAX_VALUE;
        for (int at = first(entry, snapshot.groupKey()), end = at + ways(); at < end; at++) {
            Place place = places.get(at);
            if (place != null && place.isOf(entry, snapshot.groupKey())) {
                chosen = at;
                break;
            }
            // An empty place is the first choice. It is the last choice if one must go to make room.
            long age = place != null ? place.usedNanos - nowNanos : full ? Long.MAX_VALUE : Long.MIN_VALUE;
            if (chosen < 0 || age < oldest) {
                chosen = at;
                oldest = age;
            }
        }
        if (full && oldest == Long.MAX_VALUE && places.get(chosen) == null) {
            forgetSome();
        }
        replace(chosen, wanted);
    }

    /** Forgets an entry under this key. */
    public void forget(String entry, GroupKey groupKey) {
        for (int at = first(entry, groupKey), end = at + ways(); at < end; at++) {
            Place place = places.get(at);
            if (place != null && place.isOf(entry, groupKey)) {
                replace(at, null);
            }
        }
    }

    /** Returns about how many bytes of memory are used. */
    public long bytes() {
        return bytes.get();
    }

    /** Forgets some entry of a full table. The set of the new entry is empty, and without this it would stay so. */
    private void forgetSome() {
        int from = ThreadLocalRandom.current().nextInt(places.length());
        for (int i = 0; i < MOST_LOOKED_AT; i++) {
            int at = (from + i) % places.length();
            if (places.get(at) != null) {
                replace(at, null);
                return;
            }
        }
    }

    private void replace(int at, @Nullable Place wanted) {
        Place before = places.get(at);
        long without = bytes.get() - (before == null ? 0 : before.bytes);
        Place place = wanted != null && without + wanted.bytes > mostBytes ? null : wanted;
        before = places.getAndSet(at, place);
        bytes.addAndGet((place == null ? 0 : place.bytes) - (before == null ? 0 : before.bytes));
    }

    private int ways() {
        return sets == 0 ? 0 : WAYS;
    }

    /** Parts that are not remembered as a whole have places of their own: otherwise there would be {@value #WAYS} at most. */
    private int first(String entry, GroupKey groupKey) {
        int hash = (31 * entry.hashCode() + groupKey.kind().whole().hashCode()) * 0x9E3779B9;
        return sets == 0 ? 0 : ((hash ^ (hash >>> 15)) & (sets - 1)) * WAYS;
    }
}
