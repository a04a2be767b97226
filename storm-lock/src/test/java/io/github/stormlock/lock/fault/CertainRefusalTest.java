package io.github.stormlock.lock.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.config.LockSettings;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.GuardedBatch;
import io.github.stormlock.lock.GuardedEntry;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.LockException;
import io.github.stormlock.lock.LockUnavailableException;
import io.github.stormlock.lock.RedisLockFactory;
import io.github.stormlock.lock.fixture.Faults;
import io.github.stormlock.lock.fixture.FaultyReply;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.RedisServer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import redis.clients.jedis.Jedis;

/** A server refuses an update before it runs the script. So nothing is written, and the caller is told just that. */
@Tag("server")
class CertainRefusalTest {
    @AutoClose
    private LockFixture fixture;

    private RedisServer redis;
    private EntryReader entries;

    @BeforeEach
    void open() {
        fixture = LockFixture.own();
        redis = fixture.server();
        entries = fixture.entries();
    }

    /** The ways to an update. Each adds 1 to the hits of the page. */
    private enum Way {
        WITHOUT_AN_ID,
        WITH_AN_ID,
        EXCLUSIVE,
        OF_TWO_ENTRIES,
        IN_A_BATCH,
        UNDER_A_LEASE;

        void run(RedisLockFactory locks) {
            GuardedEntry<HashEntry> page = locks.guard("page", Entries.hash());
            switch (this) {
                case WITHOUT_AN_ID -> page.change(CertainRefusalTest::hit);
                case WITH_AN_ID -> page.once(EventId.opaque("a"), CertainRefusalTest::hit);
                case EXCLUSIVE -> page.exclusive().change(CertainRefusalTest::hit);
                case OF_TWO_ENTRIES ->
                    locks.guardAll(page, locks.guard("site", Entries.hash())).change(joint -> hit(joint.get(page)));
                case IN_A_BATCH -> {
                    GuardedBatch<HashEntry> batch = locks.batch(Entries.hash());
                    batch.add("page", EventId.none(), CertainRefusalTest::hit);
                    batch.run().forEach(GuardedBatch.Result::orThrow);
                }
                case UNDER_A_LEASE -> {
                    try (Lease lease = locks.mutex("page").acquire(LockFixture.LONG)) {
                        lease.update(page, view -> {
                            hit(view);
                            return true;
                        });
                    }
                }
            }
        }
    }

    private static void hit(HashEntry view) {
        view.set("hits", view.getLong("hits") + 1);
    }

