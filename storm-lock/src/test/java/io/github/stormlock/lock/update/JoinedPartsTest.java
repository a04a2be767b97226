package io.github.stormlock.lock.update;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.GuardedBatch;
import io.github.stormlock.lock.GuardedEntry;
import io.github.stormlock.lock.RedisLockFactory;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.RedisExtension;
import io.github.stormlock.test.RedisServer;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import redis.clients.jedis.Jedis;

/** Updates of one hash that name different fields are written together. */
@Tag("server")
@ExtendWith(RedisExtension.class)
class JoinedPartsTest {
    private final RedisServer redis;
    private final EntryReader entries;

    JoinedPartsTest(RedisServer redis, EntryReader entries) {
        this.redis = redis;
        this.entries = entries;
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
}
