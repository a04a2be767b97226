package io.github.stormlock.entry;

import io.github.stormlock.entry.internal.Commands;
import io.github.stormlock.entry.internal.Extent;
import io.github.stormlock.entry.internal.NamedExtent;
import io.github.stormlock.entry.internal.Numbers;
import io.github.stormlock.entry.internal.Overlay;
import io.github.stormlock.entry.internal.Text;
import io.github.stormlock.entry.internal.Utf8;
import io.github.stormlock.entry.internal.Weights;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The state of an entry that has values by name: the fields of a hash, the members of a set or of a sorted set, the only
 * value of a string. It has them as far as they were read, their changes, and what the update saw. Not thread-safe,
 * except where it is for reading only.
 *
 * <p>In an attempt, what was read may be out of date. So every method whose answer depends on a name notes it as seen,
 * and a name that nobody saw is changed without a look at it. A range is seen as a whole.
 */
final class NamedState<X> extends EntryState {
    /** A hash or a set of more weight is remembered by the names that the update saw or changed. */
    private static final int LARGEST_GUESS_BYTES = 4_096;

    /** The most names that are known one by one; then what was known before goes. */
    private static final int MOST_NAMED = 512;

    private final NamedKind<X, ?> kind;
    private final Extent<X> extent;
    private final boolean existed;
    private final long total;
    private final Overlay<X> values;

    /** The fields that were only added to and such since they were read: they keep their own time to live. */
    private final Set<String> kept = new HashSet<>(0);

    // Null under the lock and for reading only: there what was read stands, and nothing has to be noted.
    private final @Nullable SeenNames seen;

    private boolean totalLost;

    /**
     * Begins with what was read, or is known otherwise.
     *
     * @param kind the kind by which it was read
     * @param extent what was read
     * @param total the number of the entry's elements, or {@link Commands#NOT_COUNTED}
     * @param seen notes what is seen in an attempt; otherwise {@code null}
     */
    NamedState(
            NamedKind<X, ?> kind,
            Extent<X> extent,
            boolean existed,
            long total,
            Overlay<X> values,
            @Nullable SeenNames seen) {
        this.kind = kind;
        this.extent = extent;
        this.existed = extent.isAll() ? !values.read().isEmpty() : existed;
        this.total = isWhole() ? Commands.NOT_COUNTED : total;
        this.values = values;
        this.seen = seen;
    }

    private boolean isWhole() {
        return extent.isAll() && !extent.isRange();
    }

    Extent<X> extent() {
        return extent;
    }

    Part part() {
        return kind.part();
    }

    @Nullable
    String label(String name) {
        return kind.label(name);
    }

    @Override
    public EntryState settled() {
        seeToShow(true);
        NamedState<X> copy = new NamedState<>(kind, extent, existed, total, values.copy(), null);
        copy.totalLost = totalLost;
        return copy.readOnly();
    }

    @Override
    public NamedState<X> reopened() {
        return next(seen == null ? null : new SeenNames());
    }

    /** Where some names were read, one was removed and none stands, nobody knows if the entry still exists. */
    @Override
    public boolean isKnown() {
        boolean gone = !stands() && values.hasRemoved() && !extent.isAll() && !counts();
        return !gone && !(totalLost && counts()) && isRangeKnown();
    }

    private boolean isRangeKnown() {
        return !extent.isRange() || values.isUnchanged() || extent.isKnown(values.toMap());
    }

    /** {@link #putBack} follows. Names that nobody knows are absent in it, which is a guess like any other. */
    @Override
    public EntryState cut(EntryKind<?> wanted) {
        if (extent.isRange()) {
            return isReadOnly() ? this : reopened();
        }
        NamedExtent<X> some = new NamedExtent<>(wanted.part().names());
        if (some.isAll() && extent.isAll()) {
            return this;
        }
        Map<String, X> standing = new LinkedHashMap<>();
        for (String name : some.isAll() ? values.toMap().keySet() : some.names()) {
            X value = standing(name);
            if (value != null) {
                standing.put(name, value);
            }
        }
        long known = counts() ? countedNow() : standing.size();
        NamedState<X> cut = new NamedState<>(
                asNamed(wanted),
                some,
                exists(),
                wanted.part().sized() ? known : Commands.NOT_COUNTED,
                Overlay.of(standing),
                seen == null ? null : new SeenNames());
        return isReadOnly() ? cut.readOnly() : cut;
    }

    @SuppressWarnings("unchecked") // kinds of one whole have values of one type
    private NamedKind<X, ?> asNamed(EntryKind<?> wanted) {
        return (NamedKind<X, ?>) wanted;
    }

