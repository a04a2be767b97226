package io.github.stormlock.internal.update;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.config.LockSettings;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.entry.Part;
import io.github.stormlock.internal.acquire.AcquireRequest;
import io.github.stormlock.internal.acquire.AcquireResult;
import io.github.stormlock.internal.acquire.Asked;
import io.github.stormlock.internal.acquire.HeldLease;
import io.github.stormlock.internal.draft.EntryTarget;
import io.github.stormlock.internal.draft.GroupTargets;
import io.github.stormlock.internal.draft.GuardSettings;
import io.github.stormlock.internal.protocol.Bytes;
import io.github.stormlock.internal.protocol.EventMarks;
import io.github.stormlock.internal.protocol.LockKeys;
import io.github.stormlock.internal.protocol.ReadReply;
import io.github.stormlock.internal.protocol.Targets;
import io.github.stormlock.lock.LockEvents;
import io.github.stormlock.lock.fixture.ManualTicker;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A tenure bounds how long one JVM keeps a lock, and says what the JVM remembers meanwhile. */
class TenureTest {
    private static final long MILLI = 1_000_000;
    private static final GuardSettings<HashEntry> GUARD = GuardSettings.of(
            Entries.hash(), LockSettings.DEFAULT, EventMarks.of("", LockSettings.DEFAULT), Duration.ZERO);

    private static final ReadReply.Found READ = new ReadReply.Found(true, List.of(Bytes.of("n"), Bytes.of("1")));

    private final ManualTicker ticker = new ManualTicker();

    private static GroupTargets targets(GuardSettings<HashEntry> guard) {
        return GroupTargets.of(new EntryTarget<>(LockKeys.of("page", false), guard));
    }

    private Tenure tenure(long leaseMillis) {
        AcquireRequest wanted =
                Asked.of(Targets.entry(LockKeys.of("page", false), GUARD.read()), leaseMillis, LockEvents.NONE);
        AcquireResult.Grant grant = Asked.grant(ticker, READ);
        HeldLease lease = new HeldLease(wanted, grant, 60_000 * MILLI, ticker, 0);
        return new Tenure(grant.acquisition(), lease, targets(GUARD).snapshot(List.of(READ)), ticker.nanos());
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
        EntryTarget<HashEntry> target = new EntryTarget<>(LockKeys.of("page", false), GUARD);
        assertThat(tenure.snapshot(targets(GUARD)).open().of(target).getLong("n"))
                .isEqualTo(1);
        assertThat(tenure.snapshot(targets(GUARD.ofKind(Entries.hash().only(Part.fields("n"))))))
                .isNull();
        tenure.forget();
        assertThat(tenure.snapshot(targets(GUARD))).isNull();
    }
}
