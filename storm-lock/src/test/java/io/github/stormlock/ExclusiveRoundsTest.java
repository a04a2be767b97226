package io.github.stormlock;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.UpdateBatch.Result;
import io.github.stormlock.config.LockSettings;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.internal.lifecycle.Ticker;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.LockEvents;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.redis.RedisConfig;
import io.github.stormlock.test.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/**
 * Updates of a batch take as long as each says, and nothing else takes time. Each lock is taken for its own computation, and
 * does not wait for those of others.
 */
@OnRedis
class ExclusiveRoundsTest {
    private final AtomicLong now = new AtomicLong(1);
    private final Thread test = Thread.currentThread();
    private final List<Integer> computed = new CopyOnWriteArrayList<>();

    @AutoClose
    private FactoryRuntime runtime;

    @AutoClose
    private Jedis admin;

    @BeforeEach
    void start(RedisServer redis) {
        runtime = FactoryRuntime.start(
                "", RedisConfig.fromUri(redis.uri().toString()), LockSettings.DEFAULT, new Ticker() {
                    @Override
                    public long nanos() {
                        return now.get();
                    }

                    @Override
                    public void park(Object blocker, long nanos) {
                        if (Thread.currentThread() == test) {
                            now.addAndGet(nanos);
                        } else {
                            LockSupport.parkNanos(blocker, nanos);
                        }
                    }
                });
    }

    private GuardedEntry<HashEntry> entry(int number) {
        return Runtimes.guard(runtime, Entries.hash(), "entry-" + number, LockEvents.NONE);
    }

    private UpdateBatch<HashEntry> exclusive(int count, Duration... took) {
        UpdateBatch<HashEntry> batch = UpdateBatch.of(entry(0));
        for (int i = 0; i < count; i++) {
            int number = i;
            batch.add(entry(i).withLease(Duration.ofSeconds(5)).exclusive(), EventId.none(), view -> {
                computed.add(number);
                view.add("hits", 1);
                now.addAndGet(took[number * took.length / count].toNanos());
            });
        }
        return batch;
    }

    @Test
    void slowOnesLoseNoLeaseAlsoAfterManyQuickOnes() {
        assertThat(exclusive(128, Duration.ZERO, Duration.ofSeconds(3)).run())
                .allSatisfy(result -> assertThat(result.orThrow().replay()).isFalse());
        assertThat(computed).hasSize(128).doesNotHaveDuplicates();
        assertThat(admin.keys("*entry-*")).hasSize(128).allMatch(key -> "1".equals(admin.hget(key, "hits")));
    }

    @Test
    void quickOnesShareTheirRoundTrips() {
        long before = runtime.updates().locks().port().roundTrips();
        assertThat(exclusive(510, Duration.ZERO).run()).hasSize(510);
        assertThat(computed).hasSize(510);
        // One is for what a factory asks at first.
        assertThat(runtime.updates().locks().port().roundTrips() - before).isLessThanOrEqualTo(11);
    }

    @Test
    void whoWaitsForNothingWritesWhatIsComputedAndGivesTheOtherLocksBack() {
        List<Result<HashEntry>> results = exclusive(64, Duration.ofMillis(40)).tryRun();
        assertThat(results.get(0).orThrow().replay()).isFalse();
        assertThat(results.subList(1, 64)).allMatch(Result::isLeftOver);
        assertThat(computed).containsExactly(0);
        assertThat(admin.keys("*entry-*")).containsExactly("entry-0");
    }

    @Test
    void whatIsComputedIsWrittenBeforeMoreIsComputedThatTakesLong() {
        UpdateBatch<HashEntry> batch = UpdateBatch.of(entry(0));
        List<Boolean> written = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            int number = i;
            batch.add(entry(i), EventId.none(), view -> {
                written.add(number == 0 || admin.exists("entry-" + (number - 1)));
                view.add("hits", 1);
                now.addAndGet(Duration.ofMillis(60).toNanos());
            });
        }
        assertThat(batch.run())
                .allSatisfy(result -> assertThat(result.orThrow().replay()).isFalse());
        assertThat(written).containsExactly(true, true, true);
    }
}
