package io.github.stormlock.lock.update;

import static io.github.stormlock.lock.fixture.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.GuardedEntry;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.LockInterruptedException;
import io.github.stormlock.lock.LockTimeoutException;
import io.github.stormlock.lock.fixture.Crowd;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.test.EntryReader;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An update whose caller was told that it is not written stays unwritten, even if its group is written. */
@OnRedis
class GivenUpUpdateTest {
    private final AtomicBoolean secondWasComputed = new AtomicBoolean();
    private final CountDownLatch hasGivenUp = new CountDownLatch(1);
    private final CountDownLatch isComputed = new CountDownLatch(1);
    private LockFixture fixture;

    private EntryReader entries;
    private GuardedEntry<HashEntry> page;

    @BeforeEach
    void open() {
        page = fixture.factory().guard("page", Entries.hash()).withWait(LockFixture.LONG);
    }

    /**
     * Runs a group of three. The third computes until the second has given up, and then throws, so that all is computed
     * anew.
     */
    private Future<Boolean> groupInWhichThe(Runnable second) {
        Crowd crowd = new Crowd(fixture, "lock:{page}");
        page = page.withEvents(crowd.events());
        Future<Boolean> first = crowd.joins(() -> {
            page.change(view -> view.add("first", 1));
        });
        Future<Boolean> gone = crowd.joins(() -> {
            second.run();
            hasGivenUp.countDown();
        });
        Future<Boolean> third = crowd.joins(() -> {
            assertThatThrownBy(() -> page.change(view -> {
                        isComputed.countDown();
                        LockFixture.awaitOpen(hasGivenUp);
                        throw new IllegalArgumentException("mine");
                    }))
                    .hasMessage("mine");
        });
        crowd.letGo();
        return fixture.start(() -> {
            boolean all = LockFixture.result(first) && LockFixture.result(gone) && LockFixture.result(third);
            assertThat(secondWasComputed).as("it was in the group").isTrue();
            return all;
        });
    }

    private void computeSecond(HashEntry view) {
        secondWasComputed.set(true);
        view.add("second", 1);
    }

    @Test
    void timedOutUpdateIsNotWritten() throws Exception {
        Future<Boolean> group = groupInWhichThe(
                () -> assertThrown(LockTimeoutException.class, () -> page.withWait(Duration.ofSeconds(4))
                        .change(this::computeSecond)));
        assertThat(LockFixture.result(group)).isTrue();
        assertThat(entries.hash("page")).containsOnlyKeys("first");
    }

    @Test
    void interruptedUpdateIsNotWritten() throws Exception {
        AtomicReference<Thread> second = new AtomicReference<>();
        Future<Boolean> group = groupInWhichThe(() -> {
            second.set(Thread.currentThread());
            assertThrown(LockInterruptedException.class, () -> page.change(this::computeSecond));
            assertThat(Thread.interrupted()).isTrue();
        });
        LockFixture.awaitOpen(isComputed);
        await().until(() -> second.get() != null);
        second.get().interrupt();
        assertThat(LockFixture.result(group)).isTrue();
        assertThat(entries.hash("page")).containsOnlyKeys("first");
    }
}
