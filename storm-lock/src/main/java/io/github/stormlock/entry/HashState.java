package io.github.stormlock.entry;

import io.github.stormlock.entry.internal.Numbers;
import io.github.stormlock.entry.internal.Overlay;
import io.github.stormlock.entry.internal.Text;
import io.github.stormlock.entry.internal.Utf8;
import io.github.stormlock.entry.internal.Weights;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The state of a hash during an update: its fields as far as they were read, their changes, and what the update saw.
 * Not thread-safe, except where it is for reading only.
 *
 * <p>In an attempt, what was read may be out of date. So every method whose answer depends on a field notes the field
 * as seen, and a field that nobody saw is changed without a look at it.
 */
final class HashState implements StateKind.State<HashState> {
    /** A hash of more weight is remembered by the fields that the update saw or changed. */
    private static final int LARGEST_GUESS_BYTES = 4_096;

    private final boolean existed;
    private final Set<String> selected;
    private final Overlay<Text> fields;

    /** The fields that were only added to and such since they were read: they keep their own time to live. */
    private final Set<String> kept = new HashSet<>(0);

    // Null under the lock and for reading only: there what was read stands, and nothing has to be noted.
    private final @Nullable SeenFields seen;

    private HashState(boolean existed, Set<String> selected, Overlay<Text> fields, @Nullable SeenFields seen) {
        this.existed = existed;
        this.selected = selected;
        this.fields = fields;
        this.seen = seen;
    }

    /** Returns the state of a hash as read. {@code selected} names the fields that were read; it is empty for all. */
    static HashState opened(boolean existed, Set<String> selected, Map<String, Text> read, boolean forAttempt) {
        boolean exists = selected.isEmpty() ? !read.isEmpty() : existed;
        return new HashState(exists, selected, Overlay.of(read), forAttempt ? new SeenFields() : null);
    }

    /** Returns a copy for reading only. In an attempt, the whole hash counts as seen from now on. */
    @Override
    public HashState settled() {
        seeToShow();
        return new HashState(existed, selected, fields.copy(/* asReadOnly= */ true), null);
    }

    /** Returns a fresh state that begins with what stands now. */
    @Override
    public HashState reopened() {
        return seen == null
                ? new HashState(
                        exists(),
                        selected,
                        Overlay.of(onlySelected(fields.reopened().read())),
                        null)
                : next(seen);
    }

    /** Where fields were selected, one was removed and none stands, nobody knows if the entry still exists. */
    @Override
    public boolean isKnown() {
        boolean stands = fields.size() > 0 || (seen != null && !seen.blind().isEmpty());
        return selected.isEmpty() || stands || !fields.hasRemoved();
    }

    /**
     * Returns a fresh state of some fields, as a read of them would find them now, for one of several updates that name
     * different fields. {@link #putBack} follows.
     */
    HashState cut(Set<String> wanted) {
        if (wanted.isEmpty() && selected.isEmpty()) {
            return this;
        }
        Map<String, Text> standing = new LinkedHashMap<>();
        if (wanted.isEmpty()) {
            standing.putAll(fields.toMap());
        } else {
            for (String field : wanted) {
                Text value = standing(field);
                if (value != null) {
                    standing.put(field, value);
                }
            }
        }
        return new HashState(
                exists(),
                wanted,
                Overlay.of(standing).copy(fields.isReadOnly()),
                seen == null ? null : new SeenFields());
    }

    private @Nullable Text standing(String field) {
        Text value = fields.get(field);
        BlindChange change = seen == null ? null : seen.blind().get(field);
        return change == null ? value : change.applyTo(value);
    }

    /** Notes what an update saw and changed of its fields, as if it had seen and changed them here. */
    void putBack(HashState cut) {
        SeenFields looked = cut.seen;
        if (seen != null && looked != null) {
            Set<String> fieldsSeen = looked.hasAll() ? cut.selected : looked.fields();
            for (String field : fieldsSeen) {
                if (!fields.isChanged(field)) {
                    see(seen, field);
                }
            }
            if (looked.seesExistence()) {
                boolean unused = seeExists();
            }
            looked.blind().forEach((field, change) -> putBackBlind(field, change));
        }
        for (String field : cut.fields.changed()) {
            Text value = cut.fields.get(field);
            if (value == null) {
                remove(field);
            } else if (cut.kept.contains(field)) {
                adjust(field, value);
            } else {
                put(field, value);
            }
        }
    }

    private void putBackBlind(String field, BlindChange change) {
        if (!changeBlindly(field, change.kind(), change.operand())) {
            Text value = change.applyTo(standing(field));
            if (seen != null && !fields.isChanged(field)) {
                see(seen, field);
            }
            // Not past the look whether the field was seen: a value that nobody compared is written, also if it is
            // remembered.
            adjust(field, value);
        }
    }

