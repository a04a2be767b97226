package io.github.stormlock.entry;

import io.github.stormlock.entry.internal.Commands;
import io.github.stormlock.entry.internal.NamedExtent;
import io.github.stormlock.entry.internal.Overlay;
import io.github.stormlock.entry.internal.Overlay.PartRead;
import io.github.stormlock.entry.internal.Utf8;
import io.github.stormlock.entry.internal.Weights;
import io.github.stormlock.entry.internal.Whole;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The kind of sets. An attempt compares all members, or all that are named.
 *
 * @param members the members that are read; {@code null} for all
 */
record SetKind(Part.@Nullable Members members) implements Whole.Kind<Overlay<Boolean>, SetEntry> {

    private static final EntryCommand READ_ALL = new EntryCommand("SMEMBERS", List.of());
    private static final byte[] PRESENT = Commands.ascii("1");
    private static final byte[] ABSENT = Commands.ascii("0");

    @Override
    public String redisType() {
        return "set";
    }

    @Override
    public String sizeCommand() {
        return "SCARD";
    }

    @Override
    public EntryKind<SetEntry> only(Part part) {
        if (part instanceof Part.Members some) {
            return new SetKind(some);
        } else if (part.equals(Part.whole())) {
            return new SetKind(null);
        }
        throw Commands.refuse(part, redisType(), "members");
    }

    @Override
    public Part part() {
        return members == null ? Part.whole() : members;
    }

    @Override
    public EntryKind<SetEntry> whole() {
        return members != null ? new SetKind(NamedExtent.any(members)) : this;
    }

    @Override
    public SetEntry cut(SetEntry view) {
        Overlay<Boolean> all = view.state().unseen();
        if (members != null && all.part() != null) {
            return view(new Whole<>(this, all.named(members), /* seen= */ false));
        }
        return Whole.Kind.super.cut(view);
    }

    @Override
    public SetEntry merged(SetEntry known, SetEntry newer) {
        Overlay<Boolean> both = known.state().unseen().merged(newer.state().unseen());
        return view(new Whole<>(this, both, /* seen= */ false));
    }

    @Override
    public EntryCommand read() {
        return members == null
                ? READ_ALL
                : new EntryCommand("SMISMEMBER", Commands.encoded(Commands.inOrder(members.names())));
    }

    @Override
    public Whole<Overlay<Boolean>> opened(boolean exists, @Nullable Object answer, boolean forAttempt) {
        return new Whole<>(this, content(exists, answer), /* seen= */ !forAttempt);
    }

    private Overlay<Boolean> content(boolean exists, @Nullable Object answer) {
        if (members == null) {
            return Overlay.of(all(answer));
        }
        Commands.Counted counted = Commands.counted(answer, members.sized());
        Map<String, Boolean> read = some(members, Commands.list(counted.answer()));
        return Overlay.of(read, new PartRead<>(new NamedExtent<>(members), exists, counted.total()));
    }

    @Override
    public Whole<Overlay<Boolean>> state(SetEntry view) {
        return view.state();
    }

    @Override
    public SetEntry view(Whole<Overlay<Boolean>> state) {
        return new SetEntry(state);
    }

    @Override
    public List<EntryCommand> commands(Overlay<Boolean> content) {
        return content.changes("SADD", (arguments, member, in) -> arguments.add(Utf8.encode(member)), "SREM");
    }

    @Override
    public int bytes(Overlay<Boolean> content) {
        return Weights.ofNames(content.read().keySet());
    }

    // If the whole set was read: the number of members, and all of these, so there are no others. SMEMBERS cannot be
    // compared, because a set answers its members in any order.
    @Override
    public List<Expectation> expectations(Overlay<Boolean> content) {
        Set<String> read = content.read().keySet();
        List<Expectation> expected = new ArrayList<>(3);
        PartRead<Boolean> part = content.part();
        if (part == null || content.isTotalSeen()) {
            expected.add(Commands.expectNumber("SCARD", part == null ? read.size() : part.total()));
        } else if (read.isEmpty()) {
            // An entry of which a member stands exists. Where all are absent, an entry that existed may be gone since.
            expected.add(Commands.expectExistence(part.existed()));
        }
        Collection<String> compared = members == null ? read : Commands.inOrder(members.names());
        List<byte @Nullable []> answers = new ArrayList<>(compared.size());
        for (String member : compared) {
            answers.add(read.contains(member) ? PRESENT : ABSENT);
        }
        Commands.expectPieces(expected, "SMISMEMBER", Commands.encoded(compared), answers);
        return expected;
    }

    private static Map<String, Boolean> all(@Nullable Object answer) {
        List<?> members = Commands.list(answer);
        Map<String, Boolean> read = new LinkedHashMap<>(members.size() * 2);
        for (Object member : members) {
            read.put(Utf8.decode(Commands.bytes(member)), true);
        }
        return read;
    }

    private static Map<String, Boolean> some(Part.Members members, List<?> answers) {
        Map<String, Boolean> read = new LinkedHashMap<>();
        List<String> order = Commands.inOrder(members.names());
        for (int i = 0; i < order.size() && i < answers.size(); i++) {
            if (answers.get(i) instanceof Long in && in == 1) {
                read.put(order.get(i), true);
            }
        }
        return read;
    }
}
