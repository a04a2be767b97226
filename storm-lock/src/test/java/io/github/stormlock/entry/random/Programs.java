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
import io.github.stormlock.entry.internal.Commands;
import io.github.stormlock.entry.internal.Numbers;
import io.github.stormlock.entry.internal.Utf8;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Random updates of one kind of entry. A step answers what the view told it, so that two runs of it can be compared.
 *
 * @param <V> the view
 */
abstract class Programs<V> {

    static final long[] LARGE = {
        999_999_999_999_999L, -999_999_999_999_999L, 1_000_000_000_000_000L, 1L << 53, Long.MAX_VALUE, Long.MIN_VALUE
    };
    /** Numbers, and texts that a careless comparison or conversion mixes up with others. */
    private static final String[] VALUES =
            ("5,-3,0,,007,-0,+5,abc,12,1.5,999999999999999,-99999999999999,-999999999999999,1000000000000000,9007199254740993,9223372036854775807,-9223372036854775808,00,\0,0\0,1\0,"
                            + " 1,1 ,1e3,0x10,inf,nan,-,false,nil")
                    .split(",");

    abstract EntryKind<V> kind();

    /** Returns the commands of another client's write. */
    abstract List<EntryCommand> foreign(Random random);

    abstract Function<V, Object> step(Random random);

    abstract Object shown(V view);

    List<Function<V, Object>> program(Random random) {
        List<Function<V, Object>> steps = new ArrayList<>();
        for (int i = random.nextInt(6); i >= 0; i--) {
            steps.add(step(random));
        }
        return steps;
    }

    /** Returns the whole entry as it stands. */
    Object standing(Server server) {
        if (kind().redisType().equals("string")) {
            byte[] value = (byte[]) server.call("GET");
            return value == null ? "none" : Utf8.decode(value);
        }
        return shown(server.open(kind().only(Part.whole())));
    }

    @Override
    public String toString() {
        return getClass().getSimpleName() + " by " + kind().part();
    }

    static byte[] value(Random random) {
        return Utf8.encode(VALUES[random.nextInt(VALUES.length)]);
    }

    /** Returns one of the few members that sets have here. */
    static String member(Random random) {
        return VALUES[random.nextInt(8)];
    }

    static long number(Random random) {
        return random.nextInt(8) == 0 ? LARGE[random.nextInt(LARGE.length)] : random.nextInt(-9, 10);
    }

    static <V> Function<V, Object> silent(Consumer<V> change) {
        return view -> {
            change.accept(view);
            return "";
        };
    }

    /** Hashes of a few fields. */
    static final class Hashes extends Programs<HashEntry> {
        private static final String[] FIELDS = {"a", "b", "c"};
        private final Part part;

        Hashes(Part part) {
            this.part = part;
        }

        @Override
        EntryKind<HashEntry> kind() {
            return Entries.hash().only(part);
        }

        @Override
        List<EntryCommand> foreign(Random random) {
            List<EntryCommand> commands = new ArrayList<>();
            if (random.nextInt(3) == 0) {
                commands.add(Commands.DELETE);
            }
            for (int i = random.nextInt(4); i > 0; i--) {
                byte[] field = Utf8.encode(field(random));
                commands.add(
                        random.nextInt(4) == 0
                                ? new EntryCommand("HDEL", List.of(field))
                                : new EntryCommand("HSET", List.of(field, value(random))));
            }
            return commands;
        }

        private static String field(Random random) {
            return random.nextInt(12) == 0 ? "other" : FIELDS[random.nextInt(FIELDS.length)];
        }

        @Override
        Function<HashEntry, Object> step(Random random) {
            String f = field(random);
            long n = number(random);
            return switch (random.nextInt(22)) {
                case 0, 1, 2, 3 -> silent(view -> view.add(f, n));
                case 4 -> silent(view -> view.max(f, n));
                case 5 -> silent(view -> view.min(f, n));
                case 6 -> view -> view.addAndGet(f, n);
                case 7 -> silent(view -> view.add(f, n / 2.0));
                case 8, 9 -> silent(view -> view.set(f, n));
                case 10 -> silent(view -> view.set(f, "x" + n));
                case 11 -> view -> String.valueOf(view.get(f));
                case 12 -> view -> view.get(f, "none");
                case 13 -> HashEntry::exists;
                case 14 -> silent(view -> view.remove(f));
                case 15 -> HashEntry::size;
                case 16 -> view -> new TreeMap<>(view.asMap());
                case 17 -> n > 5 ? silent(HashEntry::clear) : HashEntry::exists;
                case 18 -> view -> view.getLong(f);
                case 19 -> view -> view.getDouble(f);
                case 20 -> view -> view.contains(f);
                default -> n > 0 ? HashEntry::isEmpty : view -> new TreeSet<>(view.fields());
            };
        }

        @Override
        Object shown(HashEntry view) {
            return new TreeMap<>(view.asMap()) + " " + view.exists();
        }
    }

    /** Strings. */
    static final class Strings extends Programs<StringEntry> {
        @Override
        EntryKind<StringEntry> kind() {
            return Entries.string();
        }

        @Override
        List<EntryCommand> foreign(Random random) {
            return List.of(random.nextInt(4) == 0 ? Commands.DELETE : new EntryCommand("SET", List.of(value(random))));
        }

