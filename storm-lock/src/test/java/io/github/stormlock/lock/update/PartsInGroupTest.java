package io.github.stormlock.lock.update;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.EntryKind;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.entry.ListEntry;
import io.github.stormlock.entry.Part;
import io.github.stormlock.entry.SetEntry;
import io.github.stormlock.entry.SortedSetEntry;
import io.github.stormlock.entry.StringEntry;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.GuardedBatch;
import io.github.stormlock.lock.GuardedEntry;
import io.github.stormlock.lock.Outcome;
import io.github.stormlock.lock.RedisLockFactory;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.RedisServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import redis.clients.jedis.Jedis;

/**
 * Updates of one entry that are written together see, throw, show and write what they would one by one, whatever part of
 * the entry they read.
 */
@OnRedis
class PartsInGroupTest {
    private static final List<String> NAMES = List.of("a", "b", "c", "d", "e");
    private static final int GROUPS = 700;

    private RedisServer redis;
    private EntryReader entries;

    /** Does one step on a view, and returns what the view told. */
    private interface Step<V> {
        @Nullable
        Object run(V view, String kind, String name, int number);
    }

    /** One type of entries: the parts by which it is read, and the steps that an update may do. */
    private record Type<V>(
            EntryKind<V> kind,
            List<Part> parts,
            List<String> steps,
            Step<V> step,
            Function<V, @Nullable Object> shows) {
        @Override
        public String toString() {
            return kind.redisType();
        }
    }

    /** Some steps of one update. It writes down what it sees. */
    private record Update<V>(Type<V> type, Part part, List<String> steps, boolean shown, boolean careless, String id) {
        static <V> Update<V> random(Random random, Type<V> type, List<Part> parts, String id) {
            Part part = pick(random, parts);
            List<String> steps = new ArrayList<>();
            for (int i = random.nextInt(3); i >= 0; i--) {
                steps.add(pick(random, type.steps()) + ' ' + pick(random, NAMES) + ' ' + random.nextInt(5));
            }
            return new Update<>(type, part, steps, random.nextInt(4) == 0, random.nextInt(4) == 0, id);
        }

        Consumer<V> noting(List<String> seen) {
            return view -> {
                seen.clear();
                for (String step : steps) {
                    String[] words = step.split(" ");
                    Object told;
                    try {
                        told = type.step().run(view, words[0], words[1], Integer.parseInt(words[2]));
                    } catch (IllegalStateException | IndexOutOfBoundsException e) {
                        if (careless) {
                            throw e;
                        }
                        told = e.getClass().getSimpleName();
                    }
                    seen.add(step + ": " + told);
                }
            };
        }

        GuardedEntry<V> guard(RedisLockFactory locks, String key) {
            GuardedEntry<V> guard = locks.guard(key, type.kind()).only(part);
            return shown ? guard : guard.notShown();
        }

        EventId event() {
            return id.isEmpty() ? EventId.none() : EventId.opaque(id);
        }

        /** Returns what came of it. Of a whole entry, an outcome shows what all of its group have made. */
        String told(List<String> seen, Outcome<V> outcome) {
            String shows = shown && !part.equals(Part.whole())
                    ? " shows " + type.shows().apply(outcome.entry())
                    : "";
            return outcome.replay() ? "replay" : seen + shows;
        }

        @Override
        public String toString() {
            return part + (shown ? " shown" : "") + (careless ? " careless " : " ") + steps + ' ' + id;
        }
    }

    private static <T> T pick(Random random, List<T> some) {
        return some.get(random.nextInt(some.size()));
    }

