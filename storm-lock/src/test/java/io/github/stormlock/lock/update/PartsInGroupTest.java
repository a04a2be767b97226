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
import java.util.Optional;
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

    private static List<String> words(String steps) {
        return List.of(steps.split(" "));
    }

    static Stream<Type<?>> types() {
        return Stream.of(
                new Type<>(
                        Entries.hash(),
                        List.of(Part.whole(), Part.fields("a", "b"), Part.fields("b", "c"), Part.fields("d")),
                        words("get add max set remove exists map size"),
                        PartsInGroupTest::hash,
                        // In which order new fields come is promised to nobody.
                        view -> new TreeMap<>(view.asMap())),
                new Type<>(
                        Entries.list(),
                        List.of(
                                Part.whole(),
                                Part.first(1),
                                Part.first(2).andSize(),
                                Part.last(1),
                                Part.last(2),
                                Part.last(3).andSize()),
                        words(
                                "get first last all addFirst addLast addFirst addLast pollFirst pollLast pollFirst pollLast "
                                        + "set size exists clear"),
                        PartsInGroupTest::list,
                        ListEntry::asList),
                new Type<>(
                        Entries.set(),
                        List.of(
                                Part.whole(),
                                Part.members("a", "b"),
                                Part.members("b", "c", "d").andSize()),
                        words("contains all add remove size exists clear"),
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
                        words("score first last all set set set add remove remove removeFirst size exists clear"),
                        PartsInGroupTest::sortedSet,
                        SortedSetEntry::asMap),
                new Type<>(
                        Entries.string(),
                        List.of(Part.whole()),
                        words("get add max set remove exists"),
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
                    case "hash" -> redis.hset(key, NAMES.get(i), "7");
                    case "list" -> redis.rpush(key, NAMES.get(i));
                    case "set" -> redis.sadd(key, NAMES.get(i));
                    case "zset" -> redis.zadd(key, i, NAMES.get(i));
                    default -> redis.set(key, String.valueOf(i));
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
        return switch (kind) {
            case "get" -> view.get(field);
            case "add" -> done(() -> view.add(field, number));
            case "max" -> done(() -> view.max(field, number));
            case "set" -> done(() -> view.set(field, number));
            case "remove" -> done(() -> view.remove(field));
            case "exists" -> view.exists();
            case "size" -> view.size();
            default -> new TreeMap<>(view.asMap());
        };
    }

    private static @Nullable Object list(ListEntry view, String kind, String element, int number) {
        return switch (kind) {
            case "get" -> view.get(number);
            case "first" -> view.peekFirst();
            case "last" -> view.peekLast();
            case "addFirst" -> done(() -> view.addFirst(element));
            case "addLast" -> done(() -> view.addLast(element));
            case "pollFirst" -> view.pollFirst();
            case "pollLast" -> view.pollLast();
            case "set" -> done(() -> view.set(number, element));
            case "size" -> view.size();
            case "exists" -> view.exists();
            case "clear" -> done(() -> view.clear());
            default -> view.asList();
        };
    }

    private static Object set(SetEntry view, String kind, String member, int number) {
        return switch (kind) {
            case "contains" -> view.contains(member);
            case "add" -> view.add(member);
            case "remove" -> view.remove(member);
            case "size" -> view.size();
            case "exists" -> view.exists();
            case "clear" -> done(() -> view.clear());
            default -> new TreeSet<>(view.asSet());
        };
    }

    private static @Nullable Object sortedSet(SortedSetEntry view, String kind, String member, int number) {
        return switch (kind) {
            case "score" -> view.score(member);
            case "first" -> view.first();
            case "last" -> view.last();
            case "set" -> done(() -> view.set(member, number));
            case "add" -> view.add(member, number);
            case "remove" -> view.remove(member);
            case "removeFirst" ->
                Optional.ofNullable(view.first()).map(view::remove).orElse(false);
            case "size" -> view.size();
            case "exists" -> view.exists();
            case "clear" -> done(() -> view.clear());
            default -> view.asMap();
        };
    }

    private static @Nullable Object string(StringEntry view, String kind, String unused, int number) {
        return switch (kind) {
            case "get" -> view.get();
            case "add" -> done(() -> view.add(number));
            case "max" -> done(() -> view.max(number));
            case "set" -> done(() -> view.set(number));
            case "remove" -> done(() -> view.remove());
            default -> view.exists();
        };
    }

    private static String done(Runnable step) {
        step.run();
        return "";
    }
}
