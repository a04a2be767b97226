package io.github.stormlock.topologies.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.GuardedEntries;
import io.github.stormlock.GuardedEntry;
import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.LocalStorm;
import io.github.stormlock.test.LocalStormExtension;
import io.github.stormlock.test.RedisExtension;
import io.github.stormlock.test.RedisServer;
import io.github.stormlock.test.RunningTopology;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@SuppressWarnings("try") // A running topology is closed, not used.
@ExtendWith({RedisExtension.class, LocalStormExtension.class})
@Tag("server")
class TransferTopologyTest {
    private static final int TRANSFERS = 3_000;

    private static Map<String, Object> conf(RedisServer redis) {
        Map<String, Object> conf = new HashMap<>(TransferTopology.defaults());
        conf.put("storm.lock.redis.uri", redis.uri().toString());
        conf.putAll(Map.of(TransferOptions.TRANSFERS, TRANSFERS, TransferOptions.ACCOUNTS, 10));
        conf.putAll(Map.of(TransferOptions.EXECUTORS, 6, TransferOptions.FAIL_RATE, 0.3));
        return conf;
    }

    @Test
    void conservesTheSumAndDecidesEachTransferOnce(LocalStorm storm, RedisServer redis, EntryReader entries) {
        Map<String, Object> conf = conf(redis);
        TransferOptions options = TransferOptions.of(conf);
        try (RunningTopology running = storm.submit(conf, TransferTopology.build(options))) {
            await().atMost(Duration.ofMinutes(3)).until(() -> "1"
                    .equals(entries.hash("source:" + TransferSpout.source(options))
                            .get("complete")));
        }
        try (RedisLockFactory locks = RedisLockFactory.of(conf)) {
            TransferReport report = TransferReport.read(locks, options);
            assertThat(report.after(TRANSFERS)).isEmpty();
            assertThat(report.sum()).isEqualTo(10 * options.cents());
            assertThat(report.moved()).isPositive();
        }
        assertThat(entries.keys("lock:*")).isEmpty();
    }

    @Test
    void reportTellsASumThatIsNotConservedADebitWithoutACreditAndWhatIsMissing(RedisServer redis) {
        Map<String, Object> conf = conf(redis);
        TransferOptions options = TransferOptions.of(conf);
        try (RedisLockFactory locks = RedisLockFactory.of(conf)) {
            assertThat(TransferReport.read(locks, options).after(TRANSFERS))
                    .containsExactly("0 transfers are decided of 3000");
            GuardedEntry<HashEntry> from = locks.guard(Account.key(0), Entries.hash());
            GuardedEntry<HashEntry> to = locks.guard(Account.key(1), Entries.hash());
            locks.guardAll(from, to).change(both -> Account.move(both.get(from), both.get(to), 5, options.cents()));
            assertThat(TransferReport.read(locks, options).violations()).isEmpty();
            to.change(account -> {
                account.add(Account.CENTS, -5);
                account.add(Account.CREDITS, -1);
            });
            assertThat(TransferReport.read(locks, options).violations())
                    .containsExactly(
                            "an account holds 10000, and its history says 10005",
                            "the sum is 19995 and was 20000",
                            "1 debits have 0 credits");
        }
    }

    @Test
    void accountThatHoldsTooLittleRefuses(RedisServer redis) {
        try (RedisLockFactory locks = RedisLockFactory.of(conf(redis))) {
            GuardedEntry<HashEntry> from = locks.guard(Account.key(0), Entries.hash());
            GuardedEntry<HashEntry> to = locks.guard(Account.key(1), Entries.hash());
            GuardedEntries both = locks.guardAll(from, to);
            both.change(accounts -> Account.move(accounts.get(from), accounts.get(to), 11, 10));
            assertThat(both.peek().get(from).getLong(Account.REFUSED)).isEqualTo(1);
            assertThat(both.peek().get(to).getLong(Account.CENTS)).isEqualTo(10);
        }
    }
}
