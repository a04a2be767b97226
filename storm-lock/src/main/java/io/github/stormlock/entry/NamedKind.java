package io.github.stormlock.entry;

import io.github.stormlock.entry.internal.Commands;
import io.github.stormlock.entry.internal.Extent;
import io.github.stormlock.entry.internal.NamedExtent;
import io.github.stormlock.entry.internal.Overlay;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The kinds of entries that have values by name: hashes, sets, and strings, whose only value has no name. */
interface NamedKind<X, V extends StateView<NamedState<X>>> extends EntryKind<V> {
    /**
     * The words of one Redis type.
     *
     * @param noun what people call a name
     * @param parts how it is read
     * @param compare the command that answers something for each of some names
     * @param add the command that adds some names, with what {@link #write} writes of each
     */
    record Words(String redisType, String noun, String parts, String size, String compare, String add, String remove) {}

    Words words();

    EntryKind<V> of(Part part);

    /** Returns true if such entries are read by such a part. */
    boolean hasPart(Part part);

    EntryCommand readAll();

    /** Returns what the answer to {@link #read} holds. */
    Map<String, X> values(@Nullable Object answer);

    /** Returns what {@code compare} answers for a name that has this value. */
    byte @Nullable [] answer(@Nullable X value);

    void write(List<byte[]> arguments, String name, X value);

    V view(NamedState<X> state);

    /** Returns how many bytes of memory a value takes beside its name. */
    default int weight(X value) {
        return 0;
    }

    /** Returns true if what only changes a value leaves the time to live that the value has of its own. */
    default boolean keepsTimes() {
        return false;
    }

    /** Returns true if there is one value only, so that a value that was put tells all of the entry. */
    default boolean isSingle() {
        return false;
    }

    /** Returns what people call a value; {@code null} if it is the only one. */
    default @Nullable String label(String name) {
        return isSingle() ? null : name;
    }

    /** Returns the extent of a part that was read. */
    default Extent<X> extent(Map<String, X> read) {
        return new NamedExtent<>(part().names());
    }

    /** Returns what is compared of a range. Only of a kind that has ranges. */
    default Expectation expectRange(Map<String, X> read) {
        throw new IllegalStateException(part() + " is no range");
    }

    @Override
    default String redisType() {
        return words().redisType();
    }

    @Override
    default String sizeCommand() {
        return words().size();
    }

    @Override
    default EntryKind<V> only(Part part) {
        if (hasPart(part) || part.equals(Part.whole())) {
            return of(part);
        }
        throw Commands.refuse(part, redisType(), words().parts());
    }

    /** Returns the kind of the whole: whatever is known by name is remembered as one, together with the whole. */
    @Override
    default EntryKind<V> whole() {
        return part().names().isEmpty() ? this : of(Part.whole());
    }

    @Override
    default EntryCommand read() {
        Set<String> names = part().names();
        return names.isEmpty()
                ? readAll()
                : new EntryCommand(words().compare(), Commands.encoded(Commands.inOrder(names)));
    }

    @Override
    default EntryState opened(boolean exists, @Nullable Object answer, boolean forAttempt) {
        Commands.Counted counted = Commands.counted(answer, part().sized());
        Map<String, X> read = values(counted.answer());
        SeenNames seen = forAttempt ? new SeenNames() : null;
        return new NamedState<>(this, extent(read), exists, counted.total(), Overlay.of(read), seen);
    }

    @Override
    @SuppressWarnings("unchecked") // a state is of the kind that opened it
    default V view(EntryState state) {
        return view((NamedState<X>) state);
    }

    @Override
    default EntryState state(V view) {
        return view.state;
    }

    /** Adds the expectation that these values stand, and no others. */
    default void expectAll(List<Expectation> expected, Map<String, X> read) {
        expected.add(Commands.expectNumber(sizeCommand(), read.size()));
        expect(expected, read.keySet(), read);
    }

    /** Adds the expectation that some names have the values that were read. */
    default void expect(List<Expectation> expected, Collection<String> names, Map<String, X> read) {
        List<byte @Nullable []> answers = new ArrayList<>(names.size());
        for (String name : names) {
            answers.add(answer(read.get(name)));
        }
        Commands.expectPieces(expected, words().compare(), Commands.encoded(names), answers);
    }
}