    /** Returns what is known of a hash after something newer became known of some of its fields. */
    HashState merged(HashState newer) {
        if (newer.selected.isEmpty() || !newer.exists() || selected.equals(newer.selected)) {
            return newer;
        }
        Map<String, Text> all = new LinkedHashMap<>(fields.read());
        all.keySet().removeAll(newer.selected);
        all.putAll(newer.fields.read());
        Set<String> known = new HashSet<>(selected);
        if (!selected.isEmpty()) {
            known.addAll(newer.selected);
        }
        return new HashState(true, known, Overlay.of(all), new SeenFields());
    }

    private Map<String, Text> onlySelected(Map<String, Text> all) {
        if (selected.isEmpty() || selected.containsAll(all.keySet())) {
            return all;
        }
        Map<String, Text> some = new LinkedHashMap<>(all);
        some.keySet().retainAll(selected);
        return some;
    }

    /**
     * Returns the state that the next attempt may begin with. If nothing was compared, it is as good a guess as it was. It is
     * {@code null} if nothing was known of the hash before: to remember what only blind changes make would be in vain.
     */
    @Override
    public @Nullable HashState remembered() {
        if (seen == null) {
            return next(null);
        } else if (seen.isEmpty() && !existed) {
            return null;
        }
        HashState next = next(seen);
        return seen.hasAll() || next.weight() <= LARGEST_GUESS_BYTES ? next : next.only(touched(seen));
    }

    /**
     * Returns the state without the fields that have none of these names. In a large hash they are not worth their
     * memory. To take them for absent is a guess, too, and is compared before anything rests on it.
     */
    private HashState only(Set<String> names) {
        Map<String, Text> some = new LinkedHashMap<>(fields.read());
        some.keySet().retainAll(names);
        return new HashState(exists(), names.isEmpty() ? selected : names, Overlay.of(some), new SeenFields());
    }

    /** Returns the fields that the update saw or changed. */
    private Set<String> touched(SeenFields noted) {
        Set<String> names = new HashSet<>(noted.fields());
        names.addAll(noted.blind().keySet());
        names.addAll(fields.changed());
        return names;
    }

    @Override
    public int weight() {
        return Weights.ofTexts(fields.read());
    }

    // A field that was not seen is remembered as before, with its change. That is as good a guess as it was, and it is
    // compared before anything rests on it. A field that is not selected is left out, since the next view does not know
    // it.
    private HashState next(@Nullable SeenFields noted) {
        Overlay<Text> next = fields;
        if (noted != null && !noted.blind().isEmpty()) {
            next = fields.copy(/* asReadOnly= */ false);
            for (Map.Entry<String, BlindChange> change : noted.blind().entrySet()) {
                String field = change.getKey();
                next.put(field, change.getValue().applyTo(fields.get(field)));
            }
        }
        Map<String, Text> all = next.isUnchanged() ? next.read() : next.toMap();
        return new HashState(exists(), selected, Overlay.of(onlySelected(all)), new SeenFields());
    }

    @Override
    public boolean exists() {
        return fields.size() > 0 || (seen != null && !seen.blind().isEmpty()) || (existed && !selected.isEmpty());
    }

    /** Returns {@link #exists}, and notes what this depends on. */
    boolean seeExists() {
        boolean whole = selected.isEmpty();
        if (seen != null && !(whole && seen.hasAll()) && !isCertain(seen)) {
            if (whole && !fields.isUnchanged()) {
                // Only removals lead here: then the answer depends on all other fields.
                seeAll();
            } else if (fields.hasRemoved() && fields.size() > 0) {
                // The entry existed by the field that was removed, too. So one that stands is compared.
                see(seen, fields.toMap().keySet().iterator().next());
            } else {
                seen.addExistence();
            }
        }
        return exists();
    }

    /**
     * Returns true if something stands that the update wrote or saw. Then the entry exists, and nothing else matters
     * for it.
     */
    private boolean isCertain(SeenFields noted) {
        return !noted.blind().isEmpty() || fields.hasPut() || sawOneThatStands(noted);
    }

    private boolean sawOneThatStands(SeenFields noted) {
        for (String field : noted.fields()) {
            if (fields.get(field) != null) {
                return true;
            }
        }
        return false;
    }

    int size() {
        seeAll();
        return fields.size();
    }

    Map<String, Text> toMap() {
        seeAll();
        return fields.toMap();
    }

    /**
     * Returns the value of a field, and notes that the update saw it.
     *
     * @throws IllegalStateException if the field was not read, and the update has not changed it
     */
    @Nullable
    Text get(String field) {
        Objects.requireNonNull(field, "field must not be null");
        if (seen != null && isSelected(field) && !fields.isChanged(field)) {
            see(seen, field);
        }
        Text value = fields.get(field);
        if (value == null && !isReadOrChanged(field)) {
            throw new IllegalStateException("Field " + Numbers.shown(field)
                    + " was not read: it is none of the fields that the update named, " + new TreeSet<>(selected));
        }
        return value;
    }

