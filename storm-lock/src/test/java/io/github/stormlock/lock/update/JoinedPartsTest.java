package io.github.stormlock.lock.update;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.GuardedBatch;
import io.github.stormlock.lock.GuardedEntry;
import io.github.stormlock.lock.Outcome;
import io.github.stormlock.lock.RedisLockFactory;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.RedisExtension;
import io.github.stormlock.test.RedisServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import redis.clients.jedis.Jedis;

/**
 * Updates of one hash that name different fields are written together, and what they see, throw and write is what they
 * would see, throw and write one by one.
 */
@Tag("server")
@ExtendWith(RedisExtension.class)
class JoinedPartsTest {
    private static final List<String> FIELDS = List.of("a", "b", "c", "d");
    private static final int GROUPS = 600;

    private final RedisServer redis;
    private final EntryReader entries;

    JoinedPartsTest(RedisServer redis, EntryReader entries) {
        this.redis = redis;
        this.entries = entries;
    }

    /** Some steps of one update on the fields that it names. It writes down what it sees. */
    private record Update(Set<String> named, List<String> steps, boolean shown) {
        static Update random(Random random) {
            Set<String> named = new TreeSet<>();
            for (int i = random.nextInt(2); i >= 0; i--) {
                named.add(FIELDS.get(random.nextInt(FIELDS.size())));
            }
            List<String> steps = new ArrayList<>();
            for (int i = random.nextInt(3); i >= 0; i--) {
                String kind = List.of(
                                "get", "add", "add", "max", "set", "set", "remove", "remove", "exists", "map", "size")
                        .get(random.nextInt(11));
                List<String> some = random.nextInt(8) == 0 ? FIELDS : List.copyOf(named);
                steps.add(kind + ' ' + some.get(random.nextInt(some.size())) + ' ' + random.nextInt(5));
            }
            return new Update(named, steps, random.nextInt(4) == 0);
        }

        Consumer<HashEntry> noting(List<String> seen) {
            return entry -> {
                seen.clear();
                for (String step : steps) {
                    String[] words = step.split(" ");
                    seen.add(step + ": " + run(words[0], words[1], Integer.parseInt(words[2]), entry));
                }
            };
        }

        private static Object run(String kind, String field, int number, HashEntry entry) {
            switch (kind) {
                case "get":
                    return entry.get(field);
                case "add":
                    entry.add(field, number);
                    return "";
                case "max":
                    entry.max(field, number);
                    return "";
                case "set":
                    entry.set(field, String.valueOf(number));
                    return "";
                case "remove":
                    entry.remove(field);
                    return "";
                case "exists":
                    return entry.exists();
                case "size":
                    return entry.size();
                default:
                    return new TreeMap<>(entry.asMap());
            }
        }
    }

