package io.github.stormlock.bolt.together;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.bolt.Changes;
import io.github.stormlock.bolt.fixture.ScriptedBolt;
import io.github.stormlock.bolt.fixture.Task;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.EntryKind;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.storm.tuple.Tuple;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/**
 * Executors of one worker whose sets of entries overlap take turns, and take no locks: one that did would have the others
 * meet its locks, and take some too.
 */
@OnRedis
@Tag("contract")
class SharedSetsTest {
    private static final EntryKind<HashEntry> ACCOUNT = Entries.hash();
    private static final int EXECUTORS = 4;
    private static final int ACCOUNTS = 12;
    private static final int TRANSFERS = 8_000;

    static void move(Tuple tuple, Changes<HashEntry> each) {
        String[] pair = tuple.getStringByField("key").split(">");
        each.addTogether(
                Map.of(pair[0], ACCOUNT, pair[1], ACCOUNT), EventId.opaque(tuple.getStringByField("id")), accounts -> {
                    HashEntry from = accounts.get(pair[0], ACCOUNT);
                    from.set("cents", from.getLong("cents") - 1);
                    accounts.get(pair[1], ACCOUNT).add("cents", 1);
                });
    }

    private static long locksTaken(Jedis operator) {
        return operator.info("commandstats")
                .lines()
                .filter(line -> line.startsWith("cmdstat_set:calls="))
                .mapToLong(line -> Long.parseLong(line.substring("cmdstat_set:calls=".length(), line.indexOf(','))))
                .sum();
    }

    @Test
    void executorsThatShareEntriesTakeNoLocks(RedisServer redis, EntryReader entries) {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        List<Task<HashEntry>> tasks = new ArrayList<>();
        try (Jedis operator = new Jedis(redis.uri())) {
            for (int i = 0; i < EXECUTORS; i++) {
                ScriptedBolt<HashEntry> bolt = ScriptedBolt.counting();
                bolt.changes = SharedSetsTest::move;
                tasks.add(Task.of(bolt, Task.conf(redis.uri(), "topology.message.timeout.secs", 300)));
            }
            tasks.get(0).execute("a0>a1", "warm");
            long before = locksTaken(operator);
            for (int i = 0; i < TRANSFERS; i++) {
                int from = random.nextInt(ACCOUNTS);
                int to = (from + 1 + random.nextInt(ACCOUNTS - 1)) % ACCOUNTS;
                tasks.get(i % EXECUTORS).submit("a" + from + ">a" + to, "t" + i);
            }
            for (Task<HashEntry> task : tasks) {
                await().atMost(Duration.ofSeconds(60))
                        .until(() -> task.context().gauge("open") == 0);
                assertThat(task.output().failed()).isZero();
            }
            // A few may be refused for too long on a busy machine, and take locks. They must not make the others do so.
            assertThat(locksTaken(operator) - before).as("seed %d", seed).isLessThan(TRANSFERS / 10);
        } finally {
            tasks.forEach(Task::close);
        }
        long sum = entries.keys("a*").stream()
                .mapToLong(account -> Long.parseLong(entries.hash(account).getOrDefault("cents", "0")))
                .sum();
        assertThat(sum).isZero();
    }
}