    /**
     * Returns the value as {@link #get} does, for a change that depends on it. It is refused first if this is for
     * reading only.
     */
    @Nullable
    String getToChange(String field) {
        fields.refuseIfReadOnly();
        Text value = get(field);
        return value == null ? null : value.toString();
    }

    /**
     * Notes a field as seen. A blind change of it is applied here, because the update is shown the result from now on.
     */
    private void see(SeenFields noted, String field) {
        BlindChange blind = noted.add(field);
        if (blind != null) {
            fields.put(field, blind.applyTo(fields.get(field)));
            kept.add(field);
        }
    }

    private void seeToShow() {
        seeExists();
        seeAll();
    }

    private void seeAll() {
        if (seen != null && !seen.hasAll()) {
            seen.addAll();
            for (String field : List.copyOf(seen.blind().keySet())) {
                see(seen, field);
            }
        }
    }

    /**
     * Changes a field without a look at it. It does not if the remembered value would refuse the change: then the
     * update is to see at once what it would throw.
     *
     * @return true if the change is noted; otherwise the caller has to see the field
     */
    boolean changeBlindly(String field, BlindChange.Kind kind, long operand) {
        fields.refuseIfReadOnly();
        Utf8.check(field, "field");
        return seen != null
                && isSelected(field)
                && !seen.has(field)
                && !fields.isChanged(field)
                && BlindChange.fits(fields.get(field))
                && seen.change(field, kind, operand);
    }

    void put(String field, String value) {
        Utf8.check(field, "field");
        put(field, Text.written(value));
    }

    /** Puts what an addition and such make of a field: its own time to live stays, if nothing else has changed it. */
    void adjust(String field, String value) {
        Utf8.check(field, "field");
        adjust(field, Text.written(value));
    }

    private void adjust(String field, Text value) {
        boolean keeps = !fields.isChanged(field) || kept.contains(field);
        put(field, value);
        if (keeps) {
            kept.add(field);
        }
    }

    private void put(String field, Text value) {
        if (isUnseen(field)) {
            fields.putUnseen(field, value);
        } else {
            fields.put(field, value);
        }
        kept.remove(field);
    }

    void remove(String field) {
        Utf8.check(field, "field");
        fields.remove(field, isUnseen(field) || !isSelected(field));
        kept.remove(field);
    }

    /**
     * Returns true if the field was not seen. One with a blind change is seen now: a value that this change would have
     * refused is refused, even if it is overwritten.
     */
    private boolean isUnseen(String field) {
        if (seen == null) {
            return false;
        }
        if (seen.isBlind(field)) {
            see(seen, field);
        }
        return !seen.has(field);
    }

    void clear() {
        fields.refuseIfReadOnly();
        if (!selected.isEmpty()) {
            throw new IllegalStateException("Only the fields " + new TreeSet<>(selected)
                    + " were read, so the others cannot be cleared: name no fields, or remove these");
        }
        seeAll();
        kept.clear();
        fields.clear();
    }

    @Override
    public List<EntryCommand> changes() {
        List<EntryCommand> commands = new ArrayList<>();
        List<EntryCommand> others = fields.changes(
                "HSET",
                (arguments, field, value) -> {
                    if (keepsItsTime(field)) {
                        List<byte[]> adjusted = new ArrayList<>(2);
                        write(adjusted, field, value);
                        // One for each: Redis may refuse a command, and never a part of one.
                        commands.add(new EntryCommand(EntryCommand.KEEPING_HSET, adjusted));
                    } else {
                        write(arguments, field, value);
                    }
                },
                "HDEL");
        commands.addAll(others);
        return commands;
    }

    /** Returns true if the field stood when it was read, since a new one has no time to live. */
    private boolean keepsItsTime(String field) {
        return kept.contains(field) && fields.read().containsKey(field);
    }

    /** Returns all that an attempt carries. If the entry is to be shown, all of it counts as seen. */
    @Override
    public Attempted attempted(boolean shown) {
        SeenFields noted = seen;
        if (noted == null) {
            throw new IllegalStateException("This view was not opened for an attempt");
        }
        if (shown) {
            seeToShow();
        }
        List<Expectation> expected = noted.expectations(existed, selected, fields.read());
        return new Attempted(expected, noted.blindChanges(), changes());
    }

    private static void write(List<byte[]> arguments, String field, Text value) {
        arguments.add(Utf8.encode(field));
        arguments.add(value.bytes());
    }

    private boolean isSelected(String field) {
        return selected.isEmpty() || selected.contains(field);
    }

    private boolean isReadOrChanged(String field) {
        return isSelected(field) || fields.isChanged(field);
    }
}
