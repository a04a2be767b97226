package io.github.stormlock.lock.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.lock.DistributedLock;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.LockTimeoutException;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.test.EntryReader;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Programs that know only {@code SET key token NX PX ms} and compare-and-delete. */
@ContractTest
class ForeignClientContractTest {
    private static final String KEY = "lock:{site}";
    private static final String FOREIGN = "4711-foreign";

    private ContractVariant variant;
    private LockFixture fixture;

    private RedisLockFactory factory;
    private DistributedLock mine;

    @BeforeEach
    void open() {
        factory = fixture.factory();
        mine = variant.lock(factory, "site");
    }

    @Test
    void foreignHolderExcludesUsUntilItGivesTheLockBack() throws Exception {
        fixture.foreignHolds(KEY, FOREIGN, 30_000);
        assertThat(mine.tryAcquire(Duration.ZERO)).isEmpty();
        assertThatThrownBy(() -> mine.acquire(Duration.ofMillis(120))).hasMessageContaining(FOREIGN);
        assertThatThrownBy(() -> factory.guard("site", Entries.hash())
                        .withWait(Duration.ofMillis(120))
                        .change(site -> site.add("hits", 1)))
                .isInstanceOf(LockTimeoutException.class);
        Future<Optional<Lease>> waiting = fixture.start(() -> mine.tryAcquire(LockFixture.LONG));
        fixture.foreignReleases(KEY, FOREIGN);
        assertThat(LockFixture.result(waiting)).hasValueSatisfying(Lease::close);
    }

    @Test
    void weExcludeAForeignClientWhoseUnlockDoesNothing(EntryReader entries) {
        try (Lease lease = mine.acquire(LockFixture.LONG)) {
            assertThat(LockFixture.foreignLock(fixture.foreigner(), KEY, FOREIGN, 30_000))
                    .isFalse();
            assertThat(LockFixture.foreignUnlock(fixture.foreigner(), KEY, FOREIGN))
                    .isFalse();
            assertThat(entries.string(KEY)).hasValue(lease.token());
        }
        fixture.foreignHolds(KEY, FOREIGN, 30_000);
    }
}