    static Stream<Type<?>> types() {
        return Stream.of(
                new Type<>(
                        Entries.hash(),
                        List.of(Part.whole(), Part.fields("a", "b"), Part.fields("b", "c"), Part.fields("d")),
                        List.of("get", "add", "max", "set", "remove", "exists", "map", "size"),
                        PartsInGroupTest::hash,
                        HashEntry::asMap),
                new Type<>(
                        Entries.list(),
                        List.of(
                                Part.whole(),
                                Part.first(1),
                                Part.first(2).andSize(),
                                Part.last(1),
                                Part.last(2),
                                Part.last(3).andSize()),
                        List.of(
                                "get",
                                "first",
                                "last",
                                "all",
                                "addFirst",
                                "addLast",
                                "addFirst",
                                "addLast",
                                "pollFirst",
                                "pollLast",
                                "pollFirst",
                                "pollLast",
                                "set",
                                "size",
                                "exists",
                                "clear"),
                        PartsInGroupTest::list,
                        ListEntry::asList),
                new Type<>(
                        Entries.set(),
                        List.of(
                                Part.whole(),
                                Part.members("a", "b"),
                                Part.members("b", "c", "d").andSize()),
                        List.of("contains", "all", "add", "remove", "size", "exists", "clear"),
                        PartsInGroupTest::set,
                        view -> new TreeSet<>(view.asSet())),
                new Type<>(
                        Entries.sortedSet(),
                        List.of(
                                Part.whole(),
                                Part.members("a", "b"),
                                Part.members("b", "c").andSize(),
                                Part.scores(0, 2, 5),
                                Part.scores(1, 3, 10).andSize(),
                                Part.lowest(1),
                                Part.lowest(2).andSize(),
                                Part.highest(2)),
                        List.of(
                                "score",
                                "first",
                                "last",
                                "all",
                                "set",
                                "set",
                                "set",
                                "add",
                                "remove",
                                "remove",
                                "removeFirst",
                                "size",
                                "exists",
                                "clear"),
                        PartsInGroupTest::sortedSet,
                        SortedSetEntry::asMap),
                new Type<>(
                        Entries.string(),
                        List.of(Part.whole()),
                        List.of("get", "add", "max", "set", "remove", "exists"),
                        PartsInGroupTest::string,
                        StringEntry::get));
    }

    @ParameterizedTest
    @MethodSource("types")
    <V> void aGroupDoesWhatItsUpdatesDoOneByOne(Type<V> type) {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        try (RedisLockFactory together = RedisLockFactory.connect(redis.uri().toString());
                RedisLockFactory apart = RedisLockFactory.connect(redis.uri().toString());
                Jedis foreigner = new Jedis(redis.uri())) {
            for (int i = 0; i < GROUPS; i++) {
                if (random.nextInt(6) == 0) {
                    writeByHand(foreigner, type.kind().redisType(), random.nextInt(5));
                }
                List<Part> parts = List.of(pick(random, type.parts()), pick(random, type.parts()));
                boolean named = random.nextBoolean();
                List<Update<V>> updates = new ArrayList<>();
                for (int j = random.nextInt(6); j >= 0; j--) {
                    // Some events have come before.
                    String id = named ? "e" + (10 * i + j - (random.nextInt(5) == 0 ? 10 : 0)) : "";
                    updates.add(Update.random(random, type, parts, id));
                }
                String group = "seed " + seed + ", group " + i + ": " + updates + " on "
                        + standing(foreigner, type.kind().redisType(), "apart");
                List<String> one = oneByOne(apart, updates);
                assertThat(inOneGroup(together, type, updates)).as(group).isEqualTo(one);
                assertThat(standing(foreigner, type.kind().redisType(), "together"))
                        .as(group)
                        .isEqualTo(standing(foreigner, type.kind().redisType(), "apart"));
            }
        }
    }

    private static <V> List<String> oneByOne(RedisLockFactory locks, List<Update<V>> updates) {
        List<String> all = new ArrayList<>();
        for (Update<V> update : updates) {
            List<String> seen = new ArrayList<>();
            try {
                all.add(update.told(seen, update.guard(locks, "apart").once(update.event(), update.noting(seen))));
            } catch (RuntimeException e) {
                all.add(seen + " " + e.getClass().getSimpleName());
            }
        }
        return all;
    }

