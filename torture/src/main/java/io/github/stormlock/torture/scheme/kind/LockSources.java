package io.github.stormlock.torture.scheme.kind;

import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.torture.protocol.ClientConfig;
import io.github.stormlock.torture.scheme.Schemes;

/** Makes the locks of a run. */
public final class LockSources {
    private LockSources() {}

    private record LibraryLocks(RedisLockFactory locks) implements LockSource {}

    public static LockSource of(ClientConfig config) {
        long lease = config.timing().lease();
        return switch (config.kind()) {
            case FAIR_DEAD_HEAD -> new DeadHeadLocks(Schemes.connect(config), lease);
            case READ_WRITE_COUNTER -> new CountedReaders(Schemes.connect(config), lease);
            case SEMAPHORE_COUNTER -> new CountedPermits(Schemes.connect(config));
            case SEMAPHORE_CLOCKS -> new ClockedPermits(Schemes.connect(config), lease, skew(config));
            case LATCH_DECR -> new DecrLatches(Schemes.connect(config));
            case MULTI_GIVEN_ORDER -> new GivenOrder(RedisLockFactory.connect(config.redis(), config.locks()));
            case QUORUM -> QuorumLocks.connect(config);
            case QUORUM_NO_VALIDITY, QUORUM_NO_GIVE_BACK, QUORUM_NO_DELAY -> CarelessQuorum.connect(config);
            default -> new LibraryLocks(RedisLockFactory.connect(config.redis(), config.locks()));
        };
    }

    /** Returns by how much a client's clock is ahead: each client has a clock of its own. */
    private static long skew(ClientConfig config) {
        return Math.floorMod(config.name().hashCode(), 3) * 2L * config.timing().lease();
    }
}
