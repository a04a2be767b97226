package io.github.stormlock.entry.random;

import io.github.stormlock.entry.Codec;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.EntryCommand;
import io.github.stormlock.entry.EntryKind;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.entry.ListEntry;
import io.github.stormlock.entry.Part;
import io.github.stormlock.entry.SetEntry;
import io.github.stormlock.entry.SortedSetEntry;
import io.github.stormlock.entry.StringEntry;
import io.github.stormlock.entry.ValueEntry;
import io.github.stormlock.entry.internal.Utf8;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/**
 * Random updates of one kind of entry, and random writes of other clients. A capital stands for an argument that is drawn.
 *
 * @param foreign the commands of other clients
 * @param steps the calls of an update's view; one that stands twice is drawn twice as often
 * @param shown the calls that tell all that a view shows
 * @param <V> the view
 */
record Programs<V>(EntryKind<V> kind, List<String> foreign, List<String> steps, List<String> shown) {
    private static final List<String> LARGE = List.of(
            "999999999999999",
            "-999999999999999",
            "1000000000000000",
            "9007199254740992",
            "9223372036854775807",
            "-9223372036854775808");
    /** Numbers, and texts that a careless comparison or conversion mixes up with others. */
    private static final List<String> VALUES = List.of(
            ("5,-3,0,,007,-0,+5,abc,12,1.5,999999999999999,-99999999999999,-999999999999999,1000000000000000,9007199254740993,9223372036854775807,-9223372036854775808,00,\0,0\0,1\0,"
                            + " 1,1 ,1e3,0x10,inf,nan,-,false,nil")
                    .split(","));

    private static final Arbitrary<String> NUMBER = Arbitraries.frequencyOf(
            Tuple.of(7, Arbitraries.integers().between(-9, 9).map(String::valueOf)),
            Tuple.of(1, Arbitraries.of(LARGE)));

    /** A command, or a call of a view. */
    record Call(String name, List<String> arguments) {
        @Override
        public String toString() {
            return name + arguments;
        }

        EntryCommand command() {
            return new EntryCommand(name, arguments.stream().map(Utf8::encode).toList());
        }
    }

    static Programs<HashEntry> hashes(Part part) {
        return new Programs<>(
                Entries.hash().only(part),
                List.of("HSET F V", "HSET F V", "HDEL F", "DEL"),
                List.of(
                        "get F",
                        "get F none",
                        "getLong F",
                        "getDouble F",
                        "contains F",
                        "exists",
                        "exists",
                        "isEmpty",
                        "size",
                        "asMap",
                        "fields",
                        "add F N",
                        "add F N",
                        "add F N",
                        "add F N",
                        "add F H",
                        "addAndGet F N",
                        "max F N",
                        "min F N",
                        "set F N",
                        "set F N",
                        "set F X",
                        "remove F",
                        "clear"),
                List.of("asMap", "exists"));
    }

    static Programs<StringEntry> strings() {
        return new Programs<>(
                Entries.string(),
                List.of("SET V", "SET V", "DEL"),
                List.of(
                        "get",
                        "exists",
                        "getDouble",
                        "getLong",
                        "add N",
                        "add N",
                        "add N",
                        "add H",
                        "addAndGet N",
                        "max N",
                        "min N",
                        "set N",
                        "set X",
                        "remove"),
                List.of("get", "exists"));
    }

    /** Whole numbers in strings. */
    static Programs<ValueEntry<Long>> longs() {
        return new Programs<>(
                Entries.value(Codec.longs()),
                List.of("SET V", "SET V", "DEL"),
                List.of("get", "exists", "set N", "halve", "remove"),
                List.of("exists"));
    }

    static Programs<ListEntry> lists(Part part) {
        return new Programs<>(
                Entries.list().only(part),
                List.of("RPUSH V V", "LPUSH V", "DEL"),
                List.of(
                        "size",
                        "pollFirst",
                        "pollFirst",
                        "pollLast",
                        "pollLast",
                        "addFirst X",
                        "addLast X",
                        "set 0 X",
                        "shorten"),
                List.of("asList"));
    }

