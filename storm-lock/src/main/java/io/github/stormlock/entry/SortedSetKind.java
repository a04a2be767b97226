package io.github.stormlock.entry;

import io.github.stormlock.entry.internal.Commands;
import io.github.stormlock.entry.internal.Numbers;
import io.github.stormlock.entry.internal.Overlay;
import io.github.stormlock.entry.internal.Score;
import io.github.stormlock.entry.internal.StateKind;
import io.github.stormlock.entry.internal.Utf8;
import io.github.stormlock.entry.internal.Weights;
import io.github.stormlock.entry.internal.Whole;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The kind of sorted sets. An attempt compares all members and their scores. */
record SortedSetKind() implements StateKind<Whole<Overlay<Score>>, SortedSetEntry>, Whole.Type<Overlay<Score>> {

    private static final EntryCommand READ = new EntryCommand(
            "ZRANGE", List.of(Commands.ascii("0"), Commands.ascii("-1"), Commands.ascii("WITHSCORES")));

    @Override
    public String redisType() {
        return "zset";
    }

    @Override
    public String sizeCommand() {
        return "ZCARD";
    }

    @Override
    public EntryCommand read(Set<String> fields) {
        Commands.refuseFields(fields, redisType());
        return READ;
    }

    @Override
    public Whole<Overlay<Score>> opened(
            boolean exists, @Nullable Object answer, Set<String> fields, boolean forAttempt) {
        return new Whole<>(this, Overlay.of(scores(answer)), /* seen= */ !forAttempt);
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

    /** A score that was computed has no text that Redis would answer. */
    @Override
    public boolean isComparable(Overlay<Score> content) {
        return content.read().values().stream().noneMatch(score -> score.text() == null);
    }

    // The number of members, and all of these: so there are no others.
    @Override
    public List<Expectation> expectations(Overlay<Score> content) {
        Map<String, Score> read = content.read();
        List<Expectation> expected = new ArrayList<>(2);
        expected.add(Commands.expectNumber("ZCARD", read.size()));
        List<byte[]> members = new ArrayList<>(read.size());
        List<byte @Nullable []> texts = new ArrayList<>(read.size());
        read.forEach((member, score) -> {
            members.add(Utf8.encode(member));
            texts.add(score.text());
        });
        Commands.expectPieces(expected, "ZMSCORE", members, texts);
        return expected;
    }

    private static Map<String, Score> scores(@Nullable Object answer) {
        List<?> flat = Commands.list(answer);
        Map<String, Score> read = new LinkedHashMap<>(flat.size());
        for (int i = 0; i + 1 < flat.size(); i += 2) {
            read.put(Utf8.decode(Commands.bytes(flat.get(i))), Score.read(Commands.bytes(flat.get(i + 1))));
        }
        return read;
    }

    private static void write(List<byte[]> arguments, String member, Score score) {
        arguments.add(Commands.ascii(Numbers.text(score.value())));
        arguments.add(Utf8.encode(member));
    }
}
