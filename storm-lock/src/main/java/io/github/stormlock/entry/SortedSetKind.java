package io.github.stormlock.entry;

import io.github.stormlock.entry.internal.Commands;
import io.github.stormlock.entry.internal.Extent;
import io.github.stormlock.entry.internal.NamedExtent;
import io.github.stormlock.entry.internal.Numbers;
import io.github.stormlock.entry.internal.Overlay;
import io.github.stormlock.entry.internal.RankExtent;
import io.github.stormlock.entry.internal.Score;
import io.github.stormlock.entry.internal.ScoreExtent;
import io.github.stormlock.entry.internal.Utf8;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The kind of sorted sets. An attempt compares all members and their scores, or those of the part.
 *
 * @param part the part that is read: all, some members, or a range
 */
record SortedSetKind(Part part) implements MembersKind<Score, SortedSetEntry> {

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
            return of(other);
        }
        throw Commands.refuse(other, redisType(), "members, scores, lowest or highest");
    }

    @Override
    public EntryKind<SortedSetEntry> of(Part other) {
        return new SortedSetKind(other);
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
    public Map<String, Score> read(@Nullable Object answer) {
        List<?> parts = Commands.list(answer);
        return part instanceof Part.Members members
                ? Commands.named(
                        members.names(), parts, score -> score == null ? null : Score.read(Commands.bytes(score)))
                : Commands.pairs(parts, Score::read);
    }

    @Override
    public @Nullable Extent<Score> extent(Map<String, Score> read) {
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
    public SortedSetEntry view(Whole<Overlay<Score>> state) {
        return new SortedSetEntry(state);
    }

    @Override
    public List<EntryCommand> commands(Overlay<Score> content) {
        return content.changes("ZADD", SortedSetKind::write, "ZREM");
    }

    @Override
    public void addExpected(List<Expectation> expected, Map<String, Score> read) {
        if (part instanceof Part.Members members) {
            addExpected(expected, Commands.inOrder(members.names()), read);
        } else if (part.equals(Part.whole())) {
            addExpected(expected, read.keySet(), read);
        } else {
            // A range is compared as a whole, so that nothing has come into it.
            expected.add(new Expectation(read(), flat(read)));
        }
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

    private static void write(List<byte[]> arguments, String member, Score score) {
        arguments.add(Commands.ascii(Numbers.text(score.value())));
        arguments.add(Utf8.encode(member));
    }
}