    static Programs<SetEntry> sets(Part part) {
        return new Programs<>(
                Entries.set().only(part),
                List.of("SADD M", "SREM M"),
                List.of(
                        "contains M",
                        "contains M",
                        "size",
                        "size",
                        "exists",
                        "add M",
                        "add M",
                        "add M",
                        "add M",
                        "remove M",
                        "remove M",
                        "clear"),
                List.of("asSet"));
    }

    static Programs<SortedSetEntry> sortedSets(Part part) {
        return new Programs<>(
                Entries.sortedSet().only(part),
                List.of("ZADD S M", "ZADD S M", "ZREM M"),
                List.of(
                        "score M",
                        "score M",
                        "first",
                        "first",
                        "last",
                        "last",
                        "exists",
                        "exists",
                        "size",
                        "size",
                        "set M S",
                        "set M S",
                        "add M S",
                        "add M S",
                        "remove M",
                        "remove M",
                        "removeFirst",
                        "removeFirst",
                        "clear"),
                List.of("asMap"));
    }

    Arbitrary<List<Call>> program() {
        return calls(steps).ofMinSize(1).ofMaxSize(6);
    }

    /** Often nobody else writes. */
    Arbitrary<List<Call>> foreignWrites() {
        return Arbitraries.frequencyOf(
                Tuple.of(1, Arbitraries.just(List.of())),
                Tuple.of(1, calls(foreign).ofMinSize(1).ofMaxSize(4)));
    }

    private static net.jqwik.api.arbitraries.ListArbitrary<Call> calls(List<String> texts) {
        return Arbitraries.oneOf(texts.stream().map(Programs::call).toList()).list();
    }

    private static Arbitrary<Call> call(String text) {
        List<String> words = List.of(text.split(" "));
        return Combinators.combine(
                        words.stream().skip(1).map(Programs::argument).toList())
                .as(arguments -> new Call(words.get(0), arguments));
    }

    private static Arbitrary<String> argument(String word) {
        return switch (word) {
            case "F" ->
                Arbitraries.frequency(Tuple.of(4, "a"), Tuple.of(4, "b"), Tuple.of(4, "c"), Tuple.of(1, "other"));
            case "M" -> Arbitraries.of(VALUES.subList(0, 8));
            case "V" -> Arbitraries.of(VALUES);
            case "N" -> NUMBER;
            case "H" -> NUMBER.map(number -> String.valueOf(Long.parseLong(number) / 2.0));
            case "X" -> NUMBER.map(number -> "x" + number);
            case "S" ->
                Arbitraries.of(0, 1, -3, 0.1, 1e15, 1e300, Double.POSITIVE_INFINITY, 1 / 3.0)
                        .map(String::valueOf);
            default -> Arbitraries.just(word);
        };
    }

    /** Makes a call, and returns what the view told, so that two runs can be compared. */
    static String run(Object view, Call call) {
        return text(
                switch (call.name()) {
                    case "removeFirst" -> removeFirst((SortedSetEntry) view);
                    case "halve" -> halve(view);
                    case "shorten" -> shorten((ListEntry) view);
                    default -> Tables.call(view, call.name(), call.arguments());
                });
    }

    private static String removeFirst(SortedSetEntry view) {
        String first = view.first();
        return first == null ? "none" : first + view.remove(first);
    }

    private static String halve(Object view) {
        @SuppressWarnings("unchecked")
        ValueEntry<Long> value = (ValueEntry<Long>) view;
        value.set(value.get(7L) / 2);
        return "";
    }

    private static String shorten(ListEntry view) {
        view.trim(0, Math.min(2, view.size()));
        return "";
    }

    private static String text(Object told) {
        if (told instanceof Map<?, ?> map) {
            return new TreeMap<>(map).toString();
        }
        return String.valueOf(told instanceof Set<?> set ? new TreeSet<>(set) : told);
    }

    String shownBy(V view) {
        return shown.stream().map(call -> run(view, new Call(call, List.of()))).toList() + "";
    }

    /** Returns the whole entry as it stands. */
    String standing(Server server) {
        if (kind.redisType().equals("string")) {
            byte[] value = (byte[]) server.call("GET");
            return value == null ? "none" : Utf8.decode(value);
        }
        return shownBy(server.open(kind.only(Part.whole())));
    }

    @Override
    public String toString() {
        return kind.redisType() + " by " + kind.part();
    }
}
