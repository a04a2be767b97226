package io.github.stormlock.lock;

import io.github.stormlock.redis.RedisException;
import io.github.stormlock.redis.RedisPort;
import io.github.stormlock.redis.ScriptCall;
import java.util.List;

/** Gives locks back. */
final class Releases {
    private Releases() {}

    /** Never throws: a lock that cannot be given back is free when its lease ends. */
    static void send(RedisPort port, HeldLease lease) {
        // Interrupted or not, the lock is given back: an interrupt must not keep the release from getting a connection.
        boolean interrupted = Thread.interrupted();
        try {
            Object reply = port.run(
                    new ScriptCall(
                            lease.wanted().kind().release(),
                            List.of(lease.keys().lockKey(), lease.keys().waitingKey()),
                            List.of(Bytes.of(lease.token()))),
                    Long.MAX_VALUE);
            Troubles.watchHandover(reply, lease.wanted().events());
        } catch (RedisException e) {
            Troubles.log("lock {} could not be given back and is free when its lease ends: {}", lease.keys(), e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
