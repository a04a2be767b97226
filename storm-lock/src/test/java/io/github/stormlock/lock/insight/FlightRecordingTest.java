package io.github.stormlock.lock.insight;

import static io.github.stormlock.lock.fixture.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.GuardedEntry;
import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.config.EntryNames;
import io.github.stormlock.config.LockSettings;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.LeaseLostException;
import io.github.stormlock.lock.LockCount;
import io.github.stormlock.lock.LockTimeoutException;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.lock.fixture.OnRedis;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Future;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Waits and refused commits are in a recording of Java Flight Recorder. */
@OnRedis
class FlightRecordingTest {
    private static final Duration SHORT = Duration.ofMillis(100);
    private static final Duration LONG = Duration.ofSeconds(20);
    private static final String WAIT = "stormlock.Wait";
    private static final String REFUSED = "stormlock.Refused";

    @TempDir
    private Path folder;

    private LockFixture fixture;
    private RedisLockFactory locks;
    private RedisLockFactory holder;

    @AutoClose
    private Recording recording;

    @BeforeEach
    void record() {
        // The events' types are known to the JVM before the recording begins, as in a worker that runs for days.
        guard("before").change(entry -> entry.add("n", 1));
        recording = new Recording();
        recording.enable(WAIT);
        recording.enable(REFUSED);
        recording.start();
    }

    private GuardedEntry<HashEntry> guard(String entry) {
        return locks.guard(entry, Entries.hash());
    }

    private List<RecordedEvent> recorded(String name) throws IOException {
        if (recording.getState() == RecordingState.RUNNING) {
            recording.stop();
        }
        Path file = folder.resolve("waits.jfr");
        recording.dump(file);
        return RecordingFile.readAllEvents(file).stream()
                .filter(event -> event.getEventType().getName().equals(name))
                .sorted(Comparator.comparing(RecordedEvent::getEndTime))
                .toList();
    }

    /** Has somebody wait for a lock that is given back after a while. */
    private void wait(String name, Runnable waiter) throws Exception {
        Future<Boolean> waiting;
        try (Lease lease = holder.mutex(name).acquire(LONG)) {
            assertThat(lease.isHeld()).isTrue();
            waiting = fixture.start(() -> {
                waiter.run();
            });
            await().atMost(LONG).until(() -> locks.figures().count(LockCount.CONTENDED) == 1);
            // The wait that is recorded.
            await().pollDelay(SHORT).atMost(LONG).until(() -> true);
        }
        assertThat(LockFixture.result(waiting)).isTrue();
    }

    private static void isWait(RecordedEvent event, String entry, String kind, boolean granted) {
        assertThat(event.getString("entry")).isEqualTo(entry);
        assertThat(event.getString("kind")).isEqualTo(kind);
        assertThat(event.getBoolean("granted")).isEqualTo(granted);
        assertThat(event.getDuration()).isBetween(Duration.ofMillis(10), LONG);
    }

    @Test
    void updateThatWaitedIsRecorded() throws Exception {
        wait("page", () -> guard("page").change(page -> page.add("n", 1)));
        assertThat(recorded(WAIT)).singleElement().satisfies(event -> {
            isWait(event, "page", "update", /* granted= */ true);
            assertThat(event.getStackTrace().getFrames()).anyMatch(frame -> frame.getMethod()
                    .getType()
                    .getName()
                    .startsWith(getClass().getName()));
        });
    }

    @Test
    void updateThatGaveUpInTheQueueOfItsJvmIsRecordedToo() throws Exception {
        Future<Boolean> first;
        try (Lease lease = holder.mutex("page").acquire(LONG)) {
            assertThat(lease.isHeld()).isTrue();
            first = fixture.start(() -> {
                guard("page").change(page -> page.add("n", 1));
            });
            await().atMost(LONG).until(() -> locks.figures().count(LockCount.CONTENDED) == 1);
            assertThatThrownBy(() -> guard("page").withWait(SHORT).change(page -> page.add("n", 1)))
                    .isInstanceOf(LockTimeoutException.class);
        }
        assertThat(LockFixture.result(first)).isTrue();
        assertThat(recorded(WAIT))
                .satisfiesExactly(
                        event -> isWait(event, "page", "update", /* granted= */ false),
                        event -> isWait(event, "page", "update", /* granted= */ true));
    }

    @Test
    void lockThatWaitedIsRecordedWithItsKind() throws Exception {
        wait("report", () -> locks.mutex("report").acquire(LONG).close());
        assertThat(recorded(WAIT))
                .singleElement()
                .satisfies(event -> isWait(event, "report", "mutex", /* granted= */ true));
    }

    private void isRefusedAsTheLeaseHadEnded() throws IOException {
        assertThat(recorded(REFUSED)).singleElement().satisfies(event -> {
            assertThat(event.getString("entry")).isEqualTo("page");
            assertThat(event.getString("reason")).isEqualTo("the lease had ended");
        });
    }

    @Test
    void updateUnderALeaseThatWasTakenAwayIsRecordedAsRefused() throws Exception {
        try (Lease lease = locks.mutex("page").acquire(LONG)) {
            assertThat(fixture.foreigner().del("lock:{page}")).isEqualTo(1);
            assertThrown(LeaseLostException.class, () -> guard("page").changeUnder(lease, page -> page.add("n", 1)));
        }
        isRefusedAsTheLeaseHadEnded();
    }

    @Test
    void commitWhoseLockWasTakenAwayIsRecordedAsRefused() throws Exception {
        assertThrown(LeaseLostException.class, () -> guard("page").exclusive().change(page -> {
            page.add("n", 1);
            assertThat(fixture.foreigner().del("lock:{page}")).isEqualTo(1);
        }));
        isRefusedAsTheLeaseHadEnded();
    }

    @Test
    void digestsHideTheKeysOfEntriesHereToo() throws Exception {
        locks = fixture.factory(
                LockSettings.builder().insightEntries(EntryNames.DIGESTS).build());
        wait("personal", () -> guard("personal").change(entry -> entry.add("n", 1)));
        try (Lease lease = locks.mutex("personal").acquire(LONG)) {
            assertThat(fixture.foreigner().del("lock:{personal}")).isEqualTo(1);
            assertThrown(
                    LeaseLostException.class, () -> guard("personal").changeUnder(lease, entry -> entry.add("n", 1)));
        }
        for (String name : List.of(WAIT, REFUSED)) {
            assertThat(recorded(name)).singleElement().satisfies(event -> {
                assertThat(event.getString("entry")).matches("#[0-9a-f]{16}");
                assertThat(event.toString()).doesNotContain("personal");
            });
        }
    }

    @Test
    void waitsBelowTheThresholdAndQuietUpdatesAreNotRecorded() throws Exception {
        recording.enable(WAIT).withThreshold(LONG);
        wait("page", () -> guard("page").change(page -> page.add("n", 1)));
        guard("page").change(page -> page.add("n", 1));
        assertThat(recorded(WAIT)).isEmpty();
    }
}
