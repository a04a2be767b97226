package io.github.stormlock.lock.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.fixture.LockFixture;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
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
        pollersGetInBeside(factory -> {
            try (Lease lease = variant.lock(factory, "site").acquire(LockFixture.LONG)) {
                if (lease.isHeld()) {
                    LockSupport.parkNanos(SECTION_NANOS);
                }
            }
        });
    }

    /**
     * A window of 50 ms is due every 2.5 s. Each factory has one thread: where others wait in the same JVM, a thread
     * comes after them and so leaves the window alone anyway.
     */
    @Test
    void lockIsNowAndThenLeftFreeForLongWhereAStrangerWasMet() throws Exception {
        List<Future<Boolean>> users = usersOf(4, 1, factory -> {
            try (Lease lease = variant.lock(factory, "site").acquire(LockFixture.LONG)) {
                if (lease.isHeld()) {
                    LockSupport.parkNanos(SECTION_NANOS);
                }
            }
        });
        long end = System.nanoTime() + LockFixture.LONG.toNanos();
        long longest = 0;
        long since = System.nanoTime();
        while (longest < 45_000_000 && System.nanoTime() < end) {
            // The time before the question: a window does not look shorter because a busy machine brings an answer
            // late.
            long asked = System.nanoTime();
            if (fixture.foreigner().exists(KEY)) {
                since = asked;
            }
            longest = Math.max(longest, System.nanoTime() - since);
        }
        assertThat(longest).as("ns for which nobody had the lock").isGreaterThanOrEqualTo(45_000_000);
        end(users);
    }

    private void pollersGetInBeside(Consumer<RedisLockFactory> section) throws Exception {
        List<Future<Boolean>> users = usersOf(2, 2, section);
        polls(Duration.ofMillis(5), 10);
        polls(Duration.ofMillis(20), 5);
        polls(Duration.ofMillis(100), 1);
        end(users);
    }

    private void end(List<Future<Boolean>> users) throws Exception {
        enough.set(true);
        LockFixture.end(users);
    }

    /** Starts threads of some factories, which have met a stranger. */
    private List<Future<Boolean>> usersOf(int factories, int threads, Consumer<RedisLockFactory> section) {
        fixture.foreignHolds(KEY, "foreign", LEASE.toMillis());
        List<Future<Boolean>> users = new ArrayList<>();
        for (int number = 0; number < factories; number++) {
            RedisLockFactory factory = fixture.factory();
            for (int thread = 0; thread < threads; thread++) {
                users.add(fixture.start(() -> {
                    while (!enough.get()) {
                        section.accept(factory);
                    }
                }));
            }
        }
        await().until(() -> fixture.foreigner().zcount("lock-wait:{site}", 1, Double.MAX_VALUE) >= 2);
        fixture.foreignReleases(KEY, "foreign");
        return users;
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