    private @Nullable X standing(String name) {
        X value = values.get(name);
        BlindChange change = seen == null ? null : seen.blind().get(name);
        return change == null ? value : result(change, value);
    }

    @SuppressWarnings("unchecked") // only texts are changed blindly
    private X result(BlindChange change, @Nullable X before) {
        return (X) change.applyTo((Text) before);
    }

    @Override
    @SuppressWarnings("unchecked") // a cut is of the type of what was cut
    public void putBack(EntryState changed) {
        NamedState<X> cut = (NamedState<X>) changed;
        SeenNames looked = cut.seen;
        if (seen != null && looked != null) {
            Set<String> namesSeen = looked.hasAll() ? cut.extent.names() : looked.names();
            for (String name : namesSeen) {
                if (!values.isChanged(name)) {
                    see(seen, name);
                }
            }
            if (looked.hasAll() && extent.isRange()) {
                seeAll();
            }
            if (looked.seesExistence()) {
                boolean unused = seeExists();
            }
            if (looked.seesTotal()) {
                seeTotal();
            }
            looked.blind().forEach((name, change) -> putBackBlind(name, change));
        }
        totalLost |= cut.totalLost;
        for (String name : cut.values.changed()) {
            X value = cut.values.get(name);
            if (value == null) {
                boolean unused = remove(name);
            } else if (cut.kept.contains(name)) {
                adjust(name, value);
            } else {
                put(name, value);
            }
        }
    }

    private void putBackBlind(String name, BlindChange change) {
        if (!changeBlindly(name, change.kind(), change.operand())) {
            X value = result(change, standing(name));
            if (seen != null && !values.isChanged(name)) {
                see(seen, name);
            }
            // Not past the look whether the field was seen: a value that nobody compared is written, also if it is
            // remembered.
            adjust(name, value);
        }
    }

    @Override
    @SuppressWarnings("unchecked") // what is remembered of an entry is of one type
    public EntryState merged(EntryState other) {
        NamedState<X> newer = (NamedState<X>) other;
        if (newer.extent.isRange() || newer.extent.isAll() || !newer.exists()) {
            return newer;
        }
        Set<String> names = newer.extent.names();
        Set<String> known = new HashSet<>(extent.names());
        if (!extent.isAll()) {
            known.addAll(names);
        }
        if (known.equals(names) || known.size() > MOST_NAMED) {
            return newer;
        }
        Map<String, X> all = new LinkedHashMap<>(values.read());
        all.keySet().removeAll(names);
        all.putAll(newer.values.read());
        return new NamedState<>(
                newer.kind,
                new NamedExtent<>(known),
                /* existed= */ true,
                newer.counts() ? newer.total : total,
                Overlay.of(all),
                new SeenNames());
    }

    /**
     * If nothing was compared, it is as good a guess as it was. It is {@code null} if nothing was known of the entry before:
     * to remember what only blind changes make would be in vain.
     */
    @Override
    public @Nullable EntryState remembered() {
        if ((seen != null && seen.isEmpty() && !existed && !(kind.isSingle() && values.hasPut())) || !isRangeKnown()) {
            return null;
        }
        NamedState<X> next = next(new SeenNames());
        if (seen == null || seen.hasAll() || extent.isRange() || next.weight() <= LARGEST_GUESS_BYTES) {
            return next;
        }
        Set<String> touched = touched(seen);
        return touched.isEmpty() ? next : next.only(touched);
    }

    /** Returns the names that the update saw or changed, of those that the next view knows. */
    private Set<String> touched(SeenNames noted) {
        Set<String> names = new HashSet<>(noted.names());
        names.addAll(noted.blind().keySet());
        names.addAll(values.changed());
        names.removeIf(name -> !extent.isNamed(name));
        return names;
    }

    /**
     * Returns the state without the values that have none of these names. In a large entry they are not worth their
     * memory. To take them for absent is a guess, too, and is compared before anything rests on it.
     */
    private NamedState<X> only(Set<String> names) {
        NamedExtent<X> some = new NamedExtent<>(names);
        return new NamedState<>(kind, some, exists(), total, Overlay.of(some.cut(values.read())), new SeenNames());
    }

    @Override
    public int weight() {
        return Weights.ofNamed(values.read(), extent.names(), kind::weight);
    }

