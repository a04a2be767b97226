package io.github.stormlock.internal.draft;

import io.github.stormlock.entry.EntryKind;
import io.github.stormlock.entry.EntryState;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Remembers small entries as this JVM last saw or wrote them, so that the next update of one can be computed without
 * reading it. Nothing here is trusted: the server compares what an update saw with what stands. So the table may
 * forget any entry at any time.
 *
 * <p>It is a table of {@value #WAYS} places for each hash of an entry and its part, so that two busy entries do not push
 * each other out. The place that was used longest ago goes first. Bounded in bytes and in places. Thread-safe without
 * locks: a lost race forgets an entry.
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
        final int at;
        final String entry;
        final EntryKind<?> whole;
        final EntryState state;
        final int bytes;
        long usedNanos;

        Place(int at, String entry, EntryKind<?> whole, EntryState state, int bytes, long usedNanos) {
            this.at = at;
            this.entry = entry;
            this.whole = whole;
            this.state = state;
            this.bytes = bytes;
            this.usedNanos = usedNanos;
        }

        boolean isOf(String otherEntry, EntryKind<?> otherWhole) {
            return entry.equals(otherEntry) && whole.equals(otherWhole);
        }
    }

    /**
     * Begins with nothing remembered.
     *
     * @param mostBytes the most bytes of memory to use; 0 to remember nothing
     */
    public RememberedEntries(long mostBytes) {
        long wanted = Math.max(WAYS, Math.min(MOST_PLACES, mostBytes / (2 * OVERHEAD_BYTES)));
        this.sets = Integer.highestOneBit((int) wanted / WAYS);
        this.places = new AtomicReferenceArray<>(sets * WAYS);
        this.mostBytes = mostBytes;
    }

    /** Returns the part of the entry as it is remembered; {@code null} if nothing is remembered of the entry. */
    public @Nullable EntryState find(String entry, EntryKind<?> kind, long nowNanos) {
        Place place = place(entry, kind.whole());
        if (place == null) {
            return null;
        }
        place.usedNanos = nowNanos;
        return place.state.cut(kind);
    }

    /** Returns the place of the entry; {@code null} if it is not remembered. */
    private @Nullable Place place(String entry, EntryKind<?> whole) {
        for (int at = first(entry, whole), end = at + WAYS; at < end; at++) {
            Place place = places.get(at);
            if (place != null && place.isOf(entry, whole)) {
                return place;
            }
        }
        return null;
    }

    /** Remembers a part of an entry, over what was remembered of it. */
    public void put(String entry, EntryKind<?> kind, EntryState part, long nowNanos) {
        EntryKind<?> whole = kind.whole();
        Place before = place(entry, whole);
        EntryState state = before == null ? part : before.state.merged(part);
        if (state.weight() > LARGEST_BYTES) {
            state = part;
        }
        int weight = state.weight();
        if (weight > LARGEST_BYTES) {
            forget(entry, kind);
            return;
        }
        int bytesWanted = weight + OVERHEAD_BYTES + 2 * entry.length();
        int at = before == null ? placeFor(entry, whole, bytesWanted, nowNanos) : before.at;
        replace(at, new Place(at, entry, whole, state, bytesWanted, nowNanos));
    }

    /** Returns an empty place for what is new, or that of the entry that was used longest ago. */
    private int placeFor(String entry, EntryKind<?> whole, int bytesWanted, long nowNanos) {
        boolean full = bytes.get() + bytesWanted > mostBytes;
        int chosen = -1;
        long oldest = Long.MAX_VALUE;
        for (int at = first(entry, whole), end = at + WAYS; at < end; at++) {
            Place place = places.get(at);
            // An empty place is the first choice. It is the last choice if one must go to make room.
            long age = place != null ? place.usedNanos - nowNanos : full ? Long.MAX_VALUE : Long.MIN_VALUE;
            if (chosen < 0 || age < oldest) {
                chosen = at;
                oldest = age;
            }
        }
        if (full && oldest == Long.MAX_VALUE) {
            forgetSome();
        }
        return chosen;
    }

    /** Forgets an entry as it is known by kinds of this whole. */
    public void forget(String entry, EntryKind<?> kind) {
        EntryKind<?> whole = kind.whole();
        for (Place place = place(entry, whole); place != null; place = place(entry, whole)) {
            replace(place.at, null);
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

    /** Parts that are not remembered as a whole have places of their own: otherwise there would be {@value #WAYS} at most. */
    private int first(String entry, EntryKind<?> whole) {
        int hash = (31 * entry.hashCode() + whole.hashCode()) * 0x9E3779B9;
        return ((hash ^ (hash >>> 15)) & (sets - 1)) * WAYS;
    }
}
