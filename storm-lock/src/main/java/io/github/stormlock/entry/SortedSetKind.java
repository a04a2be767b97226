package io.github.stormlock.entry;

import io.github.stormlock.entry.internal.Commands;
import io.github.stormlock.entry.internal.Extent;
import io.github.stormlock.entry.internal.Numbers;
import io.github.stormlock.entry.internal.RankExtent;
import io.github.stormlock.entry.internal.Score;
import io.github.stormlock.entry.internal.ScoreExtent;
import io.github.stormlock.entry.internal.Utf8;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The kind of sorted sets.
 *
 * @param part the part that is read: all, some members, or a range
 */
record SortedSetKind(Part part) implements NamedKind<Score, SortedSetEntry> {
    private static final EntryCommand READ_ALL = range("0", "-1");
    private static final Words WORDS = new Words(
            "zset", "member", "whole or by members, scores, lowest or highest", "ZCARD", "ZMSCORE", "ZADD", "ZREM");

    @Override
    public Words words() {
        return WORDS;
    }

    @Override
    public EntryKind<SortedSetEntry> of(Part other) {
        return new SortedSetKind(other);
    }

    @Override
    public boolean hasPart(Part other) {
        return other instanceof Part.Members || other instanceof Part.Scores || other instanceof Part.Ranks;
    }

    @Override
    public EntryCommand readAll() {
        if (part instanceof Part.Scores scores) {
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
    public Map<String, Score> values(@Nullable Object answer) {
        return part.names().isEmpty()
                ? Commands.pairs(Commands.list(answer), Score::read)
                : Commands.named(part.names(), answer, Commands.orNull(Score::read));
    }

    @Override
    public byte @Nullable [] answer(@Nullable Score score) {
        return score == null ? null : score.text();
    }

    @Override
    public Extent<Score> extent(Map<String, Score> read) {
        if (part instanceof Part.Ranks ranks) {
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
        return NamedKind.super.extent(read);
    }

    @Override
    public Expectation expectRange(Map<String, Score> read) {
        List<byte @Nullable []> flat = new ArrayList<>(read.size() * 2);
        read.forEach((member, score) -> {
            flat.add(Utf8.encode(member));
            flat.add(score.text());
        });
        return new Expectation(read(), flat);
    }

    @Override
    public void write(List<byte[]> arguments, String member, Score score) {
        arguments.add(Commands.ascii(Numbers.text(score.value())));
        arguments.add(Utf8.encode(member));
    }

    @Override
    public SortedSetEntry view(NamedState<Score> state) {
        return new SortedSetEntry(state);
    }
}
