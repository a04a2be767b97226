package io.github.stormlock.entry;

import io.github.stormlock.entry.internal.Commands;
import io.github.stormlock.entry.internal.Extent;
import io.github.stormlock.entry.internal.NamedExtent;
import io.github.stormlock.entry.internal.Numbers;
import io.github.stormlock.entry.internal.Overlay;
import io.github.stormlock.entry.internal.Overlay.PartRead;
import io.github.stormlock.entry.internal.RankExtent;
import io.github.stormlock.entry.internal.Score;
import io.github.stormlock.entry.internal.ScoreExtent;
import io.github.stormlock.entry.internal.Utf8;
import io.github.stormlock.entry.internal.Weights;
import io.github.stormlock.entry.internal.Whole;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The kind of sorted sets. An attempt compares all members and their scores, or those of the part.
 *
 * @param part the part that is read: all, some members, or a range
 */
record SortedSetKind(Part part) implements Whole.Kind<Overlay<Score>, SortedSetEntry> {

    private static final EntryCommand READ_ALL = range("0", "-1");

    @Override
    public String redisType() {
        return "zset";
    }

    @Override
    public String sizeCommand() {
        return "ZCARD";
    }

    @Override
    public EntryKind<SortedSetEntry> only(Part other) {
        if (other instanceof Part.Members
                || other instanceof Part.Scores
                || other instanceof Part.Ranks
                || other.equals(Part.whole())) {
            return new SortedSetKind(other);
        }
        throw Commands.refuse(other, redisType(), "members, scores, lowest or highest");
    }

    @Override
    public EntryKind<SortedSetEntry> whole() {
        return part instanceof Part.Members members ? new SortedSetKind(NamedExtent.any(members)) : this;
    }

    @Override
    public SortedSetEntry cut(SortedSetEntry view) {
        Overlay<Score> all = view.state().unseen();
        if (part instanceof Part.Members members && all.part() != null) {
            return view(new Whole<>(this, all.named(members), /* seen= */ false));
        }
        return Whole.Kind.super.cut(view);
    }

    @Override
    public SortedSetEntry merged(SortedSetEntry known, SortedSetEntry newer) {
        Overlay<Score> both = known.state().unseen().merged(newer.state().unseen());
        return view(new Whole<>(this, both, /* seen= */ false));
    }

    @Override
    public EntryCommand read() {
        if (part instanceof Part.Members members) {
            return new EntryCommand("ZMSCORE", Commands.encoded(Commands.inOrder(members.names())));
        } else if (part instanceof Part.Scores scores) {
            // One more than wanted, to find out that there are too many.
            String most = Integer.toString(scores.most() + 1);
            return range(Numbers.text(scores.min()), Numbers.text(scores.max()), "BYSCORE", "LIMIT", "0", most);
        } else if (part instanceof Part.Ranks ranks) {
            String last = Integer.toString(ranks.count() - 1);
            return ranks.highest() ? range("0", last, "REV") : range("0", last);
        }
        return READ_ALL;
    }

    private static EntryCommand range(String... arguments) {
        List<byte[]> all = new ArrayList<>(arguments.length + 1);
        for (String argument : arguments) {
            all.add(Commands.ascii(argument));
        }
        all.add(Commands.ascii("WITHSCORES"));
        return new EntryCommand("ZRANGE", all);
    }

    @Override
    public Whole<Overlay<Score>> opened(boolean exists, @Nullable Object answer, boolean forAttempt) {
        Commands.Counted counted = Commands.counted(answer, part.sized());
        List<?> parts = Commands.list(counted.answer());
        Map<String, Score> read = part instanceof Part.Members members ? some(members, parts) : all(parts);
        Extent<Score> extent = extent(read);
        PartRead<Score> known = extent == null ? null : new PartRead<>(extent, exists, counted.total());
        return new Whole<>(this, Overlay.of(read, known), /* seen= */ !forAttempt);
    }

