package io.github.stormlock.lock.update;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.GuardedEntry;
import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.UpdateBatch;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.entry.Part;
import io.github.stormlock.entry.SetEntry;
import io.github.stormlock.entry.SortedSetEntry;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.LockCount;
import io.github.stormlock.lock.LockEvents;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.lock.fixture.OnEvent;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.test.EntryReader;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/** Updates of one hash that name different fields are written together. */
@OnRedis
class JoinedPartsTest {
    private LockFixture fixture;
    private RedisLockFactory locks;
    private Jedis foreigner;
    private EntryReader entries;

    @Test
    void updatesThatNameDifferentFieldsAreWrittenByOneScript() {
        GuardedEntry<HashEntry> site = locks.guard("site", Entries.hash()).notShown();
        site.change(entry -> entry.set("hits", 0));
        long before = scripts();
        UpdateBatch<HashEntry> batch = UpdateBatch.of(site);
        for (int i = 0; i < 60; i++) {
            String status = "status." + i % 20;
            batch.add(site.onlyFields(Set.of("hits", status)), EventId.none(), entry -> {
                entry.add("hits", 1);
                entry.add(status, 1);
            });
        }
        batch.run().forEach(UpdateBatch.Result::orThrow);
        // On a busy machine the updates may be computed in a few groups.
        assertThat(scripts() - before).isLessThan(20);
        assertThat(entries.hash("site")).containsEntry("hits", "60").containsEntry("status.7", "3");
    }

    /** The second update makes the entry exist in any case. The first one shows it as it was before. */
    @Test
    void outcomeTellsThatTheEntryExistsThoughALaterUpdateOfTheGroupSetsAField() {
        foreigner.hset("page", "hits", "5");
        GuardedEntry<HashEntry> other = locks.guard("page", Entries.hash()).onlyFields(Set.of("other"));
        UpdateBatch<HashEntry> batch = UpdateBatch.of(other);
        batch.add(other, EventId.none(), entry -> {});
        batch.add(other.notShown(), EventId.none(), entry -> entry.set("other", "x"));
        List<UpdateBatch.Result<HashEntry>> results = batch.run();
        assertThat(results.get(0).orThrow().entry().exists()).isTrue();
        assertThat(entries.hash("page")).containsEntry("other", "x");
    }

    @Test
    void updatesThatNameDifferentMembersAreWrittenByOneScript() {
        GuardedEntry<SortedSetEntry> board =
                locks.guard("board", Entries.sortedSet()).notShown();
        GuardedEntry<SetEntry> seen = locks.guard("seen", Entries.set()).notShown();
        board.change(entry -> entry.set("nobody", 0));
        seen.change(entry -> entry.add("nobody"));
        long before = scripts();
        UpdateBatch<SortedSetEntry> scores = UpdateBatch.of(board);
        UpdateBatch<SetEntry> visits = UpdateBatch.of(seen);
        for (int i = 0; i < 60; i++) {
            String player = "player-" + i % 30;
            int points = i;
            scores.add(board.only(Part.members(player)), EventId.none(), entry -> {
                if (points > entry.score(player, Double.NEGATIVE_INFINITY)) {
                    entry.set(player, points);
                }
            });
            visits.add(seen.only(Part.members(player)), EventId.none(), entry -> entry.add(player));
        }
        scores.run().forEach(UpdateBatch.Result::orThrow);
        visits.run().forEach(UpdateBatch.Result::orThrow);
        // On a busy machine the updates may be computed in a few groups.
        assertThat(scripts() - before).isLessThan(20);
        assertThat(foreigner.zscore("board", "player-7")).isEqualTo(37);
        assertThat(foreigner.zcard("board")).isEqualTo(31);
        assertThat(foreigner.scard("seen")).isEqualTo(31);
    }

    @Test
    void memberIsRememberedWhateverOthersItWasReadWith() {
        AtomicInteger misses = new AtomicInteger();
        LockEvents counting = OnEvent.of(LockCount.MISSED, misses::incrementAndGet);
        RedisLockFactory telling = locks.withEvents(counting);
        for (String member : List.of("a", "b", "c")) {
            foreigner.zadd("board", 1, member);
            foreigner.sadd("seen", member);
        }
        GuardedEntry<SortedSetEntry> board = telling.guard("board", Entries.sortedSet());
        GuardedEntry<SetEntry> seen = telling.guard("seen", Entries.set());
        board.only(Part.members("a", "b")).change(entry -> entry.add("a", entry.score("b", 0)));
        board.only(Part.members("b", "c")).change(entry -> entry.add("c", entry.score("c", 0)));
        seen.only(Part.members("a", "b")).change(entry -> entry.contains("a"));
        seen.only(Part.members("b", "c")).change(entry -> entry.contains("c"));
        int before = misses.get();
        board.only(Part.members("a", "c")).change(entry -> entry.add("a", entry.score("c", 0)));
        seen.only(Part.members("a", "c")).change(entry -> entry.contains("a"));
        assertThat(misses).hasValue(before);
        assertThat(foreigner.zscore("board", "a")).isEqualTo(4);

        foreigner.zrem("board", "b");
        board.only(Part.members("b", "c")).change(entry -> entry.add("c", entry.score("b", 0)));
        before = misses.get();
        board.only(Part.members("a", "b")).change(entry -> entry.add("a", entry.score("b", 0)));
        assertThat(misses).hasValue(before);
    }

    /** Together they are more than an attempt compares and writes. */
    @Test
    void updatesThatAreSmallEnoughAloneTakeNoLockForTheFieldsOfOthers() {
        GuardedEntry<HashEntry> page = locks.guard("page", Entries.hash()).notShown();
        page.change(entry -> entry.set("hits", 0));
        foreigner.configResetStat();
        UpdateBatch<HashEntry> batch = UpdateBatch.of(page);
        for (String field : Set.of("a", "b", "c")) {
            batch.add(page.onlyFields(Set.of(field)), EventId.none(), entry -> entry.set(field, "x".repeat(10_000)));
        }
        batch.run().forEach(UpdateBatch.Result::orThrow);
        assertThat(foreigner.info("commandstats")).doesNotContain("cmdstat_set:");
        assertThat(entries.hash("page")).containsOnlyKeys("hits", "a", "b", "c");
    }

    private long scripts() {
        return fixture.calls("eval") + fixture.calls("evalsha");
    }

    @Test
    void valueThatIsRememberedIsWrittenIfNobodyComparedIt() {
        GuardedEntry<HashEntry> part =
                locks.guard("e", Entries.hash()).onlyFields(Set.of("f")).notShown();
        part.change(entry -> entry.set("f", 10));
        foreigner.hset("e", "f", "99");
        UpdateBatch<HashEntry> batch = UpdateBatch.of(part);
        batch.add(part, EventId.none(), entry -> entry.set("f", 7));
        batch.add(part, EventId.none(), entry -> entry.add("f", 3));
        batch.run().forEach(UpdateBatch.Result::orThrow);
        assertThat(entries.hash("e")).containsEntry("f", "10");
    }
}
