package io.github.stormlock.torture.scheme;

import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.torture.protocol.ClientConfig;

/** Makes the locks of a run. */
public final class LockSources {
    private LockSources() {}

    private record LibraryLocks(RedisLockFactory locks) implements LockSource {}

    public static LockSource of(ClientConfig config) {
        long lease = config.timing().lease();
        return switch (config.kind()) {
            case SETNX, SET_NX_PX_UNCHECKED, WATCHDOG_UNCHECKED ->
                new TutorialLocks(CarelessRedis.connect(config), config.kind(), lease);
            case FAIR_DEAD_HEAD -> new DeadHeadLocks(CarelessRedis.connect(config), lease);
            case READ_WRITE_COUNTER -> new CountedReaders(CarelessRedis.connect(config), lease);
            case SEMAPHORE_COUNTER -> new CountedPermits(CarelessRedis.connect(config));
            case LATCH_DECR -> new DecrLatches(CarelessRedis.connect(config));
            case QUORUM -> QuorumLocks.connect(config);
            case QUORUM_NO_DELAY -> CarelessQuorum.connect(config);
            default -> new LibraryLocks(RedisLockFactory.connect(config.redis(), config.locks()));
        };
    }
}