    @Test
    void aGroupDoesWhatItsUpdatesDoOneByOne() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        try (RedisLockFactory together = RedisLockFactory.connect(redis.uri().toString());
                RedisLockFactory apart = RedisLockFactory.connect(redis.uri().toString());
                Jedis foreigner = new Jedis(redis.uri())) {
            for (int i = 0; i < GROUPS; i++) {
                if (random.nextInt(6) == 0) {
                    String field = FIELDS.get(random.nextInt(FIELDS.size()));
                    foreigner.del("together", "apart");
                    if (random.nextBoolean()) {
                        foreigner.hset("together", field, "7");
                        foreigner.hset("apart", field, "7");
                    }
                }
                List<Update> updates = new ArrayList<>();
                for (int j = random.nextInt(5); j >= 0; j--) {
                    updates.add(Update.random(random));
                }
                String group = "seed " + seed + ", group " + i + ": " + updates + " on " + entries.hash("apart");
                List<String> one = oneByOne(apart, updates);
                assertThat(inOneGroup(together, updates)).as(group).isEqualTo(one);
                assertThat(entries.hash("together")).as(group).isEqualTo(entries.hash("apart"));
            }
        }
    }

    @Test
    void updatesThatNameDifferentFieldsAreWrittenByOneScript() {
        try (RedisLockFactory locks = RedisLockFactory.connect(redis.uri().toString());
                Jedis foreigner = new Jedis(redis.uri())) {
            GuardedEntry<HashEntry> site = locks.guard("site", Entries.hash()).notShown();
            site.change(entry -> entry.set("hits", 0));
            long before = scripts(foreigner);
            GuardedBatch<HashEntry> batch = site.batch();
            for (int i = 0; i < 60; i++) {
                String status = "status." + i % 20;
                batch.add(site.onlyFields(Set.of("hits", status)), EventId.none(), entry -> {
                    entry.add("hits", 1);
                    entry.add(status, 1);
                });
            }
            batch.run().forEach(GuardedBatch.Result::orThrow);
            // On a busy machine the updates may be computed in a few groups.
            assertThat(scripts(foreigner) - before).isLessThan(20);
            assertThat(entries.hash("site")).containsEntry("hits", "60").containsEntry("status.7", "3");
        }
    }

    private static long scripts(Jedis redis) {
        return redis.info("commandstats")
                .lines()
                .filter(line -> line.startsWith("cmdstat_eval"))
                .mapToLong(line -> Long.parseLong(line.replaceAll(".*calls=(\\d+),.*", "$1")))
                .sum();
    }

    @Test
    void valueThatIsRememberedIsWrittenIfNobodyComparedIt() {
        try (RedisLockFactory locks = RedisLockFactory.connect(redis.uri().toString());
                Jedis foreigner = new Jedis(redis.uri())) {
            GuardedEntry<HashEntry> part =
                    locks.guard("e", Entries.hash()).onlyFields(Set.of("f")).notShown();
            part.change(entry -> entry.set("f", 10));
            foreigner.hset("e", "f", "99");
            GuardedBatch<HashEntry> batch = part.batch();
            batch.add(part, EventId.none(), entry -> entry.set("f", 7));
            batch.add(part, EventId.none(), entry -> entry.add("f", 3));
            batch.run().forEach(GuardedBatch.Result::orThrow);
            assertThat(entries.hash("e")).containsEntry("f", "10");
        }
    }

    private static List<String> oneByOne(RedisLockFactory locks, List<Update> updates) {
        List<String> all = new ArrayList<>();
        for (Update update : updates) {
            List<String> seen = new ArrayList<>();
            String outcome;
            try {
                outcome = shown(update, guard(locks, "apart", update).once(EventId.none(), update.noting(seen)));
            } catch (RuntimeException e) {
                outcome = e.getClass().getSimpleName();
            }
            all.add(seen + " " + outcome);
        }
        return all;
    }

    private static List<String> inOneGroup(RedisLockFactory locks, List<Update> updates) {
        GuardedBatch<HashEntry> batch = locks.guard("template", Entries.hash()).batch();
        List<List<String>> seen = new ArrayList<>();
        for (Update update : updates) {
            List<String> own = new ArrayList<>();
            seen.add(own);
            batch.add(guard(locks, "together", update), EventId.none(), update.noting(own));
        }
        List<String> all = new ArrayList<>();
        List<GuardedBatch.Result<HashEntry>> results = batch.run();
        for (int i = 0; i < results.size(); i++) {
            Throwable failure = results.get(i).failure();
            all.add(seen.get(i) + " "
                    + (failure == null
                            ? shown(updates.get(i), results.get(i).orThrow())
                            : failure.getClass().getSimpleName()));
        }
        return all;
    }

    private static GuardedEntry<HashEntry> guard(RedisLockFactory locks, String key, Update update) {
        GuardedEntry<HashEntry> guard = locks.guard(key, Entries.hash()).onlyFields(update.named());
        return update.shown() ? guard : guard.notShown();
    }

    /** Of an entry that a group shows, others of the group may have changed what its own update had left. */
    private static String shown(Update update, Outcome<HashEntry> outcome) {
        return update.shown()
                ? "only its own: " + update.named().containsAll(outcome.entry().fields())
                : "";
    }
}