    private static <V> List<String> inOneGroup(RedisLockFactory locks, Type<V> type, List<Update<V>> updates) {
        GuardedBatch<V> batch = locks.guard("template", type.kind()).batch();
        List<List<String>> seen = new ArrayList<>();
        for (Update<V> update : updates) {
            List<String> own = new ArrayList<>();
            seen.add(own);
            batch.add(update.guard(locks, "together"), update.event(), update.noting(own));
        }
        List<String> all = new ArrayList<>();
        List<GuardedBatch.Result<V>> results = batch.run();
        for (int i = 0; i < results.size(); i++) {
            Throwable failure = results.get(i).failure();
            all.add(
                    failure == null
                            ? updates.get(i).told(seen.get(i), results.get(i).orThrow())
                            : seen.get(i) + " " + failure.getClass().getSimpleName());
        }
        return all;
    }

    private static void writeByHand(Jedis redis, String redisType, int count) {
        for (String key : List.of("together", "apart")) {
            redis.del(key);
            for (int i = 0; i < count; i++) {
                switch (redisType) {
                    case "hash":
                        redis.hset(key, NAMES.get(i), "7");
                        break;
                    case "list":
                        redis.rpush(key, NAMES.get(i));
                        break;
                    case "set":
                        redis.sadd(key, NAMES.get(i));
                        break;
                    case "zset":
                        redis.zadd(key, i, NAMES.get(i));
                        break;
                    default:
                        redis.set(key, String.valueOf(i));
                }
            }
        }
    }

    private static Object standing(Jedis redis, String redisType, String key) {
        return switch (redisType) {
            case "hash" -> redis.hgetAll(key);
            case "list" -> redis.lrange(key, 0, -1);
            case "set" -> redis.smembers(key);
            case "zset" -> redis.zrangeWithScores(key, 0, -1);
            default -> String.valueOf(redis.get(key));
        };
    }

    private static @Nullable Object hash(HashEntry view, String kind, String field, int number) {
        switch (kind) {
            case "get":
                return view.get(field);
            case "add":
                view.add(field, number);
                return "";
            case "max":
                view.max(field, number);
                return "";
            case "set":
                view.set(field, number);
                return "";
            case "remove":
                view.remove(field);
                return "";
            case "exists":
                return view.exists();
            case "size":
                return view.size();
            default:
                return new TreeMap<>(view.asMap());
        }
    }

    private static @Nullable Object list(ListEntry view, String kind, String element, int number) {
        switch (kind) {
            case "get":
                return view.get(number);
            case "first":
                return view.peekFirst();
            case "last":
                return view.peekLast();
            case "addFirst":
                view.addFirst(element);
                return "";
            case "addLast":
                view.addLast(element);
                return "";
            case "pollFirst":
                return view.pollFirst();
            case "pollLast":
                return view.pollLast();
            case "set":
                view.set(number, element);
                return "";
            case "size":
                return view.size();
            case "exists":
                return view.exists();
            case "clear":
                view.clear();
                return "";
            default:
                return view.asList();
        }
    }

    private static Object set(SetEntry view, String kind, String member, int number) {
        switch (kind) {
            case "contains":
                return view.contains(member);
            case "add":
                return view.add(member);
            case "remove":
                return view.remove(member);
            case "size":
                return view.size();
            case "exists":
                return view.exists();
            case "clear":
                view.clear();
                return "";
            default:
                return new TreeSet<>(view.asSet());
        }
    }

    private static @Nullable Object sortedSet(SortedSetEntry view, String kind, String member, int number) {
        switch (kind) {
            case "score":
                return view.score(member);
            case "first":
                return view.first();
            case "last":
                return view.last();
            case "set":
                view.set(member, number);
                return "";
            case "add":
                return view.add(member, number);
            case "remove":
                return view.remove(member);
            case "removeFirst":
                String first = view.first();
                return first != null && view.remove(first);
            case "size":
                return view.size();
            case "exists":
                return view.exists();
            case "clear":
                view.clear();
                return "";
            default:
                return view.asMap();
        }
    }

    private static @Nullable Object string(StringEntry view, String kind, String unused, int number) {
        switch (kind) {
            case "get":
                return view.get();
            case "add":
                view.add(number);
                return "";
            case "max":
                view.max(number);
                return "";
            case "set":
                view.set(number);
                return "";
            case "remove":
                view.remove();
                return "";
            default:
                return view.exists();
        }
    }
}
