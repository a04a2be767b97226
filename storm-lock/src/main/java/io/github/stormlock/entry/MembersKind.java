package io.github.stormlock.entry;

import io.github.stormlock.entry.internal.Commands;
import io.github.stormlock.entry.internal.Extent;
import io.github.stormlock.entry.internal.NamedExtent;
import io.github.stormlock.entry.internal.Overlay;
import io.github.stormlock.entry.internal.Overlay.PartRead;
import io.github.stormlock.entry.internal.Weights;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The base of the kinds of sets and of sorted sets: members by name, each with its value. */
interface MembersKind<W, V extends MembersEntry<W>> extends Whole.Kind<Overlay<W>, V> {
    EntryKind<V> of(Part part);

    Map<String, W> read(@Nullable Object answer);

    /** Returns the extent of what was read; {@code null} for the whole. */
    @Nullable
    Extent<W> extent(Map<String, W> read);

    /** Adds what an attempt compares of the members, beside their number or their existence. */
    void addExpected(List<Expectation> expected, Map<String, W> read);

    @Override
    default EntryKind<V> whole() {
        return part() instanceof Part.Members members ? of(NamedExtent.any(members)) : this;
    }

    @Override
    default V cut(V view) {
        Overlay<W> all = view.state.unseen();
        if (part() instanceof Part.Members members && all.part() != null) {
            return view(new Whole<>(this, all.named(members), /* seen= */ false));
        }
        return Whole.Kind.super.cut(view);
    }

    @Override
    default V merged(V known, V newer) {
        Overlay<W> both = known.state.unseen().merged(newer.state.unseen());
        return view(new Whole<>(this, both, /* seen= */ false));
    }

    @Override
    default Whole<Overlay<W>> opened(boolean exists, @Nullable Object answer, boolean forAttempt) {
        Commands.Counted counted = Commands.counted(answer, part().sized());
        Map<String, W> read = read(counted.answer());
        Extent<W> extent = extent(read);
        PartRead<W> known = extent == null ? null : new PartRead<>(extent, exists, counted.total());
        return new Whole<>(this, Overlay.of(read, known), /* seen= */ !forAttempt);
    }

    @Override
    default int bytes(Overlay<W> content) {
        return Weights.ofNames(content.read().keySet());
    }

    @Override
    default List<Expectation> expectations(Overlay<W> content) {
        Map<String, W> read = content.read();
        List<Expectation> expected = new ArrayList<>(3);
        PartRead<W> part = content.part();
        if (part == null || content.isTotalSeen()) {
            // If the whole was read: the number of members, and all of these, so there are no others.
            expected.add(Commands.expectNumber(sizeCommand(), part == null ? read.size() : part.total()));
        } else if (read.isEmpty()) {
            // An entry of which a member stands exists. Where none does, an entry that existed may be gone since.
            expected.add(Commands.expectExistence(part.existed()));
        }
        addExpected(expected, read);
        return expected;
    }
}
