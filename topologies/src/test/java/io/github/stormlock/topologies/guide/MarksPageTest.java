package io.github.stormlock.topologies.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.stormlock.GuardedEntry;
import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.LockTimeoutException;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.RedisExtension;
import io.github.stormlock.test.RedisServer;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.params.SetParams;

/** The pages on marks and on live keys are right: about sizes, deletion, new names, another server, and others that write. */
@ExtendWith(RedisExtension.class)
@Tag("server")
class MarksPageTest {
    private static final int MANY = 6_000;
    private static final String PAGE = "page:/index.html";

    @Test
    void marksTakeTheMemoryOfTheExample(RedisServer redis, EntryReader entries) {
        try (RedisLockFactory locks = connected(redis);
                RedisClient admin = RedisClient.create(redis.uri())) {
            addAll(locks, "opaque", MANY, i -> EventId.opaque("20261127-hit-%012d".formatted(i)));
            addAll(locks, "position", MANY, i -> EventId.position("access.log-5d41402a", i, i - i % 1_000));
            assertThat(bytes(admin, marks(entries, "opaque"))).isBetween(105L * MANY, 125L * MANY);
            String positions = marks(entries, "position");
            assertThat(bytes(admin, positions) / admin.zcard(positions)).isBetween(80L, 110L);
            // Each commit under the lock drops 1,000 of those below the low.
            for (int i = 0; i < 8; i++) {
                entry(locks, "position")
                        .exclusive()
                        .once(EventId.position("access.log-5d41402a", MANY + i, MANY), entry -> entry.add("hits", 1));
            }
            assertThat(admin.zcard(positions)).isLessThanOrEqualTo(9);
            addAll(locks, "small", 100, i -> EventId.opaque("20261127-hit-%012d".formatted(i)));
            assertThat(bytes(admin, marks(entries, "small"))).isLessThan(60 * 100);
        }
    }

    @Test
    void singlePositionTakesTheMemoryOfThePage() {
        try (RedisServer redis = RedisServer.embedded();
                RedisClient admin = RedisClient.create(redis.uri());
                RedisLockFactory locks = connected(redis);
                EntryReader entries = EntryReader.of(redis)) {
            for (int i = 0; i < MANY; i++) {
                add(locks, "page:/" + i, EventId.position("access.log-5d41402a", i, i));
            }
            Set<String> marks = entries.keys("lock-seen:*");
            assertThat(marks).hasSize(MANY);
            long before = usedMemory(admin);
            admin.del(marks.toArray(String[]::new));
            assertThat((before - usedMemory(admin)) / MANY).isBetween(140L, 230L);
        }
    }

    @Test
    void deletedEntryKeepsItsMarksUntilTheyAreDeletedToo(RedisServer redis, EntryReader entries) {
        try (RedisLockFactory locks = connected(redis);
                RedisClient admin = RedisClient.create(redis.uri())) {
            add(locks, PAGE, EventId.opaque("1"));
            entry(locks, PAGE).change(HashEntry::clear);
            assertThat(entries.keys(PAGE)).isEmpty();
            add(locks, PAGE, EventId.opaque("1"));
            assertThat(entries.hash(PAGE)).isEmpty();
            add(locks, PAGE, EventId.opaque("2"));
            assertThat(entries.hash(PAGE)).isEqualTo(Map.of("hits", "1"));
            admin.del(PAGE);
            add(locks, PAGE, EventId.opaque("3"));
            assertThat(entries.hash(PAGE)).isEqualTo(Map.of("hits", "1"));
            run(admin, "DEL", marks(entries, PAGE));
            add(locks, PAGE, EventId.opaque("1"));
            assertThat(entries.hash(PAGE)).isEqualTo(Map.of("hits", "1"));
        }
    }

    @Test
    void renamedEntryKnowsItsEventsIfItsMarksAreRenamedToo(RedisServer redis, EntryReader entries) {
        try (RedisLockFactory locks = connected(redis);
                RedisClient admin = RedisClient.create(redis.uri())) {
            add(locks, "page:/old", EventId.opaque("1"));
            admin.copy("page:/old", "page:/other", false);
            add(locks, "page:/other", EventId.opaque("1"));
            assertThat(entries.hash("page:/other")).as("counted twice").isEqualTo(Map.of("hits", "2"));
            run(admin, "RENAME", marks(entries, "page:/old"));
            add(locks, "page:/new", EventId.opaque("1"));
            assertThat(entries.hash("page:/new")).isEqualTo(Map.of("hits", "1"));
        }
    }

