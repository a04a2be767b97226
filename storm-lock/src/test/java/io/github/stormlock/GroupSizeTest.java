package io.github.stormlock;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.config.LockSettings;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.internal.lifecycle.Ticker;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.LockTime;
import io.github.stormlock.lock.fixture.OnEvent;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.redis.RedisConfig;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.RedisServer;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** A group is bounded by its size, here where its time is never over. */
@OnRedis
class GroupSizeTest {
    private static final Ticker STANDING = new Ticker() {
        @Override
        public long nanos() {
            return 1;
        }

        @Override
        public void park(Object blocker, long nanos) {
            LockSupport.parkNanos(blocker, nanos);
        }
    };

    @Test
    void moreUpdatesOfOneEntryThanACommitTakesAreWrittenByTwo(RedisServer redis, EntryReader entries) {
        FactoryRuntime runtime =
                FactoryRuntime.start("", RedisConfig.fromUri(redis.uri().toString()), LockSettings.DEFAULT, STANDING);
        try {
            AtomicInteger writes = new AtomicInteger();
            GuardedEntry<HashEntry> log = Runtimes.guard(
                    runtime, Entries.hash(), "log", OnEvent.of(LockTime.COMMIT, writes::incrementAndGet));
            UpdateBatch<HashEntry> batch = UpdateBatch.of(log);
            for (int i = 0; i < 1_100; i++) {
                batch.add(log, EventId.position("file", i, 0), view -> view.add("hits", 1));
            }
            assertThat(batch.run())
                    .hasSize(1_100)
                    .allSatisfy(result -> assertThat(result.orThrow().replay()).isFalse());
            assertThat(entries.hash("log")).isEqualTo(Map.of("hits", "1100"));
            assertThat(writes).hasValue(2);
        } finally {
            runtime.close();
        }
    }
}
