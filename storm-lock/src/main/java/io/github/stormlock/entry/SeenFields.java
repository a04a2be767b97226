package io.github.stormlock.entry;

import io.github.stormlock.entry.internal.Commands;
import io.github.stormlock.entry.internal.Text;
import io.github.stormlock.entry.internal.Utf8;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The part of a hash that an update saw, and the changes to fields that it did not see. A field that was seen stays
 * seen, and is not blind at the same time. Not thread-safe.
 */
final class SeenFields {

    private final Set<String> fields = new LinkedHashSet<>(4);
    private final Map<String, BlindChange> blind = new LinkedHashMap<>(4);
    private boolean existence;
    private boolean all;

    /** {@return true if nothing was seen, not even that the entry exists} */
    boolean isEmpty() {
        return !all && !existence && fields.isEmpty();
    }

    /**
     * {@return true if the field was seen}
     *
     * @param field the name of the field
     */
    boolean has(String field) {
        return all || fields.contains(field);
    }

    /** {@return true if the whole hash was seen} */
    boolean hasAll() {
        return all;
    }

    /** {@return the fields that were seen one by one} */
    Set<String> fields() {
        return fields;
    }

    /** {@return true if the update saw whether the entry exists, by itself or by all that it saw} */
    boolean seesExistence() {
        return existence;
    }

    /** Notes that the update saw whether the entry exists. */
    void addExistence() {
        existence = true;
    }

    /** Notes the whole hash as seen. */
    void addAll() {
        all = true;
    }

    /**
     * Notes a field as seen. Returns the blind change that the field had, or {@code null}: the update is shown the
     * value from now on, so the caller has to compute it.
     *
     * @param field the name of the field
     * @return the blind change that the field had, or {@code null}
     */
    @Nullable
    BlindChange add(String field) {
        fields.add(field);
        return blind.isEmpty() ? null : blind.remove(field);
    }

    /**
     * {@return true if the field has a blind change}
     *
     * @param field the name of the field
     */
    boolean isBlind(String field) {
        return !blind.isEmpty() && blind.containsKey(field);
    }

    /**
     * Adds to the blind changes of a field that was not seen.
     *
     * @param field the name of the field
     * @param kind the kind of change
     * @param operand the number to add or to compare with
     * @return true if the change is noted; otherwise nothing was changed
     */
    boolean change(String field, BlindChange.Kind kind, long operand) {
        BlindChange now = BlindChange.after(blind.get(field), field, kind, operand);
        if (now != null) {
            blind.put(field, now);
        }
        return now != null;
    }

    /** {@return the blind changes by their fields} */
    Map<String, BlindChange> blind() {
        return blind;
    }

    /** {@return the blind changes, in the order in which their fields came} */
    List<BlindChange> blindChanges() {
        return blind.isEmpty() ? List.of() : new ArrayList<>(blind.values());
    }

    /**
     * {@return all that must still stand of the hash that was read}
     *
     * @param existed true if the entry existed
     * @param selected the fields that were read; empty for all
     * @param read the values that were read
     */
    List<Expectation> expectations(boolean existed, Set<String> selected, Map<String, Text> read) {
        if (isEmpty()) {
            return List.of();
        }
        List<Expectation> expected = new ArrayList<>(2);
        if (!all) {
            addExpected(expected, fields, existed, read);
        } else if (selected.isEmpty()) {
            // The number of fields, and all of these: so there are no others.
            expected.add(Commands.expectNumber("HLEN", read.size()));
            expectFields(expected, read.keySet(), read);
        } else {
            addExpected(expected, new TreeSet<>(selected), existed, read);
        }
        return expected;
    }

    // An entry of which a field stands exists. Where all that were seen are absent, an entry that existed may be gone
    // since. So its existence is compared, too.
    private void addExpected(
            List<Expectation> expected, Collection<String> compared, boolean existed, Map<String, Text> read) {
        if ((existence || existed) && Collections.disjoint(compared, read.keySet())) {
            expected.add(Commands.expectExistence(existed));
        }
        expectFields(expected, compared, read);
    }

    private static void expectFields(List<Expectation> expected, Collection<String> fields, Map<String, Text> read) {
        List<byte[]> names = new ArrayList<>(fields.size());
        List<byte @Nullable []> values = new ArrayList<>(fields.size());
        for (String field : fields) {
            Text value = read.get(field);
            names.add(Utf8.encode(field));
            values.add(value == null ? null : value.bytes());
        }
        Commands.expectPieces(expected, "HMGET", names, values);
    }
}
