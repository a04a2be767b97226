package io.github.stormlock.lock.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.config.LockSettings;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.GuardedEntry;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.LockException;
import io.github.stormlock.lock.LockTimeoutException;
import io.github.stormlock.lock.LockUnavailableException;
import io.github.stormlock.lock.RedisLockFactory;
import io.github.stormlock.lock.fixture.Faults;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.lock.fixture.Renewals;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.RedisServer;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A server that forgets, goes away, comes back, or says nothing. */
@Tag("server")
class ServerTroubleTest {
    private RedisServer redis;
    private EntryReader entries;

    @AutoClose
    private LockFixture fixture;

    private RedisLockFactory locks;
    private GuardedEntry<HashEntry> page;

    @BeforeEach
    void open() {
        fixture = LockFixture.own();
        redis = fixture.server();
        entries = fixture.entries();
        locks = fixture.factory();
        page = locks.guard("page", Entries.hash()).exclusive();
        page.change(view -> view.add("hits", 1));
    }

    @Test
    void forgottenScriptsAreSentAgain() {
        page.change(view -> {
            assertThat(fixture.operator().scriptFlush()).isEqualTo("OK");
            view.add("hits", 1);
        });
        assertThat(fixture.operator().scriptFlush()).isEqualTo("OK");
        page.change(view -> view.add("hits", 1));
        assertThat(entries.hash("page")).containsEntry("hits", "3");
        assertThat(entries.keys("*")).containsExactly("page");
    }

    @Test
    void forgottenScriptsDoNotStopTheWatchdog() {
        LockSettings settings = LockSettings.builder().lease(Renewals.LEASE).build();
        try (Lease lease = fixture.factory(settings).mutex("report").acquire(LockFixture.LONG)) {
            for (int times = 0; times < 2; times++) {
                assertThat(fixture.operator().scriptFlush()).isEqualTo("OK");
                Renewals.await(1, entries, "lock:{report}");
            }
            assertThat(lease.isHeld()).isTrue();
        }
    }

    @Test
    void serverThatIsGoneIsToldAndUsedAgainOnceItIsBack() {
        redis.shutdownAndSave();
        for (int i = 0; i < 20; i++) {
            assertThatThrownBy(() -> page.change(view -> view.add("hits", 1)))
                    .isInstanceOf(LockUnavailableException.class)
                    .hasMessageContaining("page");
        }
        assertThatThrownBy(() -> locks.mutex("report").tryAcquire(Duration.ofSeconds(1)))
                .isInstanceOf(LockUnavailableException.class);
        redis.restart();
        page.change(view -> view.add("hits", 1));
        assertThat(entries.hash("page")).containsEntry("hits", "2");
    }

    @Test
    void updateUnderWayWhileTheServerRestartsIsWrittenOnceOrNotAtAll() {
        AtomicBoolean written = new AtomicBoolean();
        try {
            page.change(view -> {
                view.add("hits", 1);
                redis.shutdownAndSave();
                redis.restart();
            });
            written.set(true);
        } catch (LockException refused) {
            assertThat(refused).isNotInstanceOf(LockTimeoutException.class);
        }
        page.change(view -> view.add("later", 1));
        String hits = entries.hash("page").get("hits");
        assertThat(hits).isIn(written.get() ? new String[] {"2"} : new String[] {"1", "2"});
    }

    @Test
    void restartThatLostItsDataCutsTheChainAndForksNothing() {
        redis.shutdownAndSave();
        redis.restart();
        for (int i = 0; i < 5; i++) {
            page.change(view -> view.add("hits", 1));
        }
        redis.kill();
        assertThatThrownBy(() -> page.change(view -> view.add("hits", 1))).isInstanceOf(LockException.class);
        redis.restart();
        page.change(view -> view.add("hits", 1));
        assertThat(entries.hash("page")).containsEntry("hits", "2");
    }

    @Test
    void waiterOutlivesARestartOfTheServer() throws Exception {
        Lease held = locks.mutex("report").acquire(LockFixture.LONG);
        RedisLockFactory others = fixture.factory();
        others.check();
        Future<Boolean> waiting = fixture.start(() -> {
            while (true) {
                try (Lease lease = others.mutex("report").acquire(LockFixture.LONG)) {
                    return lease.isHeld();
                } catch (LockUnavailableException goneForNow) {
                    assertThat(goneForNow).hasMessageContaining("report");
                }
            }
        });
        await().until(() -> entries.keys("lock-wait*").size() == 1);
        redis.kill();
        redis.restart();
        assertThat(LockFixture.result(waiting)).isTrue();
        held.close();
    }

    @Test
    void silentServerCostsTheWaitAndNoMore() {
        Faults faults = Faults.on(fixture, redis, LockSettings.DEFAULT).warm();
        faults.proxy().blackHole(true);
        long began = System.nanoTime();
        assertThatThrownBy(() -> faults.locks().mutex("report").acquire(Duration.ofMillis(300)))
                .isInstanceOf(LockTimeoutException.class);
        assertThat(Duration.ofNanos(System.nanoTime() - began))
                .isBetween(Duration.ofMillis(300), LockFixture.LONG.dividedBy(2));
    }

    @Test
    void firstUseOfASilentServerCostsTheWaitAndNoMore() {
        Faults faults = Faults.on(fixture, redis, LockSettings.DEFAULT);
        RedisLockFactory patient = fixture.factory(
                fixture.configVia(faults.proxy().uri()).toBuilder()
                        .commandTimeout(LockFixture.LONG)
                        .connectTimeout(LockFixture.LONG)
                        .build(),
                LockSettings.DEFAULT);
        faults.proxy().blackHole(true);
        long began = System.nanoTime();
        assertThatThrownBy(() -> patient.mutex("report").acquire(Duration.ofMillis(300)))
                .isInstanceOf(LockTimeoutException.class);
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(LockFixture.LONG.dividedBy(2));
    }
}
