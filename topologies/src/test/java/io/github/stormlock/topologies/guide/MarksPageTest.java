package io.github.stormlock.topologies.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.GuardedEntry;
import io.github.stormlock.lock.LockTimeoutException;
import io.github.stormlock.lock.RedisLockFactory;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.RedisExtension;
import io.github.stormlock.test.RedisServer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.params.RestoreParams;
import redis.clients.jedis.params.SetParams;

/** The pages on marks and on live keys are right: about sizes, deletion, new names, another server, and others that write. */
@ExtendWith(RedisExtension.class)
@Tag("server")
class MarksPageTest {
    private static final int MANY = 6_000;

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
            add(locks, "one", EventId.position("access.log-5d41402a", 7, 0));
            addAll(locks, "small", 100, i -> EventId.opaque("20261127-hit-%012d".formatted(i)));
            assertThat(bytes(admin, marks(entries, "small"))).isLessThan(60 * 100);
        }
    }

    @Test
    void deletedEntryKeepsItsMarksUntilTheyAreDeletedToo(RedisServer redis, EntryReader entries) {
        try (RedisLockFactory locks = connected(redis);
                RedisClient admin = RedisClient.create(redis.uri())) {
            add(locks, "page:/a", EventId.opaque("1"));
            entry(locks, "page:/a").change(HashEntry::clear);
            assertThat(entries.keys("page:/a")).isEmpty();
            add(locks, "page:/a", EventId.opaque("1"));
            assertThat(entries.hash("page:/a")).isEmpty();
            add(locks, "page:/a", EventId.opaque("2"));
            assertThat(entries.hash("page:/a")).isEqualTo(Map.of("hits", "1"));
            admin.del("page:/a");
            add(locks, "page:/a", EventId.opaque("3"));
            assertThat(entries.hash("page:/a")).isEqualTo(Map.of("hits", "1"));
            admin.del("page:/a", marks(entries, "page:/a"));
            add(locks, "page:/a", EventId.opaque("1"));
            assertThat(entries.hash("page:/a")).isEqualTo(Map.of("hits", "1"));
        }
    }

    @Test
    void renamedEntryKnowsItsEventsIfItsMarksAreRenamedToo(RedisServer redis, EntryReader entries) {
        try (RedisLockFactory locks = connected(redis);
                RedisClient admin = RedisClient.create(redis.uri())) {
            add(locks, "page:/old", EventId.opaque("1"));
            admin.rename("page:/old", "page:/new");
            add(locks, "page:/new", EventId.opaque("1"));
            assertThat(entries.hash("page:/new")).as("counted twice").isEqualTo(Map.of("hits", "2"));
            String marks = marks(entries, "page:/old");
            admin.rename(marks, marks.replace("page:/old", "page:/new"));
            add(locks, "page:/new", EventId.opaque("1"));
            assertThat(entries.hash("page:/new")).isEqualTo(Map.of("hits", "2"));
        }
    }

    @Test
    void movedEntryKnowsItsEventsIfItsMarksMoveToo() {
        try (RedisServer first = RedisServer.embedded();
                RedisServer second = RedisServer.embedded();
                RedisLockFactory here = connected(first);
                RedisLockFactory there = connected(second);
                RedisClient from = RedisClient.create(first.uri());
                RedisClient to = RedisClient.create(second.uri());
                EntryReader entries = EntryReader.of(first);
                EntryReader moved = EntryReader.of(second)) {
            add(here, "page:/m", EventId.opaque("1"));
            for (String key : new String[] {"page:/m", marks(entries, "page:/m")}) {
                to.restore(key, Math.max(0, from.pttl(key)), from.dump(key), RestoreParams.restoreParams());
            }
            add(there, "page:/m", EventId.opaque("1"));
            add(there, "page:/m", EventId.opaque("2"));
            assertThat(moved.hash("page:/m")).isEqualTo(Map.of("hits", "2"));
            assertThat(moved.ttlMillis(marks(moved, "page:/m"))).isPositive();
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

    private static String marks(EntryReader entries, String key) {
        return entries.keys("lock-seen:*:{" + key + "}").iterator().next();
    }

    private static long bytes(RedisClient admin, String key) {
        return admin.memoryUsage(key, 0);
    }

    private static RedisLockFactory connected(RedisServer redis) {
        return RedisLockFactory.connect(redis.uri().toString());
    }
}
