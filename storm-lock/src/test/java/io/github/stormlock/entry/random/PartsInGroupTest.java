package io.github.stormlock.entry.random;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.GuardedEntry;
import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.UpdateBatch;
import io.github.stormlock.entry.Part;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.Outcome;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.redis.RedisPort;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import redis.clients.jedis.Jedis;

/**
 * Updates of one entry that are written together see, throw, show and write what they would one by one, whatever part of
 * the entry they read.
 */
@OnRedis
class PartsInGroupTest {
    private static final int GROUPS = 700;

    private LockFixture fixture;
    private Jedis redis;

    /** Some steps of one update. It writes down what it sees. */
    private record Update<V>(
            Programs<V> programs, List<Function<V, Object>> steps, boolean shown, boolean careless, String id) {
        static <V> Update<V> random(Random random, Programs<V> programs, String id) {
            List<Function<V, Object>> steps = programs.program(random);
            return new Update<>(programs, steps, random.nextInt(4) == 0, random.nextInt(4) == 0, id);
        }

        Consumer<V> noting(List<String> seen) {
            return view -> {
                seen.clear();
                for (Function<V, Object> step : steps) {
                    try {
                        seen.add(step.apply(view) + "");
                    } catch (IllegalStateException | IndexOutOfBoundsException | NumberFormatException e) {
                        if (careless) {
                            throw e;
                        }
                        seen.add(e.getClass().getSimpleName());
                    }
                }
            };
        }

        GuardedEntry<V> guard(RedisLockFactory locks, String key) {
            GuardedEntry<V> guard = locks.guard(key, programs.kind());
            return shown ? guard : guard.notShown();
        }

        EventId event() {
            return id.isEmpty() ? EventId.none() : EventId.opaque(id);
        }

        /** Returns what came of it. Of a whole entry, an outcome shows what all of its group have made. */
        String told(List<String> seen, Outcome<V> outcome) {
            boolean shows = shown && !programs.kind().part().equals(Part.whole());
            return outcome.replay() ? "replay" : seen + (shows ? " shows " + programs.shown(outcome.entry()) : "");
        }

        @Override
        public String toString() {
            return programs + (shown ? " shown" : "") + (careless ? " careless " : " ") + steps.size() + " steps " + id;
        }
    }

    static Stream<List<Programs<?>>> types() {
        return Stream.of(
                List.of(
                        new Programs.Hashes(Part.whole()),
                        new Programs.Hashes(Part.fields("a", "b")),
                        new Programs.Hashes(Part.fields("b", "c")),
                        new Programs.Hashes(Part.fields("other"))),
                List.of(
                        new Programs.Lists(Part.whole()),
                        new Programs.Lists(Part.first(1)),
                        new Programs.Lists(Part.first(2).andSize()),
                        new Programs.Lists(Part.last(1)),
                        new Programs.Lists(Part.last(2)),
                        new Programs.Lists(Part.last(3).andSize())),
                List.of(
                        new Programs.Sets(Part.whole()),
                        new Programs.Sets(Part.members("5", "abc")),
                        new Programs.Sets(Part.members("abc", "0", "-3").andSize())),
                List.of(
                        new Programs.SortedSets(Part.whole()),
                        new Programs.SortedSets(Part.members("5", "abc")),
                        new Programs.SortedSets(Part.members("abc", "0").andSize()),
                        new Programs.SortedSets(Part.scores(-3, 1, 100)),
                        new Programs.SortedSets(Part.scores(0.1, 1e300, 100).andSize()),
                        new Programs.SortedSets(Part.lowest(1)),
                        new Programs.SortedSets(Part.lowest(2).andSize()),
                        new Programs.SortedSets(Part.highest(2))),
                List.of(new Programs.Strings()));
    }

    @ParameterizedTest
    @MethodSource("types")
    <V> void aGroupDoesWhatItsUpdatesDoOneByOne(List<Programs<V>> all) {
        long seed = Long.getLong("seed", System.nanoTime());
        Random random = new Random(seed);
        RedisPort port = fixture.closing(RedisPort.open(fixture.config()));
        RedisLockFactory locks = fixture.factory();
        RedisLockFactory others = fixture.factory();
        List<Server> servers = List.of(new Server(redis, port, "together"), new Server(redis, port, "apart"));
        for (int i = 0; i < GROUPS; i++) {
            if (random.nextInt(6) == 0) {
                pick(random, all).foreign(random).forEach(write -> servers.forEach(server -> server.call(write)));
            }
            List<Programs<V>> some = List.of(pick(random, all), pick(random, all));
            boolean named = random.nextBoolean();
            List<Update<V>> updates = new ArrayList<>();
            for (int j = random.nextInt(6); j >= 0; j--) {
                // Some events have come before.
                String id = named ? "e" + (10 * i + j - (random.nextInt(5) == 0 ? 10 : 0)) : "";
                updates.add(Update.random(random, pick(random, some), id));
            }
            String group = "-Dseed=" + seed + ", group " + i + ": " + updates + " on "
                    + some.get(0).standing(servers.get(1));
            List<String> one = oneByOne(others, updates);
            assertThat(inOneGroup(locks, updates)).as(group).isEqualTo(one);
            assertThat(some.get(0).standing(servers.get(0)))
                    .as(group)
                    .isEqualTo(some.get(0).standing(servers.get(1)));
        }
    }

    private static <T> T pick(Random random, List<T> some) {
        return some.get(random.nextInt(some.size()));
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

    private static <V> List<String> inOneGroup(RedisLockFactory locks, List<Update<V>> updates) {
        UpdateBatch<V> batch =
                UpdateBatch.of(locks.guard("template", updates.get(0).programs().kind()));
        List<List<String>> seen = new ArrayList<>();
        for (Update<V> update : updates) {
            List<String> own = new ArrayList<>();
            seen.add(own);
            batch.add(update.guard(locks, "together"), update.event(), update.noting(own));
        }
        List<String> all = new ArrayList<>();
        List<UpdateBatch.Result<V>> results = batch.run();
        for (int i = 0; i < results.size(); i++) {
            Throwable failure = results.get(i).failure();
            all.add(
                    failure == null
                            ? updates.get(i).told(seen.get(i), results.get(i).orThrow())
                            : seen.get(i) + " " + failure.getClass().getSimpleName());
        }
        return all;
    }
}