    static Stream<String> refusals() {
        return FaultyReply.BEFORE_ONLY.stream().filter(error -> !error.startsWith("TRYAGAIN"));
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void updateThatIsRefusedBeforeTheScriptIsToldAsNotWritten(String error) {
        Faults faults = Faults.on(fixture, redis, LockSettings.DEFAULT).warm();
        for (Way way : Way.values()) {
            // Only the script that writes names the field.
            faults.proxy().refuseRequestWhen(Faults.with("HSET", "hits"), 1, error);
            Throwable thrown = catchThrowable(() -> way.run(faults.locks()));
            assertThat(thrown).as(way + "").isInstanceOf(LockUnavailableException.class);
            assertThat(thrown).hasMessageContaining(error.substring(0, 12));
            faults.proxy().heal();
            assertThat(entries.hash("page")).as(way + "").doesNotContainKey("hits");
            way.run(faults.locks());
            assertThat(entries.hash("page")).as(way + ", made again").containsEntry("hits", "1");
            fixture.foreigner().del("page");
        }
    }

    /** The server's own words for some of these troubles. */
    @Test
    void serverThatRunsAScriptOfSomebodyElseIsToldAsSuch() throws Exception {
        RedisLockFactory locks = fixture.factory();
        GuardedEntry<HashEntry> page = locks.guard("page", Entries.hash());
        page.change(view -> view.add("hits", 1));
        assertThat(fixture.operator().configSet("lua-time-limit", "20")).isEqualTo("OK");
        try (Jedis slow = new Jedis(redis.uri());
                Jedis asking = new Jedis(redis.uri())) {
            Thread running = new Thread(() -> catchThrowable(() -> slow.eval("while true do end")));
            running.start();
            await().until(() -> String.valueOf(catchThrowable(asking::ping)).contains("BUSY"));
            try {
                for (Way way : Way.values()) {
                    assertThatThrownBy(() -> way.run(locks))
                            .as(way + "")
                            .isInstanceOf(LockUnavailableException.class)
                            .hasMessageContaining("BUSY");
                }
            } finally {
                asking.scriptKill();
                running.join();
            }
        }
        assertThat(entries.hash("page")).containsEntry("hits", "1");
    }

    @Test
    void userWhoMayNotRunScriptsIsToldThatNothingIsWritten() {
        RedisLockFactory locks = fixture.factory();
        GuardedEntry<HashEntry> page = locks.guard("page", Entries.hash());
        page.change(view -> view.add("hits", 1));
        fixture.operator().aclSetUser("default", "-evalsha", "-eval");
        try {
            for (Way way : Way.values()) {
                assertThatThrownBy(() -> way.run(locks))
                        .as(way + "")
                        .isInstanceOf(LockUnavailableException.class)
                        .hasMessageContaining("NOPERM");
            }
        } finally {
            fixture.operator().aclSetUser("default", "+evalsha", "+eval");
        }
        assertThat(entries.hash("page")).containsEntry("hits", "1");
    }

    @Test
    void serverThatTakesNoMoreClientsIsToldThatNothingIsWritten() {
        RedisLockFactory locks = fixture.factory();
        Jedis operator = fixture.operator();
        assertThat(operator.configSet("maxclients", "1")).isEqualTo("OK");
        try {
            for (Way way : Way.values()) {
                assertThatThrownBy(() -> way.run(locks))
                        .as(way + "")
                        .isInstanceOf(LockUnavailableException.class)
                        .hasMessageContaining("max number of clients");
            }
        } finally {
            assertThat(operator.configSet("maxclients", "1000")).isEqualTo("OK");
        }
        assertThat(entries.keys("page")).isEmpty();
    }

    @Test
    void loopThatTriesAgainAtOnceDoesNotSpinWhileRedisIsAway() {
        RedisLockFactory locks = fixture.factory();
        GuardedEntry<HashEntry> page = locks.guard("page", Entries.hash());
        page.change(view -> view.add("hits", 1));
        redis.shutdownAndSave();
        // The connection that the pool still has takes the script, and then tells of its end.
        assertThatThrownBy(() -> page.change(view -> view.add("hits", 1))).isInstanceOf(LockException.class);
        AtomicInteger failures = new AtomicInteger();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(1);
        while (System.nanoTime() < end) {
            assertThatThrownBy(() -> page.change(view -> view.add("hits", 1)))
                    .isInstanceOf(LockUnavailableException.class);
            failures.incrementAndGet();
        }
        assertThat(failures.get()).isBetween(2, 25);
        redis.restart();
        page.change(view -> view.add("hits", 1));
        assertThat(entries.hash("page")).containsEntry("hits", "2");
    }

    @Test
    void firstFailureIsToldAtOnce() {
        Faults faults = Faults.on(fixture, redis, LockSettings.DEFAULT).warm();
        Duration shortest = Duration.ofMinutes(1);
        for (int i = 0; i < 10; i++) {
            faults.proxy().refuseRequestWhen(Faults.with("HSET", "hits"), 1, "LOADING on purpose");
            long begun = System.nanoTime();
            assertThatThrownBy(() -> Way.WITHOUT_AN_ID.run(faults.locks()))
                    .isInstanceOf(LockUnavailableException.class);
            Duration took = Duration.ofNanos(System.nanoTime() - begun);
            shortest = took.compareTo(shortest) < 0 ? took : shortest;
            pass(Duration.ofMillis(60));
        }
        assertThat(shortest).isLessThan(Duration.ofMillis(40));
    }

    private static void pass(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
    }
}
