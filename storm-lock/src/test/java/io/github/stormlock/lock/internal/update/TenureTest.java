package io.github.stormlock.lock.internal.update;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.config.LockSettings;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.entry.Part;
import io.github.stormlock.lock.LockEvents;
import io.github.stormlock.lock.fixture.ManualTicker;
import io.github.stormlock.lock.internal.acquire.AcquireRequest;
import io.github.stormlock.lock.internal.acquire.AcquireResult;
import io.github.stormlock.lock.internal.acquire.HeldLease;
import io.github.stormlock.lock.internal.acquire.SafeLockEvents;
import io.github.stormlock.lock.internal.protocol.Bytes;
import io.github.stormlock.lock.internal.protocol.Callers;
import io.github.stormlock.lock.internal.protocol.Claimant;
import io.github.stormlock.lock.internal.protocol.EventMarks;
import io.github.stormlock.lock.internal.protocol.LockKeys;
import io.github.stormlock.lock.internal.protocol.LockKind;
import io.github.stormlock.lock.internal.protocol.Tokens;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A tenure bounds how long one JVM keeps a lock, and says what the JVM remembers meanwhile. */
class TenureTest {
    private static final long MILLI = 1_000_000;
    private static final GuardSettings<HashEntry> GUARD = GuardSettings.of(
            Entries.hash(), LockSettings.DEFAULT, EventMarks.of("", LockSettings.DEFAULT), Duration.ZERO);

    private final ManualTicker ticker = new ManualTicker();

    private Tenure tenure(long leaseMillis) {
        AcquireRequest wanted = new AcquireRequest(
                LockKind.MUTEX,
                Claimant.ofMutex(Callers.NOBODY),
                LockKeys.of("page", false),
                GUARD.read(),
                leaseMillis,
                true,
                SafeLockEvents.around(LockEvents.NONE),
                AcquireRequest.SHORTEST_BUDGET_NANOS,
                () -> {});
        Tokens.Acquisition acquisition = new Tokens(false).next(Claimant.ofMutex(Callers.NOBODY));
        AcquireResult.Grant grant = new AcquireResult.Grant(
                acquisition, acquisition.token(), ticker.nanos(), true, List.of(Bytes.of("n"), Bytes.of("1")));
        HeldLease lease = new HeldLease(wanted, grant, 60_000 * MILLI, ticker, null);
        return new Tenure(acquisition, lease, EntrySnapshot.read(GUARD, grant), ticker.nanos());
    }

    @Test
    void endsAfterFiftyMillisecondsForAnyWaiter() {
        Tenure tenure = tenure(5_000);
        ticker.passMillis(49);
        assertThat(tenure.mayGoOn(ticker.nanos())).isTrue();
        ticker.passMillis(1);
        assertThat(tenure.mayGoOn(ticker.nanos())).isFalse();
    }

    @Test
    void endsWithItsLease() {
        Tenure tenure = tenure(20);
        ticker.passMillis(19);
        assertThat(tenure.mayGoOn(ticker.nanos())).isTrue();
        ticker.passMillis(1);
        assertThat(tenure.mayGoOn(ticker.nanos())).isFalse();
    }

    @Test
    void remembersTheEntryForTheSameViewOnlyAndUntilItIsToldToForget() {
        Tenure tenure = tenure(5_000);
        assertThat(tenure.<HashEntry>snapshot(GUARD.groupKey()).open(GUARD).getLong("n"))
                .isEqualTo(1);
        assertThat(tenure.<HashEntry>snapshot(
                        GUARD.ofKind(Entries.hash().only(Part.fields("n"))).groupKey()))
                .isNull();
        tenure.forget();
        assertThat(tenure.<HashEntry>snapshot(GUARD.groupKey())).isNull();
    }

    @Test
    void memoryIsWhatTheLastCommitLeftWhateverBecomesOfItsView() {
        HashEntry view = Entries.hash().open(true, List.of(Bytes.of("n"), Bytes.of("1")));
        view.add("n", 1);
        EntrySnapshot<HashEntry> snapshot = EntrySnapshot.committed(GUARD, view);
        view.add("n", 40);
        HashEntry next = snapshot.open(GUARD);
        assertThat(next.getLong("n")).isEqualTo(2);
        next.add("n", 1);
        assertThat(Entries.hash().changes(next)).hasSize(1);
        assertThat(snapshot.open(GUARD).asMap()).isEqualTo(Map.of("n", "2"));
        assertThat(snapshot.redisType(GUARD)).isEqualTo("hash");
    }
}