        @Override
        Function<StringEntry, Object> step(Random random) {
            long n = number(random);
            return switch (random.nextInt(14)) {
                case 0, 1, 2 -> silent(view -> view.add(n));
                case 3 -> silent(view -> view.max(n));
                case 4 -> silent(view -> view.min(n));
                case 5 -> view -> view.addAndGet(n);
                case 6 -> silent(view -> view.add(n / 2.0));
                case 7 -> silent(view -> view.set(n));
                case 8 -> silent(view -> view.set("x" + n));
                case 9 -> view -> String.valueOf(view.get());
                case 10 -> StringEntry::exists;
                case 11 -> silent(StringEntry::remove);
                case 12 -> StringEntry::getDouble;
                default -> StringEntry::getLong;
            };
        }

        @Override
        Object shown(StringEntry view) {
            return view.get() + " " + view.exists();
        }
    }

    /** Whole numbers in strings. */
    static final class Longs extends Programs<ValueEntry<Long>> {
        @Override
        EntryKind<ValueEntry<Long>> kind() {
            return Entries.value(Codec.longs());
        }

        @Override
        List<EntryCommand> foreign(Random random) {
            return List.of(random.nextInt(4) == 0 ? Commands.DELETE : new EntryCommand("SET", List.of(value(random))));
        }

        @Override
        Function<ValueEntry<Long>, Object> step(Random random) {
            long n = number(random);
            return switch (random.nextInt(5)) {
                case 0 -> silent(view -> view.set(n));
                case 1 -> silent(ValueEntry::remove);
                case 2 -> ValueEntry::exists;
                case 3 -> view -> String.valueOf(view.get());
                default -> silent(view -> view.set(view.get(n) / 2));
            };
        }

        @Override
        Object shown(ValueEntry<Long> view) {
            return view.exists();
        }
    }

    /** Lists of a few elements. */
    static final class Lists extends Programs<ListEntry> {
        private final Part part;

        Lists(Part part) {
            this.part = part;
        }

        @Override
        EntryKind<ListEntry> kind() {
            return Entries.list().only(part);
        }

        @Override
        List<EntryCommand> foreign(Random random) {
            return random.nextInt(4) == 0
                    ? List.of(Commands.DELETE)
                    : List.of(
                            new EntryCommand("RPUSH", List.of(value(random), value(random))),
                            new EntryCommand("LPUSH", List.of(value(random))));
        }

        @Override
        Function<ListEntry, Object> step(Random random) {
            String e = "x" + number(random);
            return switch (random.nextInt(9)) {
                case 0 -> silent(view -> view.addFirst(e));
                case 1 -> silent(view -> view.addLast(e));
                case 2, 3 -> view -> String.valueOf(view.pollFirst());
                case 4, 5 -> view -> String.valueOf(view.pollLast());
                case 6 -> silent(view -> view.set(0, e));
                case 7 -> silent(view -> view.trim(0, Math.min(2, view.size())));
                default -> ListEntry::size;
            };
        }

        @Override
        Object shown(ListEntry view) {
            return view.asList();
        }
    }

    /** Sets of a few members. */
    static final class Sets extends Programs<SetEntry> {
        private final Part part;

        Sets(Part part) {
            this.part = part;
        }

        @Override
        EntryKind<SetEntry> kind() {
            return Entries.set().only(part);
        }

        @Override
        List<EntryCommand> foreign(Random random) {
            return List.of(
                    new EntryCommand(random.nextBoolean() ? "SADD" : "SREM", List.of(Utf8.encode(member(random)))));
        }

        @Override
        Function<SetEntry, Object> step(Random random) {
            String m = member(random);
            return switch (random.nextInt(6)) {
                case 0, 1 -> view -> view.add(m);
                case 2 -> view -> view.remove(m);
                case 3 -> view -> view.contains(m);
                case 4 -> SetEntry::size;
                default -> m.equals("abc") ? silent(SetEntry::clear) : SetEntry::exists;
            };
        }

        @Override
        Object shown(SetEntry view) {
            return new TreeSet<>(view.asSet());
        }
    }

    /** Sorted sets of a few members. */
    static final class SortedSets extends Programs<SortedSetEntry> {
        private static final double[] SCORES = {0, 1, -3, 0.1, 1e15, 1e300, Double.POSITIVE_INFINITY, 1 / 3.0};

        private final Part part;

        SortedSets(Part part) {
            this.part = part;
        }

        @Override
        EntryKind<SortedSetEntry> kind() {
            return Entries.sortedSet().only(part);
        }

        @Override
        List<EntryCommand> foreign(Random random) {
            return List.of(
                    random.nextInt(4) == 0
                            ? new EntryCommand("ZREM", List.of(Utf8.encode(member(random))))
                            : new EntryCommand(
                                    "ZADD",
                                    List.of(Commands.ascii(Numbers.text(score(random))), Utf8.encode(member(random)))));
        }

        private static double score(Random random) {
            return SCORES[random.nextInt(SCORES.length)];
        }

        @Override
        Function<SortedSetEntry, Object> step(Random random) {
            String m = member(random);
            double score = score(random);
            return switch (random.nextInt(9)) {
                case 0 -> silent(view -> view.set(m, score));
                case 1 -> view -> view.add(m, score);
                case 2 -> view -> view.remove(m);
                case 3 -> view -> String.valueOf(view.score(m));
                case 4 -> view -> String.valueOf(view.last());
                case 5 -> view -> String.valueOf(view.first());
                case 6 -> SortedSets::removeFirst;
                case 7 -> SortedSetEntry::exists;
                default -> m.equals("abc") ? silent(SortedSetEntry::clear) : SortedSetEntry::size;
            };
        }

        private static Object removeFirst(SortedSetEntry view) {
            String first = view.first();
            return first == null ? "none" : first + view.remove(first);
        }

        @Override
        Object shown(SortedSetEntry view) {
            return view.asMap();
        }
    }
}
