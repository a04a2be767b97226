package io.github.stormlock.entry;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The part of an entry that an update saw, and the changes to fields that it did not see. A name that was seen stays
 * seen, and is not blind at the same time. Not thread-safe.
 */
final class SeenNames {

    private final Set<String> names = new LinkedHashSet<>(4);
    private final Map<String, BlindChange> blind = new LinkedHashMap<>(4);
    private boolean existence;
    private boolean total;
    private boolean all;

    /** Returns true if nothing was seen, not even that the entry exists. */
    boolean isEmpty() {
        return !all && !existence && names.isEmpty();
    }

    boolean has(String name) {
        return all || names.contains(name);
    }

    /** Returns true if all that was read was seen. */
    boolean hasAll() {
        return all;
    }

    /** Returns the names that were seen one by one. */
    Set<String> names() {
        return names;
    }

    boolean seesExistence() {
        return existence;
    }

    void addExistence() {
        existence = true;
    }

    /** Returns true if the number of the entry's elements was seen, of which only a part was read. */
    boolean seesTotal() {
        return total;
    }

    void addTotal() {
        total = true;
    }

    void addAll() {
        all = true;
    }

    /**
     * Notes a name as seen. Returns the blind change that it had, or {@code null}: the update is shown the value from now
     * on, so the caller has to compute it.
     */
    @Nullable
    BlindChange add(String name) {
        names.add(name);
        return blind.isEmpty() ? null : blind.remove(name);
    }

    boolean isBlind(String name) {
        return !blind.isEmpty() && blind.containsKey(name);
    }

    /**
     * Adds to the blind changes of a name that was not seen.
     *
     * @param field the field of a hash; {@code null} for the value of a string
     * @param operand the number to add or to compare with
     * @return true if the change is noted; otherwise nothing was changed
     */
    boolean change(String name, @Nullable String field, BlindChange.Kind kind, long operand) {
        BlindChange now = BlindChange.after(blind.get(name), field, kind, operand);
        if (now != null) {
            blind.put(name, now);
        }
        return now != null;
    }

    Map<String, BlindChange> blind() {
        return blind;
    }

    /** Returns the blind changes, in the order in which their names came. */
    List<BlindChange> blindChanges() {
        return blind.isEmpty() ? List.of() : new ArrayList<>(blind.values());
    }
}