    // A name that was not seen is remembered as before, with its change. That is as good a guess as it was, and it is
    // compared before anything rests on it. A name that was not asked for is left out: the next state does not know it.
    private NamedState<X> next(@Nullable SeenNames fresh) {
        if (values.isUnchanged() && !isBlind()) {
            return new NamedState<>(kind, extent, existed, total, Overlay.of(values.read()), fresh);
        }
        Map<String, X> now = isBlind() ? new LinkedHashMap<>(values.toMap()) : values.toMap();
        if (seen != null) {
            seen.blind().forEach((name, change) -> now.put(name, result(change, values.get(name))));
        }
        long left = counts() ? countedNow() : total;
        return new NamedState<>(kind, extent.next(now), exists(), left, Overlay.of(extent.cut(now)), fresh);
    }

    private boolean isBlind() {
        return seen != null && !seen.blind().isEmpty();
    }

    private boolean stands() {
        return values.size() > 0 || isBlind();
    }

    private boolean counts() {
        return total != Commands.NOT_COUNTED;
    }

    private long countedNow() {
        return total + values.size() - values.read().size();
    }

    @Override
    public boolean exists() {
        // Without a removal it is not asked how many there are, which may be a guess of its own.
        boolean others = !counts() || !values.hasRemoved() || countedNow() > 0;
        return stands() || (existed && !extent.isAll() && others);
    }

