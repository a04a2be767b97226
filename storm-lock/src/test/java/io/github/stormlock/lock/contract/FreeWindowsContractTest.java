package io.github.stormlock.lock.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.lock.DistributedLock;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.fixture.LockFixture;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Programs that poll for a lock in constant use. Each gets in within 50 times the time that it sleeps between its polls. */
@ContractTest
class FreeWindowsContractTest {
    private static final String KEY = "lock:{site}";
    private static final Duration LEASE = Duration.ofSeconds(30);

    /** A factor for machines that are busy with other things too. */
    private static final int SLACK = 10;

    private static final long SECTION_NANOS = 1_000_000;

    private ContractVariant variant;

    private final AtomicBoolean enough = new AtomicBoolean();
    private LockFixture fixture;

    @AfterEach
    void close() {
        enough.set(true);
    }

    @Test
    void pollersGetInBesideFourThreadsThatUseAMutex() throws Exception {
        fixture.foreignHolds(KEY, "foreign", LEASE.toMillis());
        List<Future<Boolean>> users = new ArrayList<>();
        for (RedisLockFactory factory : List.of(fixture.factory(), fixture.factory())) {
            users.add(fixture.start(() -> use(variant.lock(factory, "site"))));
            users.add(fixture.start(() -> use(variant.lock(factory, "site"))));
        }
        // They have met a stranger.
        await().until(() -> fixture.foreigner().zcount("lock-wait:{site}", 1, Double.MAX_VALUE) >= 2);
        fixture.foreignReleases(KEY, "foreign");
        polls(Duration.ofMillis(5), 10);
        polls(Duration.ofMillis(20), 5);
        polls(Duration.ofMillis(100), 1);
        enough.set(true);
        LockFixture.end(users);
    }

    private void use(DistributedLock lock) {
        while (!enough.get()) {
            try (Lease lease = lock.acquire(LockFixture.LONG)) {
                if (lease.isHeld()) {
                    LockSupport.parkNanos(SECTION_NANOS);
                }
            }
        }
    }

    private void polls(Duration sleep, int turns) {
        long end = System.nanoTime() + sleep.toNanos() * 50 * turns * SLACK;
        for (int turn = 0; turn < turns; turn++) {
            while (!LockFixture.foreignLock(fixture.foreigner(), KEY, "foreign", LEASE.toMillis())) {
                assertThat(end - System.nanoTime())
                        .as("who polls every %s has been in %d times of %d", sleep, turn, turns)
                        .isPositive();
                LockSupport.parkNanos(sleep.toNanos());
            }
            fixture.foreignReleases(KEY, "foreign");
        }
    }
}
