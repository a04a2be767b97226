package io.github.stormlock.lock.internal.runner;

import com.google.errorprone.annotations.CheckReturnValue;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Keeps the updates that a runner has not begun, in a line for each entry, in the order in which they were submitted.
 * Entries take turns. So an entry with many updates, or slow ones, does not keep the others waiting until it is done.
 * Not thread-safe.
 *
 * <p>An update of several entries stands in the lines of all of them. It is taken once it comes first in all, and none
 * of them is held back. Of all updates that are here, the one that was submitted first always comes first in its lines.
 * So no two wait for each other.
 *
 * @param <U> an update; the same object is the same update
 */
public final class SubmittedUpdates<U> {
    /**
     * The longest time for which an entry is held back. After it the entry is looked at again, even if nobody has
     * freed it.
     */
    public static final long LONGEST_HELD_NANOS = 1_000_000;

    private final Function<? super U, List<String>> entriesOf;
    private final Map<String, ArrayDeque<U>> lines = new LinkedHashMap<>();
    private final Map<String, Held<U>> held = new HashMap<>(0);
    private final Set<String> freed = new HashSet<>(0);

    /**
     * The line of an entry that is not taken for now.
     *
     * @param cause the entry that another thread of this JVM leads: this one, or one that an update of both needs
     */
    private record Held<U>(ArrayDeque<U> line, String cause, long sinceNanos) {}

    /** @param entriesOf tells the entries of an update, at least one */
    public SubmittedUpdates(Function<? super U, List<String>> entriesOf) {
        this.entriesOf = entriesOf;
    }

    /** Returns true if an entry is held back. */
    public boolean holdsBack() {
        return !held.isEmpty();
    }

    /** Adds an update; returns false if an entry of it is held back. */
    public boolean add(U update) {
        boolean free = true;
        for (String entry : entriesOf.apply(update)) {
            Held<U> back = held.isEmpty() ? null : held.get(entry);
            free &= back == null;
            (back == null ? line(entry) : back.line()).addLast(update);
        }
        return free;
    }

    private ArrayDeque<U> line(String entry) {
        return lines.computeIfAbsent(entry, absent -> new ArrayDeque<>(1));
    }

    /**
     * Holds back an entry of some updates that were put back. It is not taken again until it is freed, or is old: see
     * {@link #freeOld}. Neither are the other entries of these updates, since what comes behind must not be made before
     * them.
     */
    public void holdBack(String entry, List<U> some, long now) {
        // The entry may have been let go since the updates were taken.
        if (freed.contains(entry)) {
            return;
        }
        for (U update : some) {
            for (String each : entriesOf.apply(update)) {
                ArrayDeque<U> line = lines.remove(each);
                if (line != null) {
                    held.put(each, new Held<>(line, entry, now));
                }
            }
        }
    }

    /** Frees an entry that was let go. */
    public void free(String entry) {
        if (held.containsKey(entry)) {
            free(back -> back.cause().equals(entry));
        } else {
            freed.add(entry);
        }
    }

    /** Frees the entries that were held back for {@link #LONGEST_HELD_NANOS}. */
    public void freeOld(long now) {
        free(back -> now - back.sinceNanos() >= LONGEST_HELD_NANOS);
    }

    private void free(Predicate<Held<U>> which) {
        held.entrySet().removeIf(entry -> {
            boolean isFree = which.test(entry.getValue());
            if (isFree) {
                lines.put(entry.getKey(), entry.getValue().line());
            }
            return isFree;
        });
    }

    /**
     * Puts updates back that were taken, before those of the same entries that have come meanwhile.
     *
     * @param some all that come back, in the order in which they were taken
     */
    public void putBack(List<U> some) {
        for (int i = some.size() - 1; i >= 0; i--) {
            for (String entry : entriesOf.apply(some.get(i))) {
                Held<U> back = held.isEmpty() ? null : held.get(entry);
                (back == null ? line(entry) : back.line()).addFirst(some.get(i));
            }
        }
    }

    /**
     * Takes updates of as many entries as possible, an equal share of each, and those of one entry in their order. An
     * entry with updates left comes last in the next round.
     *
     * @param mostEntries of how many entries to take at most, at least one; updates of several entries may bring along
     *     others
     * @param most how many to take at most, at least one
     * @return none if nothing can be taken
     */
    @CheckReturnValue
    public List<U> take(int mostEntries, int most) {
        // The set of freed entries concerns only the updates that were taken last.
        freed.clear();
        List<U> taken = new ArrayList<>();
        int left = Math.min(mostEntries, most);
        int before;
        do {
            before = taken.size();
            Map<String, ArrayDeque<U>> turns = turns(left);
            left -= turns.size();
            takeOfEach(turns.values(), Math.max(1, most / Math.max(1, turns.size())), most, taken);
            // Not all entries had that many.
            takeOfEach(turns.values(), most, most, taken);
            lastInLine(turns);
            // An update of several entries may come first by now.
        } while (taken.size() > before && taken.size() < most && left > 0);
        return taken;
    }

    /**
     * Returns the lines of which the first update can be taken. The others do not count: if there were many of them,
     * none could be taken of those that were chosen.
     */
    private Map<String, ArrayDeque<U>> turns(int most) {
        Map<String, ArrayDeque<U>> turns = new LinkedHashMap<>();
        for (Map.Entry<String, ArrayDeque<U>> line : lines.entrySet()) {
            if (turns.size() == most) {
                break;
            }
            U first = line.getValue().getFirst();
            if (canBeTaken(first, entriesOf.apply(first))) {
                turns.put(line.getKey(), line.getValue());
            }
        }
        return turns;
    }

    private void takeOfEach(Collection<ArrayDeque<U>> turns, int share, int most, List<U> taken) {
        for (ArrayDeque<U> line : turns) {
            for (int i = 0; i < share && taken.size() < most && !line.isEmpty(); i++) {
                U first = line.getFirst();
                List<String> entries = entriesOf.apply(first);
                if (!canBeTaken(first, entries)) {
                    break;
                }
                takeOut(entries, line);
                taken.add(first);
            }
        }
    }

    private boolean canBeTaken(U first, List<String> entries) {
        return entries.size() == 1 || isFirstOfAll(first, entries);
    }

    private void takeOut(List<String> entries, ArrayDeque<U> line) {
        if (entries.size() == 1) {
            line.removeFirst();
        } else {
            entries.forEach(this::removeFirst);
        }
    }

    private boolean isFirstOfAll(U update, List<String> entries) {
        for (String entry : entries) {
            ArrayDeque<U> line = lines.get(entry);
            // An entry that is held back has its line elsewhere.
            if (line == null || line.peekFirst() != update) {
                return false;
            }
        }
        return true;
    }

    private void removeFirst(String entry) {
        ArrayDeque<U> line = Objects.requireNonNull(lines.get(entry));
        line.removeFirst();
        if (line.isEmpty()) {
            lines.remove(entry);
        }
    }

    /** Lets those who had their turn come last. */
    private void lastInLine(Map<String, ArrayDeque<U>> turns) {
        lines.keySet().removeAll(turns.keySet());
        turns.values().removeIf(ArrayDeque::isEmpty);
        lines.putAll(turns);
    }

    /** Takes all updates, those held back too, each once. */
    @CheckReturnValue
    public List<U> takeAll() {
        Set<U> all = new LinkedHashSet<>();
        held.values().forEach(back -> all.addAll(back.line()));
        lines.values().forEach(all::addAll);
        held.clear();
        lines.clear();
        return List.copyOf(all);
    }
}
