package io.github.stormlock.entry;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Sorted sets. */
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
        return new SortedSetEntry(Overlay.of(scores(answer)));
    }

    @Override
    public List<EntryCommand> changes(SortedSetEntry view) {
        return view.state().changes("ZADD", SortedSetKind::write, "ZREM");
    }

    @Override
    public SortedSetEntry settled(SortedSetEntry view) {
        return new SortedSetEntry(view.state().copy(true));
    }

    @Override
    public SortedSetEntry reopened(SortedSetEntry view) {
        return new SortedSetEntry(view.state().reopened());
    }

    @Override
    public boolean exists(SortedSetEntry view) {
        return view.exists();
    }

    private static Map<String, Double> scores(@Nullable Object answer) {
        List<?> flat = Commands.list(answer);
        Map<String, Double> read = new LinkedHashMap<>(flat.size());
        for (int i = 0; i + 1 < flat.size(); i += 2) {
            double score = Numbers.parse(Utf8.decode(Commands.bytes(flat.get(i + 1))));
            read.put(Utf8.decode(Commands.bytes(flat.get(i))), SortedSetEntry.normal(score));
        }
        return read;
    }

    private static void write(List<byte[]> arguments, String member, Double score) {
        arguments.add(Commands.ascii(Numbers.text(score)));
        arguments.add(Utf8.encode(member));
    }
}
