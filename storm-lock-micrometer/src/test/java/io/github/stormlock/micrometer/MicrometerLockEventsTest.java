package io.github.stormlock.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.GuardedEntry;
import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.config.LockSettings;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.LeaseLostException;
import io.github.stormlock.lock.LockTimeoutException;
import io.github.stormlock.lock.Outcome;
import io.github.stormlock.redis.RedisConfig;
import io.github.stormlock.test.RedisExtension;
import io.github.stormlock.test.RedisServer;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import redis.clients.jedis.Jedis;

/** The meters are equal to what happened, on a real Redis. */
@ExtendWith(RedisExtension.class)
@org.junit.jupiter.api.Tag("server")
class MicrometerLockEventsTest {
    private static final Duration SHORT = Duration.ofMillis(120);
    private static final Duration SLOW = Duration.ofSeconds(2);
    private static final Duration LONG = Duration.ofSeconds(20);

    private final RedisServer redis;
    private final MeterRegistry registry = new SimpleMeterRegistry();

    @AutoClose
    private RedisLockFactory metered;

    @AutoClose
    private RedisLockFactory other;

    MicrometerLockEventsTest(RedisServer redis) {
        this.redis = redis;
    }

    @BeforeEach
    void open() {
        metered = factory().withEvents(new MicrometerLockEvents(registry, "service", "stock", "zone", "a"));
        other = factory();
    }

    private RedisLockFactory factory() {
        return RedisLockFactory.connect(
                RedisConfig.fromUri(redis.uri().toString()),
                LockSettings.builder().insightSlow(SLOW).build());
    }

    private GuardedEntry<HashEntry> guard(String entry) {
        return metered.guard(entry, Entries.hash());
    }

    /** Depends on what it reads, as {@code add} does not. */
    private static void addOne(HashEntry entry) {
        entry.set("n", entry.getLong("n") + 1);
    }

    private double count(String name) {
        return registry.get("storm.lock." + name).counter().count();
    }

    private Timer timer(String name) {
        return registry.get("storm.lock." + name).timer();
    }

    /** Checks all counters but that of attempts at a busy lock: those that are not named stand at 0. */
    private void assertCounted(Object... namesAndCounts) {
        for (String name :
                "contended timed.out slow lost missed commits.refused outcomes.unknown replays wake.ups.failed"
                        .split(" ", -1)) {
            int at = Arrays.asList(namesAndCounts).indexOf(name);
            double expected = at < 0 ? 0 : ((Number) namesAndCounts[at + 1]).doubleValue();
            assertThat(count(name)).as(name).isEqualTo(expected);
        }
    }

    @Test
    void quietUpdatesAreWaitsAndCommitsAndNothingElse() {
        guard("a").change(entry -> entry.add("n", 1));
        long before = timer("wait").count();
        double missed = count("missed");
        for (int i = 0; i < 20; i++) {
            guard("a").change(entry -> entry.add("n", 1));
        }
        assertThat(timer("wait").count()).isEqualTo(before + 20);
        assertThat(timer("commit").count()).isEqualTo(before + 20);
        assertThat(timer("wait").totalTime(TimeUnit.NANOSECONDS)).isZero();
        assertThat(timer("hold").count()).isZero();
        assertCounted("missed", missed);
    }

    @Test
    void valueThatAnotherFactoryWroteIsMissedOnce() {
        guard("a").change(MicrometerLockEventsTest::addOne);
        double before = count("missed");
        other.guard("a", Entries.hash()).change(MicrometerLockEventsTest::addOne);
        guard("a").change(MicrometerLockEventsTest::addOne);
        assertCounted("missed", before + 1);
    }

    @Test
    void updateThatTimesOutIsContendedAndTimedOutOnce() {
        try (Lease held = other.mutex("a").acquire(LONG)) {
            assertThat(held.isHeld()).isTrue();
            assertThatThrownBy(() -> guard("a").withWait(SHORT).change(entry -> entry.add("n", 1)))
                    .isInstanceOf(LockTimeoutException.class);
        }
        assertThat(count("busy")).isPositive();
        assertCounted("contended", 1, "timed.out", 1);
        assertThat(timer("wait").count()).isZero();
        assertThat(timer("commit").count()).isZero();
    }

    @Test
    void slowWaitIsCounted() {
        try (Lease held = other.mutex("a").acquire(LONG)) {
            assertThat(held.isHeld()).isTrue();
            assertThatThrownBy(() -> guard("a").withWait(SLOW.plus(SHORT)).change(entry -> entry.add("n", 1)))
                    .isInstanceOf(LockTimeoutException.class);
        }
        assertCounted("contended", 1, "timed.out", 1, "slow", 1);
    }

    @Test
    void leaseIsTimedByItsHold() {
        try (Lease held = metered.mutex("a").acquire(LONG)) {
            assertThat(held.isHeld()).isTrue();
            await().pollDelay(SHORT).atMost(LONG).until(() -> true);
        }
        assertThat(timer("wait").count()).isEqualTo(1);
        assertThat(timer("hold").count()).isEqualTo(1);
        assertThat(timer("hold").totalTime(TimeUnit.MILLISECONDS)).isGreaterThanOrEqualTo(SHORT.toMillis());
        assertCounted();
    }

    @Test
    void eventThatComesAgainIsAReplay() {
        Outcome<HashEntry> first = guard("a").once(EventId.opaque("one"), entry -> entry.add("n", 1));
        Outcome<HashEntry> second = guard("a").once(EventId.opaque("one"), entry -> entry.add("n", 1));
        assertThat(first.replay()).isFalse();
        assertThat(second.replay()).isTrue();
        assertThat(count("replays")).isEqualTo(1);
    }

    /** Not every update is counted for it. */
    @Test
    void gaugeShowsHowManyEventsAnEntryRemembers() {
        for (int i = 0; i < 400; i++) {
            guard("a").once(EventId.opaque("event-" + i), entry -> entry.add("n", 1));
        }
        assertThat(registry.get("storm.lock.remembered.events").gauge().value()).isBetween(1.0, 400.0);
    }

    @Test
    void leaseThatWasTakenAwayIsLostAndItsUpdateRefused() {
        try (Lease held = metered.mutex("a").acquire(LONG);
                Jedis operator = new Jedis(redis.uri())) {
            assertThat(operator.del("lock:{a}")).isEqualTo(1);
            assertThatThrownBy(() -> guard("a").changeUnder(held, entry -> entry.add("n", 1)))
                    .isInstanceOf(LeaseLostException.class);
        }
        assertCounted("lost", 1, "commits.refused", 1);
    }

    @Test
    void noMeterHasATagButThoseThatWereGiven() {
        try (Lease held = other.mutex("a").acquire(LONG)) {
            assertThat(held.isHeld()).isTrue();
            assertThatThrownBy(() -> guard("a").withWait(SHORT).change(entry -> entry.add("n", 1)))
                    .isInstanceOf(LockTimeoutException.class);
        }
        guard("b").change(entry -> entry.add("n", 1));
        assertThat(registry.getMeters()).hasSize(14).allSatisfy(meter -> {
            Meter.Id id = meter.getId();
            assertThat(id.getName()).startsWith("storm.lock.");
            assertThat(id.getDescription()).isNotBlank();
            assertThat(id.getTags()).containsExactly(Tag.of("service", "stock"), Tag.of("zone", "a"));
        });
    }
}