    private @Nullable Extent<Score> extent(Map<String, Score> read) {
        if (part instanceof Part.Members members) {
            return new NamedExtent<>(members);
        } else if (part instanceof Part.Ranks ranks) {
            return RankExtent.of(ranks, read);
        } else if (part instanceof Part.Scores scores) {
            if (read.size() > scores.most()) {
                throw new IllegalStateException("The sorted set has more than " + scores.most()
                        + " members with scores from "
                        + Numbers.text(scores.min()) + " to " + Numbers.text(scores.max())
                        + ": name a smaller range in Part.scores, or more members, " + Part.MOST_ELEMENTS + " at most");
            }
            return new ScoreExtent(scores);
        }
        return null;
    }

    @Override
    public Whole<Overlay<Score>> state(SortedSetEntry view) {
        return view.state();
    }

    @Override
    public SortedSetEntry view(Whole<Overlay<Score>> state) {
        return new SortedSetEntry(state);
    }

    @Override
    public List<EntryCommand> commands(Overlay<Score> content) {
        return content.changes("ZADD", SortedSetKind::write, "ZREM");
    }

    @Override
    public int bytes(Overlay<Score> content) {
        return Weights.ofNames(content.read().keySet());
    }

    @Override
    public List<Expectation> expectations(Overlay<Score> content) {
        Map<String, Score> read = content.read();
        List<Expectation> expected = new ArrayList<>(3);
        PartRead<Score> known = content.part();
        if (known == null || content.isTotalSeen()) {
            // If the whole set was read: the number of members, and all of these, so there are no others.
            expected.add(Commands.expectNumber("ZCARD", known == null ? read.size() : known.total()));
        } else if (read.isEmpty()) {
            // An entry of which a member stands exists. Where none does, an entry that existed may be gone since.
            expected.add(Commands.expectExistence(known.existed()));
        }
        if (part instanceof Part.Members members) {
            addExpected(expected, Commands.inOrder(members.names()), read);
        } else if (known == null) {
            addExpected(expected, read.keySet(), read);
        } else {
            // A range is compared as a whole, so that nothing has come into it.
            expected.add(new Expectation(read(), flat(read)));
        }
        return expected;
    }

    private static void addExpected(List<Expectation> expected, Collection<String> members, Map<String, Score> read) {
        List<byte @Nullable []> scores = new ArrayList<>(members.size());
        for (String member : members) {
            Score score = read.get(member);
            scores.add(score == null ? null : score.text());
        }
        Commands.expectPieces(expected, "ZMSCORE", Commands.encoded(members), scores);
    }

    private static List<byte @Nullable []> flat(Map<String, Score> read) {
        List<byte @Nullable []> flat = new ArrayList<>(read.size() * 2);
        read.forEach((member, score) -> {
            flat.add(Utf8.encode(member));
            flat.add(score.text());
        });
        return flat;
    }

    private static Map<String, Score> all(List<?> flat) {
        Map<String, Score> read = new LinkedHashMap<>(flat.size());
        for (int i = 0; i + 1 < flat.size(); i += 2) {
            read.put(Utf8.decode(Commands.bytes(flat.get(i))), Score.read(Commands.bytes(flat.get(i + 1))));
        }
        return read;
    }

    private static Map<String, Score> some(Part.Members members, List<?> answers) {
        Map<String, Score> read = new LinkedHashMap<>();
        List<String> order = Commands.inOrder(members.names());
        for (int i = 0; i < order.size() && i < answers.size(); i++) {
            Object answer = answers.get(i);
            if (answer != null) {
                read.put(order.get(i), Score.read(Commands.bytes(answer)));
            }
        }
        return read;
    }

    private static void write(List<byte[]> arguments, String member, Score score) {
        arguments.add(Commands.ascii(Numbers.text(score.value())));
        arguments.add(Utf8.encode(member));
    }
}
