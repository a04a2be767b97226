package io.github.stormlock.lock.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.GuardedEntry;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.LockCount;
import io.github.stormlock.lock.LockEvents;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.lock.fixture.OnEvent;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.test.EntryReader;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Commits are written whole or not at all if the server refuses a command. */
@OnRedis
class HalfCommitAttackTest {
    private static final String USER = "storm-lock-half-commit-test";

    private LockFixture fixture;
    private EntryReader entries;

    @Test
    void channelThatIsNotPermittedAnyMoreCostsAWakeUpAndNotTheCommit() throws Exception {
        AtomicInteger failed = new AtomicInteger();
        LockEvents listener = OnEvent.of(LockCount.WAKE_UPS_FAILED, failed::incrementAndGet);
        GuardedEntry<HashEntry> page = fixture.factoryOf(USER)
                .guard("page", Entries.hash())
                .exclusive()
                .withEvents(listener);
        Future<?>[] waiting = new Future<?>[1];
        page.change(view -> {
            waiting[0] = fixture.start(
                    () -> fixture.factory().guard("page", Entries.hash()).update(late -> late.addAndGet("hits", 1)));
            await().until(() -> entries.keys("lock-wait*").size() == 1);
            fixture.operator().aclSetUser(USER, "resetchannels");
            view.add("hits", 1);
        });
        assertThat(failed).hasValue(1);
        assertThat(LockFixture.result(waiting[0])).isEqualTo(2L);
        assertThat(entries.keys("lock:*")).isEmpty();
    }
}
