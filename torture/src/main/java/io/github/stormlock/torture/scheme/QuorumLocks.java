package io.github.stormlock.torture.scheme;

import io.github.stormlock.lock.DistributedLock;
import io.github.stormlock.lock.LockUnavailableException;
import io.github.stormlock.quorum.RedisQuorum;
import io.github.stormlock.torture.protocol.ClientConfig;
import java.time.Duration;

/** The quorum locks of the library. */
record QuorumLocks(RedisQuorum quorum) implements LockSource {
    private static final long LONGEST_START_NANOS = 20_000_000_000L;

    /** Connects as a client does that a fault may have struck when it starts: it tries for some seconds. */
    static QuorumLocks connect(ClientConfig config) {
        // The longest lease is one lease, so that masters that have lost their locks vote again within the run.
        Duration longest = Duration.ofMillis(config.timing().lease());
        long end = System.nanoTime() + LONGEST_START_NANOS;
        while (true) {
            try {
                return new QuorumLocks(RedisQuorum.connect(config.masters(), config.locks(), longest));
            } catch (LockUnavailableException e) {
                if (System.nanoTime() - end > 0) {
                    throw e;
                }
            }
        }
    }

    @Override
    public DistributedLock mutex(String name) {
        return quorum.mutex(name);
    }
}
