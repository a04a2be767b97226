package io.github.stormlock.entry;

import io.github.stormlock.entry.internal.Commands;
import io.github.stormlock.entry.internal.Numbers;
import io.github.stormlock.entry.internal.Overlay;
import io.github.stormlock.entry.internal.Score;
import io.github.stormlock.entry.internal.Utf8;
import io.github.stormlock.entry.internal.Weights;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The kind of sorted sets. An attempt compares all members and their scores. */
record SortedSetKind() implements EntryKind<SortedSetEntry> {

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
    public SortedSetEntry open(boolean exists, @Nullable Object answer, Set<String> fields) {
        return new SortedSetEntry(Overlay.of(scores(answer)), /* seen= */ true);
    }

    @Override
    public SortedSetEntry openForAttempt(boolean exists, @Nullable Object answer, Set<String> fields) {
        return new SortedSetEntry(Overlay.of(scores(answer)), /* seen= */ false);
    }

    @Override
    public Attempted attempted(SortedSetEntry view, boolean shown) {
        if (shown) {
            view.see();
        }
        return view.isSeen() ? new Attempted(expectations(view), List.of(), changes(view)) : Attempted.NOTHING;
    }

    @Override
    public List<EntryCommand> changes(SortedSetEntry view) {
        return view.state().changes("ZADD", SortedSetKind::write, "ZREM");
    }

    @Override
    public SortedSetEntry settled(SortedSetEntry view) {
        return new SortedSetEntry(view.see().copy(true), /* seen= */ true);
    }

    @Override
    public SortedSetEntry reopened(SortedSetEntry view) {
        return new SortedSetEntry(view.state().reopened(), view.isSeen());
    }

    @Override
    public @Nullable SortedSetEntry remembered(SortedSetEntry view) {
        if (!view.isSeen()) {
            return null;
        }
        Overlay<Score> next = view.state().reopened();
        for (Score score : next.read().values()) {
            // An attempt could not compare it.
            if (score.text() == null) {
                return null;
            }
        }
        return new SortedSetEntry(next, /* seen= */ false);
    }

    @Override
    public int weight(SortedSetEntry remembered) {
        return Weights.ofNames(remembered.state().read().keySet());
    }

    @Override
    public boolean exists(SortedSetEntry view) {
        return view.state().size() > 0;
    }

    // The number of members, and all of these: so there are no others.
    private static List<Expectation> expectations(SortedSetEntry view) {
        Map<String, Score> read = view.state().read();
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
