package io.github.stormlock;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.config.LockSettings;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.internal.draft.EntryTarget;
import io.github.stormlock.internal.draft.GuardSettings;
import io.github.stormlock.internal.figures.SafeLockEvents;
import io.github.stormlock.internal.figures.SlowWaits;
import io.github.stormlock.internal.lifecycle.Ticker;
import io.github.stormlock.internal.protocol.EventMarks;
import io.github.stormlock.internal.protocol.LockKeys;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.LockTime;
import io.github.stormlock.lock.fixture.OnEvent;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.redis.RedisConfig;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.RedisServer;
import java.time.Duration;
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
        LockSettings settings = LockSettings.DEFAULT;
        FactoryRuntime runtime =
                FactoryRuntime.start("", RedisConfig.fromUri(redis.uri().toString()), settings, STANDING);
        try {
            AtomicInteger writes = new AtomicInteger();
            GuardedEntry<HashEntry> log = new GuardedEntry<>(
                    runtime,
                    new EntryTarget<>(
                            LockKeys.of("log", /* cluster= */ false),
                            GuardSettings.of(Entries.hash(), settings, EventMarks.of("", settings), Duration.ZERO)),
                    SafeLockEvents.around(OnEvent.of(LockTime.COMMIT, writes::incrementAndGet), new SlowWaits()));
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