    /** Returns {@link #exists}, and notes what this depends on. */
    boolean seeExists() {
        if (seen != null && !(isWhole() && seen.hasAll()) && !isCertain(seen)) {
            if (isWhole() && !values.isUnchanged()) {
                // Only removals lead here: then the answer depends on all other names.
                seeAll();
            } else if (counts() && values.hasRemoved() && values.size() == 0) {
                seeTotal();
            } else if (values.hasRemoved() && values.size() > 0) {
                // The entry existed by the value that was removed, too. So one that stands is compared.
                see(seen, values.toMap().keySet().iterator().next());
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
    private boolean isCertain(SeenNames noted) {
        return !noted.blind().isEmpty() || values.hasPut() || sawOneThatStands(noted);
    }

    private boolean sawOneThatStands(SeenNames noted) {
        for (String name : noted.names()) {
            if (values.get(name) != null) {
                return true;
            }
        }
        return noted.hasAll() && values.size() > 0;
    }

    /** Returns how many values stand, of those that are known. */
    int size() {
        seeAll();
        return values.size();
    }

    /**
     * Returns the number of the entry's elements, and notes that it was seen.
     *
     * @throws IllegalStateException if they were not counted
     */
    long total() {
        seeAll();
        if (isWhole()) {
            return values.size();
        } else if (!counts()) {
            throw new IllegalStateException(
                    "The elements were not counted: the update reads " + part() + ", without andSize()");
        } else if (totalLost) {
            throw new IllegalStateException("The number of elements is not known after an element was set that "
                    + part() + " does not read: name it in Part.members");
        }
        if (seen != null) {
            seen.addTotal();
        }
        return countedNow();
    }

    private void seeTotal() {
        seeAll();
        if (seen != null) {
            seen.addTotal();
        }
    }

    /** Returns what stands, of all that is known. */
    Map<String, X> toMap() {
        seeAll();
        return values.toMap();
    }

    private boolean isKnown(String name) {
        return extent.isNamed(name) || values.read().containsKey(name);
    }

    /**
     * Returns the value of a name, and notes that the update saw it.
     *
     * @throws IllegalStateException if the name was not read, and the update has not changed it
     */
    @Nullable
    X get(String name) {
        Objects.requireNonNull(name, () -> kind.words().noun() + " must not be null");
        boolean asRead = !values.isChanged(name);
        if (asRead && extent.isRange()) {
            // A refusal tells of the range, too.
            seeAll();
        }
        if (asRead && !isKnown(name)) {
            throw new IllegalStateException("The " + kind.words().noun() + " " + Numbers.shown(name)
                    + " was not read: the update reads " + part() + "; name it in Part."
                    + kind.words().noun() + "s");
        } else if (asRead && seen != null) {
            see(seen, name);
        }
        return values.get(name);
    }

    /**
     * Notes a name as seen. A blind change of it is applied here, because the update is shown the result from now on.
     */
    private void see(SeenNames noted, String name) {
        if (extent.isRange()) {
            noted.addAll();
            return;
        }
        BlindChange blind = noted.add(name);
        if (blind != null) {
            values.put(name, result(blind, values.get(name)));
            kept.add(name);
        }
    }

    /** @param shown true if somebody wants to see the entry as it stands */
    private void seeToShow(boolean shown) {
        if (shown) {
            seeExists();
            seeAll();
        }
        if (shown && counts()) {
            seeTotal();
        }
    }

    private void seeAll() {
        if (seen != null && !seen.hasAll() && !(kind.isSingle() && !values.isUnchanged() && seen.isEmpty())) {
            seen.addAll();
            for (String name : List.copyOf(seen.blind().keySet())) {
                see(seen, name);
            }
        }
    }

    /**
     * Changes a field without a look at it. It does not if the remembered value would refuse the change: then the
     * update is to see at once what it would throw.
     *
     * @return true if the change is noted; otherwise the caller has to see the field
     */
    boolean changeBlindly(String field, BlindChange.Kind change, long operand) {
        Utf8.check(field, kind.words().noun());
        return seen != null
                && extent.isNamed(field)
                && !seen.has(field)
                && !values.isChanged(field)
                && BlindChange.fits((Text) values.get(field))
                && seen.change(field, label(field), change, operand);
    }

    /** Puts a value that was made of the one before, so that a field keeps its time to live. */
    void adjust(String name, X value) {
        boolean keeps = !values.isChanged(name) || kept.contains(name);
        put(name, value);
        if (keeps) {
            kept.add(name);
        }
    }

    void put(String name, X value) {
        Utf8.check(name, kind.words().noun());
        boolean unseen = isUnseen(name);
        totalLost |= !isKnown(name) && !values.isChanged(name);
        if (unseen) {
            values.putUnseen(name, value);
        } else {
            values.put(name, value);
        }
        kept.remove(name);
    }

    /** Returns true if the name stood, as far as is known. */
    boolean remove(String name) {
        Utf8.check(name, kind.words().noun());
        boolean stood = values.remove(name, isUnseen(name) || !isKnown(name));
        kept.remove(name);
        return stood;
    }

    /**
     * Returns true if the name was not seen. One with a blind change is seen now: a value that this change would have
     * refused is refused, even if it is overwritten.
     */
    private boolean isUnseen(String name) {
        if (seen == null) {
            return false;
        }
        if (seen.isBlind(name)) {
            see(seen, name);
        }
        return !seen.has(name);
    }

    void clear() {
        if (!isWhole()) {
            throw new IllegalStateException(
                    "clear is not possible where " + part() + " is read: read the whole entry, or remove each "
                            + kind.words().noun());
        }
        seeAll();
        kept.clear();
        values.clear();
    }

    @Override
    public List<EntryCommand> changes() {
        List<EntryCommand> commands = new ArrayList<>();
        List<EntryCommand> others = values.changes(
                kind.words().add(),
                (arguments, name, value) -> {
                    if (keepsItsTime(name)) {
                        List<byte[]> adjusted = new ArrayList<>(2);
                        kind.write(adjusted, name, value);
                        // One for each: Redis may refuse a command, and never a part of one.
                        commands.add(new EntryCommand(EntryCommand.KEEPING_HSET, adjusted));
                    } else {
                        kind.write(arguments, name, value);
                    }
                },
                kind.words().remove());
        commands.addAll(others);
        return commands;
    }

    /** Returns true if the field stood when it was read, since a new one has no time to live. */
    private boolean keepsItsTime(String field) {
        return kind.keepsTimes() && kept.contains(field) && values.read().containsKey(field);
    }

    /** If the entry is to be shown, all of it counts as seen. */
    @Override
    public Attempted attempted(boolean shown) {
        SeenNames noted = seen;
        if (noted == null) {
            throw new IllegalStateException("This view was not opened for an attempt");
        }
        seeToShow(shown);
        return new Attempted(expectations(noted), noted.blindChanges(), changes());
    }

    /** Returns all that must still stand of the entry that was read. */
    private List<Expectation> expectations(SeenNames noted) {
        if (noted.isEmpty()) {
            return List.of();
        }
        List<Expectation> expected = new ArrayList<>(2);
        Map<String, X> read = values.read();
        if (noted.hasAll() && isWhole()) {
            kind.expectAll(expected, read);
            return expected;
        }
        Collection<String> compared = noted.hasAll() ? Commands.inOrder(extent.names()) : noted.names();
        boolean noneStood = extent.isRange() ? read.isEmpty() : Collections.disjoint(compared, read.keySet());
        if (noted.seesTotal()) {
            expected.add(Commands.expectNumber(kind.sizeCommand(), total));
        }
        if ((noted.seesExistence() || existed) && noneStood) {
            // An entry of which a value stands exists. Where all that were seen are absent, an entry that existed may
            // be gone since. So its existence is compared, beside the number too, which may be the guess of another
            // part.
            expected.add(Commands.expectExistence(existed));
        }
        if (extent.isRange()) {
            expected.add(kind.expectRange(read));
        } else {
            kind.expect(expected, compared, read);
        }
        return expected;
    }
}
