package io.github.stormlock.lock.kind;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.lock.DistributedLock;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.contract.ContractTest;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.lock.fixture.Samples;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Random tries and ends of all kinds of locks of one name, and losses of their keys, against a model that knows who must
 * hold the lock. No try waits, so each is decided by what stands.
 */
@ContractTest(ContractTest.Of.KIND)
class SharedLockFuzzTest {
    private static final int STEPS = Samples.of(2_000);

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);
    private final List<Held> standing = new ArrayList<>();
    private final List<Held> lost = new ArrayList<>();

    private LockFixture fixture;

    private List<RedisLockFactory> factories = List.of();

    private record Held(Lease lease, boolean reads) {}

    @BeforeEach
    void open() {
        factories = List.of(fixture.factory(), fixture.factory(), fixture.factory());
    }

    @Test
    void whatStandsDecidesEachTry() {
        for (int step = 0; step < STEPS; step++) {
            int choice = random.nextInt(100);
            if (choice < 55) {
                tryAny("seed " + seed + ", step " + step);
            } else if (choice < 85) {
                end(standing);
            } else if (choice < 94) {
                end(lost);
            } else {
                lose();
            }
        }
    }

    private void tryAny(String where) {
        RedisLockFactory factory = factories.get(random.nextInt(factories.size()));
        int kind = random.nextInt(6);
        boolean reads = kind >= 4;
        DistributedLock lock =
                switch (kind) {
                    case 0 -> factory.mutex("site");
                    case 1 -> factory.fair("site");
                    case 2 -> factory.all("site");
                    case 3 -> factory.readWrite("site").write();
                    default -> factory.readWrite("site").read();
                };
        Optional<Lease> lease = lock.tryAcquire(Duration.ZERO);
        boolean expected = reads ? standing.stream().allMatch(Held::reads) : standing.isEmpty();
        assertThat(lease.isPresent())
                .as("%s: %s, while %s hold it", where, lock, standing)
                .isEqualTo(expected);
        lease.ifPresent(granted -> standing.add(new Held(granted, reads)));
    }

    private void end(List<Held> some) {
        if (!some.isEmpty()) {
            some.remove(random.nextInt(some.size())).lease().close();
        }
    }

    /** Deletes the lock, as an eviction does. Its holders may end later, and must change nothing then. */
    private void lose() {
        fixture.foreigner().del("lock:{site}");
        lost.addAll(standing);
        standing.clear();
    }
}
