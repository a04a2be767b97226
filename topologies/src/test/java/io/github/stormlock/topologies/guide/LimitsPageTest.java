package io.github.stormlock.topologies.guide;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.RedisExtension;
import io.github.stormlock.test.RedisServer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Limits of calls, and leaderboards with ties and a length. */
@ExtendWith(RedisExtension.class)
@Tag("server")
class LimitsPageTest {
    private static final long NOON = 1_800_000_000_000L;

    @Test
    void bucketGrantsItsCapacityAtOnceAndThenItsRate(RedisServer redis, EntryReader entries) {
        try (RedisLockFactory locks = connected(redis)) {
            RateLimits limits = new RateLimits(locks);
            for (int i = 0; i < RateLimits.CAPACITY; i++) {
                assertThat(limits.takeToken("ann", NOON)).isTrue();
            }
            assertThat(limits.takeToken("ann", NOON)).isFalse();
            assertThat(limits.takeToken("ann", NOON + 499)).isFalse();
            assertThat(limits.takeToken("ann", NOON + 500)).isTrue();
            assertThat(limits.takeToken("ann", NOON - 10_000))
                    .as("a clock that is behind")
                    .isFalse();
            assertThat(limits.takeToken("ann", NOON + 1_000)).isTrue();
            assertThat(limits.takeToken("bob", NOON)).isTrue();
            assertThat(entries.ttlMillis("bucket:ann")).isBetween(1L, 60_000L);
        }
    }

    @Test
    void windowSlidesAndACallIsCountedOnce(RedisServer redis, EntryReader entries) {
        try (RedisLockFactory locks = connected(redis)) {
            RateLimits limits = new RateLimits(locks);
            assertThat(limits.allow("ann", "call-1", NOON)).isTrue();
            assertThat(limits.allow("ann", "call-2", NOON + 30_000)).isTrue();
            assertThat(limits.allow("ann", "call-3", NOON + 30_000)).isTrue();
            assertThat(limits.allow("ann", "call-3", NOON + 30_000)).as("again").isTrue();
            assertThat(limits.allow("ann", "call-4", NOON + 59_999)).isFalse();
            assertThat(limits.allow("ann", "call-4", NOON + 60_000)).isTrue();
            assertThat(limits.allow("ann", "call-5", NOON + 60_001)).isFalse();
            assertThat(entries.sortedSet("calls:ann")).containsOnlyKeys("call-2", "call-3", "call-4");
        }
    }

    @Test
    void whoReachedAScoreFirstIsAheadAndTheBoardIsTrimmed(RedisServer redis, EntryReader entries) {
        try (RedisLockFactory locks = connected(redis)) {
            locks.guard("board:go", Entries.sortedSet()).change(board -> {
                board.set("zoe", Board.score(30, 100));
                board.set("ann", Board.score(30, 200));
                board.set("bob", Board.score(31, 99_999_999));
                for (int i = 0; i < 40; i++) {
                    board.set("low-" + i, Board.score(i % 20, i));
                }
            });
            assertThat(HighScores.topTen(locks, "go").keySet()).endsWith("ann", "zoe", "bob");
            Board.trim(locks, "go", 10);
            assertThat(entries.sortedSet("board:go")).hasSize(10).containsKeys("ann", "zoe", "bob", "low-19");
            Board.trim(locks, "go", 10);
            assertThat(entries.sortedSet("board:go")).hasSize(10);
            Board.trim(locks, "none", 10);
            assertThat(entries.sortedSet("board:none")).isEmpty();
        }
        assertThat(Board.points(Board.score(31, 99_999_999))).isEqualTo(31);
        long most = 90_000_000;
        assertThat(Board.score(most, 7)).isGreaterThan(Board.score(most, 8));
        assertThat(Board.points(Board.score(most, 99_999_999))).isEqualTo(most);
    }

    private static RedisLockFactory connected(RedisServer redis) {
        return RedisLockFactory.connect(redis.uri().toString());
    }
}
