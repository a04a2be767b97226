package io.github.stormlock.internal.protocol;

import io.github.stormlock.internal.text.Printable;
import java.util.List;

/**
 * The locks that are taken together, mostly one, and how to read the entries that they guard. All who take several name
 * them in one order, so that no two of them can wait for each other. Immutable.
 *
 * @param keys in their order
 * @param reads how to read each of the entries; none for the locks alone
 */
public record Targets(List<LockKeys> keys, List<ReadSpec> reads) {
    /** The most names that a message tells. */
    private static final int MOST_NAMED = 4;

    public Targets {
        keys = List.copyOf(keys);
        reads = List.copyOf(reads);
    }

    /** Returns one lock, without the entry of its name. */
    public static Targets lock(LockKeys keys) {
        return new Targets(List.of(keys), List.of());
    }

    /** Returns one entry and its lock. */
    public static Targets entry(LockKeys keys, ReadSpec read) {
        return new Targets(List.of(keys), List.of(read));
    }

    public LockKeys first() {
        return keys.get(0);
    }

    public int size() {
        return keys.size();
    }

    public boolean isOne() {
        return keys.size() == 1;
    }

    /** Returns the names of the entries or locks, as shown to people. */
    public String name() {
        return name(keys);
    }

    /** Returns the name of one of the entries or locks, or of all if the index is that of none. */
    public String name(int index) {
        return index < 0 ? name() : keys.get(index).entry();
    }

    /** Returns the names of some entries or locks, as shown to people: of many only the first. */
    public static String name(List<LockKeys> keys) {
        if (keys.size() == 1) {
            return keys.get(0).entry();
        }
        StringBuilder names = new StringBuilder();
        int named = keys.size() <= MOST_NAMED ? keys.size() : MOST_NAMED - 1;
        for (int i = 0; i < named; i++) {
            String before = i == 0 ? "" : i == keys.size() - 1 ? " and " : ", ";
            names.append(before).append(Printable.name(keys.get(i).entry()));
        }
        int more = keys.size() - named;
        return more == 0
                ? names.toString()
                : names.append(" and ").append(more).append(" more").toString();
    }

    @Override
    public String toString() {
        return name();
    }
}