    @Test
    void movedEntryKnowsItsEventsIfItsMarksMoveToo() {
        try (RedisServer first = RedisServer.embedded();
                RedisServer second = RedisServer.embedded();
                RedisLockFactory here = connected(first);
                RedisLockFactory there = connected(second);
                RedisClient from = RedisClient.create(first.uri());
                EntryReader entries = EntryReader.of(first);
                EntryReader moved = EntryReader.of(second)) {
            add(here, PAGE, EventId.opaque("1"));
            String marks = marks(entries, PAGE);
            run(from, "MIGRATE", marks, "other-host", second.host(), "6379", Integer.toString(second.port()));
            assertThat(entries.keys(marks)).isEmpty();
            add(there, PAGE, EventId.opaque("1"));
            add(there, PAGE, EventId.opaque("2"));
            assertThat(moved.hash(PAGE)).isEqualTo(Map.of("hits", "2"));
            assertThat(moved.ttlMillis(marks)).isPositive();
        }
    }

    @Test
    void othersMayWriteALiveKeyByCommandsOrUnderTheLock(RedisServer redis, EntryReader entries) {
        try (RedisLockFactory locks = connected(redis);
                RedisClient others = RedisClient.create(redis.uri())) {
            others.hset("live", Map.of("hits", "1000", "note", "old"));
            others.expire("live", 1_000);
            CompletableFuture<Void> commands = CompletableFuture.runAsync(() -> {
                for (int i = 0; i < 500; i++) {
                    others.hincrBy("live", "hits", 1);
                    others.hincrBy("live", "theirs", 1);
                }
            });
            for (int i = 0; i < 500; i++) {
                entry(locks, "live").change(entry -> entry.add("hits", 1));
                entry(locks, "live").change(entry -> entry.set("ours", entry.getLong("ours") + 1));
            }
            commands.join();
            assertThat(entries.hash("live"))
                    .isEqualTo(Map.of("hits", "2000", "note", "old", "theirs", "500", "ours", "500"));
            assertThat(entries.ttlMillis("live")).isPositive();
            others.set("lock:{live}", "another", new SetParams().nx().px(5_000));
            assertThatThrownBy(() -> entry(locks, "live")
                            .withWait(Duration.ofMillis(200))
                            .change(entry -> entry.add("hits", 1)))
                    .isInstanceOf(LockTimeoutException.class);
        }
    }

    @Test
    void exclusiveUpdateOverwritesAFieldThatOthersWroteMeanwhile(RedisServer redis, EntryReader entries) {
        try (RedisLockFactory locks = connected(redis);
                RedisClient others = RedisClient.create(redis.uri())) {
            others.hset("locked", "hits", "1");
            entry(locks, "locked").exclusive().change(entry -> {
                long hits = entry.getLong("hits");
                others.hincrBy("locked", "hits", 5);
                entry.set("hits", hits + 1);
            });
            assertThat(entries.hash("locked")).isEqualTo(Map.of("hits", "2"));
        }
    }

    private static GuardedEntry<HashEntry> entry(RedisLockFactory locks, String key) {
        return locks.guard(key, Entries.hash());
    }

    private static void add(RedisLockFactory locks, String key, EventId event) {
        entry(locks, key).once(event, entry -> entry.add("hits", 1));
    }

    private static void addAll(RedisLockFactory locks, String key, int events, IntFunction<EventId> id) {
        CompletableFuture.allOf(IntStream.range(0, events)
                        .mapToObj(i -> entry(locks, key)
                                .notShown()
                                .onceAsync(id.apply(i), entry -> entry.add("hits", 1))
                                .toCompletableFuture())
                        .toArray(CompletableFuture<?>[]::new))
                .join();
    }

    /** Runs the lines of the page with this command, with the digest of these marks, and other words in place of some. */
    private static void run(RedisClient admin, String command, String marks, String... words) {
        Map<String, String> replaced = new HashMap<>();
        for (int i = 0; i < words.length; i += 2) {
            replaced.put(words[i], words[i + 1]);
        }
        String digest = marks.substring("lock-seen:".length(), marks.indexOf(":{"));
        List<List<String>> lines = GuidePages.blocks(GuidePages.guide("marks"), "sh").stream()
                .flatMap(String::lines)
                .filter(line -> line.startsWith("redis-cli " + command + " "))
                .map(line -> GuidePages.arguments(line).stream()
                        .skip(2)
                        .map(word -> replaced.getOrDefault(word, word.replace("DIGEST", digest)))
                        .toList())
                .toList();
        assertThat(lines).isNotEmpty().allSatisfy(arguments -> assertThat(admin.executeCommand(
                        new CommandArguments(Protocol.Command.valueOf(command)).addObjects(arguments)))
                .isNotNull());
    }

    private static String marks(EntryReader entries, String key) {
        return entries.keys("lock-seen:*:{" + key + "}").iterator().next();
    }

    private static long usedMemory(RedisClient admin) {
        return Long.parseLong(admin.info("memory").replaceAll("(?s).*used_memory:(\\d+).*", "$1"));
    }

    private static long bytes(RedisClient admin, String key) {
        return admin.memoryUsage(key, 0);
    }

    private static RedisLockFactory connected(RedisServer redis) {
        return RedisLockFactory.connect(redis.uri().toString());
    }
}
